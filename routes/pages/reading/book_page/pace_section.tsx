import { listChapters } from "../../../../db/reading/chapters.ts";
import { countOpened } from "../../../../db/reading/today.ts";
import { listSharingReaders, type Reader } from "../../../../db/reading/readers.ts";
import { Button } from "../../../../islands/ui/Button.tsx";
import { type TimeFormatter, timeFormatter, writeDate } from "../../../../islands/ui/time_format.ts";
import { paceOf } from "../../../../server/actions/reading/plan.ts";
import { turnTexts } from "../../../../server/contract/reading/book_page_texts.ts";
import { dateOfDay, dayOf } from "../../../../server/contract/reading/days.ts";
import { groupPaceTexts, groupSentence } from "../../../../server/contract/reading/group_pace.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { placeName, placeWithin } from "../../../../server/contract/reading/places.ts";
import { ownPages, pageAt, positionOf } from "../../../../server/contract/reading/positions.ts";
import type { CopyUnit, Pace, SharingReader } from "../../../../server/contract/reading/shapes.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import type { C, FailedForm } from "../../../layout/page.tsx";
import { OpenedLine } from "../opened_line.tsx";
import { ReaderCell } from "../reader_cell.tsx";
import { TurnForm } from "../turn_form.tsx";
import { PlanSection } from "./plan_section.tsx";
import { ReadingLine } from "./ReadingLine.tsx";

/** Forms of it that were refused. */
export interface FailedPace {
  plan?: FailedForm;
  turn?: FailedForm;
}

interface PaceOptions {
  failed: FailedPace;
  /** Whether the group asks for all books already. */
  isGroupAsking: boolean;
}

async function loadPace(c: C, book: Reader) {
  const { deps, user } = c.var;
  const { bookId, edition } = book;
  const locale = readerLocale(c);
  const now = deps.clock();
  const today = dayOf(now, locale.timeZone);
  const [pace, readers, chapters] = await Promise.all([
    paceOf(deps, user, { bookId, timeZone: locale.timeZone, reader: book }),
    listSharingReaders(deps.db, user.id, { bookId, copy: edition }),
    listChapters(deps.db, user.id, bookId),
  ]);
  return { book, pace, readers, chapters, today, language: locale.language, format: timeFormatter(locale, now) };
}

type LoadedPace = Awaited<ReturnType<typeof loadPace>>;

/** What changes as readers turn pages: an open window fetches it again. */
export async function currentPace(c: C, book: Reader) {
  const loaded = await loadPace(c, book);
  return (
    <>
      <WhereWeAre {...loaded} />
      <Readers {...loaded} />
    </>
  );
}

/**
 * What the last turn opened; where the reader and the group are; and `more`, which is needed less often: sharing, the
 * readers' pages, the plan.
 */
export async function paceSection(c: C, book: Reader, { failed, isGroupAsking }: PaceOptions) {
  const { deps: { db }, user } = c.var;
  const [loaded, opened] = await Promise.all([loadPace(c, book), countOpened(db, user.id, book)]);
  const { groupId, bookId, edition } = book;
  const { pace, today, language } = loaded;
  const place = (
    <section className="card pace" aria-labelledby="pace-title">
      <h2 id="pace-title" className="visually-hidden">{paceTexts.whereWeAre}</h2>
      <div className="stack">
        <TurnForm
          id="turn"
          bookId={bookId}
          copy={edition}
          page={pageAt(edition, book.position)}
          label={turnTexts.page[edition.unit]}
          action={readingPaths.bookPageForm(groupId, bookId, "turn")}
          failed={failed.turn}
        />
        <CaughtUp pace={pace} book={book} />
      </div>
      <WhereWeAre {...loaded} />
    </section>
  );
  const more = (
    <div className="card pace">
      {(book.sharesPage === null && isGroupAsking) || !(book.mayShare || book.sharesPage)
        ? null
        : book.sharesPage === null && pace.plan
        ? <AskToShare book={book} />
        : <Sharing book={book} />}
      <Readers {...loaded} />
      <PlanSection
        plan={pace.plan}
        book={book}
        failed={failed.plan}
        isOpen={c.req.query("plan") !== undefined}
        today={today}
        language={language}
      />
    </div>
  );
  return { opened: <OpenedLine book={book} opened={opened} />, place, more };
}

/** Leaves out what the reader's own field says already. */
function WhereWeAre({ book, pace, readers, chapters, today, language }: LoadedPace) {
  const { bookId, edition, pageCount, position, finishedAt } = book;
  const plan = finishedAt === null ? paceSentences(pace, { book, today, language }) : [];
  const sentences = [viewerSentence(book), ...plan];
  const isUnderway = position > 0 && finishedAt === null;
  const sharing = readers.length > 0
    ? paceTexts.sharing(readers.length)
    : book.mayShare
    ? groupPaceTexts.nobodyShares
    : undefined;
  return (
    <div className="pace-where" data-live="pace" data-book={bookId}>
      {(isUnderway ? plan : sentences).map((sentence) => <p key={sentence}>{sentence}</p>)}
      <ReadingLine
        readers={readers}
        viewer={position}
        expected={pace.expected ? positionOf(edition, pace.expected.page) : undefined}
        chapters={[...new Set(chapters.map(({ page }) => positionOf(ownPages(pageCount), page)))]}
        label={[...sentences, sharing].filter(Boolean).join(" ")}
      />
      {readers.length === 0 && sharing && <p>{sharing}</p>}
    </div>
  );
}

const Readers = ({ book: { bookId, edition }, readers, format }: LoadedPace) => (
  <div className="pace-readers" data-live="pace" data-book={bookId}>
    {readers.length > 0 && <ReadersTable readers={readers} unit={edition.unit} format={format} />}
  </div>
);

function viewerSentence({ position, finishedAt, edition }: Reader): string {
  if (finishedAt !== null) return paceTexts.youFinished;
  if (position === 0) return paceTexts.notBegun;
  return paceTexts.youAre(placeWithin(pageAt(edition, position), edition.unit));
}

function paceSentences(
  pace: Pace,
  { book: { edition: { unit } }, today, language }: { book: Reader; today: number; language: string },
): string[] {
  const write = (date: string) => writeDate(date, language);
  const group = groupSentence(pace, { today: dateOfDay(today), unit, writeDate: write });
  const { plan, perDay } = pace;
  if (!group) return [];
  if (!plan || perDay === null) return [group];
  return [group, paceTexts.perDay(paceTexts.amount(perDay, unit), write(plan.targetAt.slice(0, 10)))];
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

const sharingForm = ({ groupId, bookId }: Reader) => readingPaths.bookPageForm(groupId, bookId, "sharing");

const AskToShare = ({ book }: { book: Reader }) => (
  <form method="post" action={sharingForm(book)} className="pace-ask" aria-labelledby="sharing-title">
    <h3 id="sharing-title">{paceTexts.askToShare}</h3>
    <p className="muted">{paceTexts.askToShareHint}</p>
    <div className="cluster">
      <Button type="submit" name="shared" value="true" icon="users">{paceTexts.share}</Button>
      <Button type="submit" name="shared" value="false" kind="plain">{paceTexts.dontShare}</Button>
    </div>
  </form>
);

const Sharing = ({ book }: { book: Reader }) => (
  <form method="post" action={sharingForm(book)} className="pace-sharing">
    <p className="muted">{book.sharesPage ? paceTexts.isShared : paceTexts.isNotShared}</p>
    <Button
      type="submit"
      kind="plain"
      name="shared"
      value={String(!book.sharesPage)}
      icon={book.sharesPage ? "eye-off" : "eye"}
    >
      {book.sharesPage ? paceTexts.stopSharing : paceTexts.share}
    </Button>
  </form>
);

interface ReadersTableProps {
  readers: SharingReader[];
  unit: CopyUnit;
  format: TimeFormatter;
}

const ReadersTable = ({ readers, unit, format }: ReadersTableProps) => (
  <details className="fold readers">
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
            <ReaderCell user={user} />
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
