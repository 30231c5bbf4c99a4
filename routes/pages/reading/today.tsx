import type { ReactNode } from "react";
import {
  type BookToRead,
  countOpened,
  findBookToBegin,
  listBooksToRead,
  type Opened,
} from "../../../db/reading/today.ts";
import { findNextMeeting, type NextMeeting } from "../../../db/groups/next_meeting.ts";
import { listSharingReaders } from "../../../db/reading/readers.ts";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import { ProgressBar } from "../../../islands/ui/ProgressBar.tsx";
import { writeDate } from "../../../islands/ui/time_format.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { todayTexts as texts, turnTexts } from "../../../server/contract/reading/book_page_texts.ts";
import { dateOfDay, dayOf } from "../../../server/contract/reading/days.ts";
import { today as limits } from "../../../server/contract/reading/limits.ts";
import { readingPaths, todayFormPath } from "../../../server/contract/reading/paths.ts";
import { expectedAt } from "../../../server/contract/reading/plan.ts";
import { placeWithin } from "../../../server/contract/reading/places.ts";
import { pageAt, percentAt } from "../../../server/contract/reading/positions.ts";
import type { CopyUnit, SharingReader } from "../../../server/contract/reading/shapes.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { timesFor } from "../groups/meeting_time.ts";
import { OpenedLine } from "./opened_line.tsx";
import { TurnForm } from "./turn_form.tsx";

export interface Reading {
  first: BookToRead;
  readers: (SharingReader & { position: number })[];
  opened: Opened | undefined;
  others: BookToRead[];
  today: number;
  language: string;
  meeting: NextMeeting | undefined;
}

type BookToBegin = NonNullable<Awaited<ReturnType<typeof findBookToBegin>>>;

/** What the reader reads now, or else could begin; undefined where their groups have no books. */
export async function loadReading(c: C): Promise<Reading | { begin: BookToBegin; meeting?: NextMeeting } | undefined> {
  const { user, deps: { db, clock } } = c.var;
  const { timeZone, language } = readerLocale(c);
  const now = clock();
  const today = dayOf(now, timeZone);
  const meetingWhere = async ({ meets }: { meets: number }) =>
    meets ? await findNextMeeting(db, user.id, { within: groupsLimits.meetings.soon }, now) : undefined;
  const [first, ...others] = await listBooksToRead(db, user.id, { today: dateOfDay(today), now });
  if (!first) {
    const begin = await findBookToBegin(db, user.id, now);
    return begin && { begin, meeting: await meetingWhere(begin) };
  }
  const { bookId, edition } = first;
  const [meeting, readers, opened] = await Promise.all([
    meetingWhere(first),
    listSharingReaders(db, user.id, { bookId, copy: edition }),
    countOpened(db, user.id, first),
  ]);
  const company = readers.filter((reader) => reader.user.id !== user.id);
  return { first, readers: company, opened, others, today, language, meeting };
}

/** Within a week, of any of their groups. */
export function MeetingAhead({ c, meeting }: { c: C; meeting: NextMeeting }) {
  const { id, groupId, groupName, title, date, startsAt, timeZone } = meeting;
  const format = timesFor(c)(timeZone);
  const href = date === null ? clubPaths.meeting(groupId, id) : clubPaths.meetingDate(groupId, id, date);
  return (
    <p className="today-meeting">
      {texts.nextMeeting}{" "}
      <a href={href}>
        <bdi>{title}</bdi>
      </a>
      <span>
        <time dateTime={startsAt} title={format.fullNamed(startsAt)}>{format.short(startsAt)}</time>,{" "}
        <bdi className="muted">{groupName}</bdi>
      </span>
    </p>
  );
}

interface Props {
  reading: Reading;
  /** What comes after the books. */
  ahead?: ReactNode;
  failed?: FailedForm & { bookId: string };
}

export const BeginReading = ({ book, ahead }: { book: BookToBegin; ahead?: ReactNode }) => (
  <section className="today" aria-labelledby="today-title">
    <h1 id="today-title">{texts.title}</h1>
    <article className="card today-book">
      <Cover book={book} width={96} />
      <div className="today-text">
        <BookName book={book} />
        <p className="muted">{texts.notBegun}</p>
      </div>
      <div className="today-turn">
        <LinkButton kind="primary" icon="book" href={readingPaths.bookPage(book.groupId, book.bookId)}>
          {texts.begin}
        </LinkButton>
      </div>
    </article>
    {ahead}
  </section>
);

export function Today({ reading, ahead, failed }: Props) {
  const { first, others, readers, opened } = reading;
  return (
    <section className="today" aria-labelledby="today-title">
      <h1 id="today-title">{texts.title}</h1>
      <article className="card today-book">
        <OpenedLine book={first} opened={opened} />
        <a href={readingPaths.bookPage(first.groupId, first.bookId)} tabIndex={-1} aria-hidden>
          <Cover book={first} width={96} />
        </a>
        <div className="today-text">
          <BookName book={first} />
          <Lead book={first} day={reading} className="today-lead" />
          <BookBar book={first} />
        </div>
        <Turn book={first} reading={reading} failed={failed} />
        {readers.length > 0 && <Company book={first} readers={readers} />}
      </article>
      {others.length > 0 && (
        <details
          className="fold today-others"
          open={others.some(({ bookId }) => bookId === failed?.bookId)}
        >
          <summary>{`${texts.alsoReading}: ${others.map(({ title }) => title).join(", ")}`}</summary>
          <ul>
            {others.map((book) => (
              <li key={book.bookId}>
                <Cover book={book} width={48} />
                <div className="today-text">
                  <BookName book={book} />
                  <Lead book={book} day={reading} />
                </div>
                <Turn book={book} reading={reading} failed={failed} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {ahead}
    </section>
  );
}

type NamedBook = Pick<BookToRead, "groupId" | "bookId" | "title" | "groupName">;

const BookName = ({ book: { groupId, bookId, title, groupName } }: { book: NamedBook }) => (
  <div className="today-name">
    <h2 className="today-title">
      <a href={readingPaths.bookPage(groupId, bookId)}>
        <bdi>{title}</bdi>
      </a>
    </h2>
    <p className="muted">
      <a href={groupPaths.group(groupId)}>
        <bdi>{groupName}</bdi>
      </a>
    </p>
  </div>
);

type Day = Pick<Reading, "today" | "language">;

/** Where the group plans to be by the end of today; undefined before and after its plan. */
function targetOf({ plan, edition }: BookToRead, { today }: Day): number | undefined {
  const date = dateOfDay(today);
  if (!plan || date < plan.startsOn || date > plan.targetOn) return undefined;
  return pageAt(edition, expectedAt(plan, today));
}

/** What the plan asks for; nothing where there is none, or it has ended. */
function Lead({ book, day, className }: { book: BookToRead; day: Day; className?: string }) {
  const text = leadOf(book, day);
  return text && <p className={className}>{text}</p>;
}

function leadOf(book: BookToRead, day: Day): string | undefined {
  const { plan, edition, position } = book;
  const page = pageAt(edition, position);
  const target = targetOf(book, day);
  if (target === undefined) {
    const isToCome = plan && dateOfDay(day.today) < plan.startsOn;
    return isToCome ? texts.begins(writeDate(plan.startsOn, day.language)) : undefined;
  }
  if (target <= page) return texts.isThere;
  return `${texts.readTo(target, edition.unit)}, ${texts.left(target - page, edition.unit)}`;
}

const placeOf = ({ edition, position }: BookToRead): string =>
  position === 0 ? texts.notBegun : texts.at(pageAt(edition, position), edition.unit, edition.pageCount);

function BookBar({ book }: { book: BookToRead }) {
  const percent = percentAt(book.position);
  const label = (
    <>
      <span className="visually-hidden">{placeOf(book)}</span>
      <span>{`${percent}%`}</span>
    </>
  );
  return <ProgressBar value={percent} max={100} label={label} />;
}

interface TurnProps extends Props {
  book: BookToRead;
}

function Turn({ book, reading, failed }: TurnProps) {
  const { groupId, bookId, edition, position } = book;
  const page = pageAt(edition, position);
  const target = targetOf(book, reading);
  const isBehind = target !== undefined && target > page;
  return (
    <div className="today-turn">
      {isBehind && (
        <form method="post" action={todayFormPath(groupId, bookId, "caught-up")}>
          <input type="hidden" name="page" value={target} />
          <Button type="submit" kind="primary" icon="check" aria-label={`${texts.iHaveReadIt}: ${book.title}`}>
            {texts.iHaveReadIt}
          </Button>
        </form>
      )}
      <TurnForm
        id={`turn-${bookId}`}
        bookId={bookId}
        copy={edition}
        page={page}
        label={turnTexts.page[edition.unit]}
        action={todayFormPath(groupId, bookId, "turn")}
        failed={failed?.bookId === bookId ? failed : undefined}
      />
    </div>
  );
}

interface CompanyProps {
  book: BookToRead;
  readers: Reading["readers"];
}

function Company({ book: { position, edition: { unit } }, readers }: CompanyProps) {
  const sides = [
    [texts.ahead, readers.filter((reader) => reader.position > position).toReversed()],
    [texts.here, readers.filter((reader) => reader.position === position)],
    [texts.behind, readers.filter((reader) => reader.position < position)],
  ] as const;
  return (
    <dl className="today-company">
      {sides.map(([side, people]) =>
        people.length > 0 && (
          <div key={side}>
            <dt>{side}</dt>
            <dd>
              <span className="today-faces" aria-hidden="true">
                {people.slice(0, limits.faces).map(({ user }) => <Avatar key={user.id} user={user} size={28} />)}
              </span>
              <span dir="auto">{namesIn(people, unit)}</span>
            </dd>
          </div>
        )
      )}
    </dl>
  );
}

function namesIn(people: readonly SharingReader[], unit: CopyUnit): string {
  const names = people.slice(0, limits.faces).map(({ user, page }) =>
    `${displayName(user)}, ${placeWithin(page, unit)}`
  ).join("; ");
  const more = people.length - limits.faces;
  return more > 0 ? `${names} ${texts.others(more)}` : names;
}
