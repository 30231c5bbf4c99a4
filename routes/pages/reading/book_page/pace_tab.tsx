import { listChapters } from "../../../../db/reading/chapters.ts";
import { listSharingReaders, type Reader } from "../../../../db/reading/readers.ts";
import { Avatar } from "../../../../islands/ui/Avatar.tsx";
import { Button } from "../../../../islands/ui/Button.tsx";
import { type TimeFormatter, timeFormatter, writeDate } from "../../../../islands/ui/time_format.ts";
import { paceOf } from "../../../../server/actions/reading/plan.ts";
import { displayName } from "../../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../../server/contract/people/paths.ts";
import { dateOfDay, dayOf } from "../../../../server/contract/reading/days.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { placeName, placeWithin } from "../../../../server/contract/reading/places.ts";
import { ownPages, pageAt, positionOf } from "../../../../server/contract/reading/positions.ts";
import type { CopyUnit, Pace, SharingReader } from "../../../../server/contract/reading/shapes.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import type { Tab } from "../../../layout/page.tsx";
import { PlanSection } from "./plan_section.tsx";
import { ReadingLine } from "./ReadingLine.tsx";

export const paceTab: Tab<Reader> = async (c, book, failed) => {
  const { deps, user } = c.var;
  const { bookId, edition, pageCount } = book;
  const locale = readerLocale(c);
  const now = deps.clock();
  const today = dayOf(now, locale.timeZone);
  const [pace, readers, chapters] = await Promise.all([
    paceOf(deps, user, { bookId, timeZone: locale.timeZone, reader: book }),
    listSharingReaders(deps.db, user.id, { bookId, copy: edition }),
    listChapters(deps.db, user.id, bookId),
  ]);
  const sentences = [viewerSentence(book), ...paceSentences(pace, { book, today, language: locale.language })];
  const isAsked = pace.plan !== null && book.sharesPage === null;
  return {
    content: (
      <>
        <section className="card stack" aria-labelledby="pace-title" data-pace={bookId}>
          <h2 id="pace-title">{paceTexts.whereWeAre}</h2>
          <p className="pace-lead">{sentences.join(" ")}</p>
          <ReadingLine
            readers={readers}
            viewer={book.position}
            expected={pace.expected ? positionOf(edition, pace.expected.page) : undefined}
            chapters={[...new Set(chapters.map(({ page }) => positionOf(ownPages(pageCount), page)))]}
            label={[...sentences, paceTexts.sharing(readers.length)].join(" ")}
          />
          <CaughtUp pace={pace} book={book} />
          {readers.length > 0
            ? <ReadersTable readers={readers} unit={edition.unit} format={timeFormatter(locale, now)} />
            : <p className="muted">{paceTexts.sharing(0)}</p>}
        </section>
        {isAsked && <AskToShare book={book} />}
        <PlanSection plan={pace.plan} book={book} failed={failed} today={today} language={locale.language} />
        {!isAsked && <Sharing book={book} />}
      </>
    ),
  };
};

function viewerSentence({ position, finishedAt, edition }: Reader): string {
  if (finishedAt !== null) return paceTexts.youFinished;
  if (position === 0) return paceTexts.notBegun;
  return paceTexts.youAre(placeWithin(pageAt(edition, position), edition.unit));
}

function paceSentences(
  { plan, expected, perDay }: Pace,
  { book: { edition }, today, language }: { book: Reader; today: number; language: string },
): string[] {
  if (!plan || !expected) return [];
  const date = dateOfDay(today);
  const [start, target] = [plan.startsAt.slice(0, 10), plan.targetAt.slice(0, 10)];
  const group = date < start
    ? paceTexts.groupBegins(writeDate(start, language))
    : date > target
    ? paceTexts.groupDone
    : paceTexts.groupIs(placeWithin(expected.page, edition.unit));
  if (perDay === null) return [group];
  return [group, paceTexts.perDay(paceTexts.amount(perDay, edition.unit), writeDate(target, language))];
}

function CaughtUp({ pace: { expected }, book }: { pace: Pace; book: Reader }) {
  const { groupId, bookId, edition, position, finishedAt } = book;
  if (!expected || finishedAt !== null || expected.page <= pageAt(edition, position)) return null;
  return (
    <form method="post" action={readingPaths.bookPageForm(groupId, bookId, "caught-up")} className="cluster">
      <input type="hidden" name="page" value={expected.page} />
      <Button type="submit" kind="primary" icon="check" aria-describedby="caught-up-hint">
        {paceTexts.iHaveCaughtUp}
      </Button>
      <span className="muted" id="caught-up-hint">
        {paceTexts.catchUpHint(placeWithin(expected.page, edition.unit))}
      </span>
    </form>
  );
}

const AskToShare = ({ book: { groupId, bookId } }: { book: Reader }) => (
  <section className="card pace-ask" aria-labelledby="sharing-title">
    <h2 id="sharing-title">{paceTexts.askToShare}</h2>
    <p className="muted">{paceTexts.askToShareHint}</p>
    <form method="post" action={readingPaths.bookPageForm(groupId, bookId, "sharing")} className="cluster">
      <Button type="submit" name="shared" value="true" icon="users">{paceTexts.share}</Button>
      <Button type="submit" name="shared" value="false" kind="plain">{paceTexts.dontShare}</Button>
    </form>
  </section>
);

const Sharing = ({ book: { groupId, bookId, sharesPage } }: { book: Reader }) => (
  <section className="card stack" aria-labelledby="sharing-title">
    <h2 id="sharing-title">{paceTexts.sharingTitle}</h2>
    <p>{sharesPage ? paceTexts.isShared : paceTexts.isNotShared}</p>
    <form method="post" action={readingPaths.bookPageForm(groupId, bookId, "sharing")}>
      <Button type="submit" name="shared" value={String(!sharesPage)} icon={sharesPage ? "eye-off" : "eye"}>
        {sharesPage ? paceTexts.stopSharing : paceTexts.share}
      </Button>
    </form>
  </section>
);

interface ReadersTableProps {
  readers: SharingReader[];
  unit: CopyUnit;
  format: TimeFormatter;
}

const short = 8;

const ReadersTable = ({ readers, unit, format }: ReadersTableProps) => (
  <details className="fold readers" open={readers.length <= short}>
    <summary>{paceTexts.asTable}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">{paceTexts.columns.reader}</th>
          <th scope="col">{paceTexts.columns.place}</th>
        </tr>
      </thead>
      <tbody>
        {readers.map(({ user, page, percent, lastReadAt, finishedAt }) => (
          <tr key={user.id}>
            <th scope="row">
              <a href={peoplePaths.user(user.id)}>
                <Avatar user={user} size={28} />
                <span dir="auto">{displayName(user)}</span>
              </a>
            </th>
            <td>
              {pageAndPercent(page, percent, unit)}
              <span className="muted">
                {finishedAt
                  ? paceTexts.finished(format.day(finishedAt))
                  : lastReadAt
                  ? paceTexts.lastRead(format.day(lastReadAt))
                  : paceTexts.notYet}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

const pageAndPercent = (page: number, percent: number, unit: CopyUnit): string =>
  unit === "percent" ? `${percent}%` : `${placeName(page, unit)} (${percent}%)`;
