import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { calendarDay } from "../../server/contract/reading/days.ts";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { pageAt, percentAt, textEnd } from "../../server/contract/reading/positions.ts";
import type { Copy, Progress } from "../../server/contract/reading/shapes.ts";
import type { Db, Statement } from "../engine/client.ts";
import { iso } from "../engine/query.ts";
import { isOpenFor, shelfMembershipOf } from "../groups/roles.ts";
import { books, members, progress } from "../schema.ts";
import { bookOf } from "./copies.ts";

interface Turn {
  bookId: string;
  currentPage: number;
  position: number;
  /** In the text of the book, where it was turned to that. */
  place?: number | null;
  /** Where that may be long ago: a turn before the stored one changes nothing. */
  at?: number;
  /** `YYYY-MM-DD`, by the reader's calendar; today's in UTC without it. */
  day?: string;
}

export interface ProgressRow {
  currentPage: number;
  readAt: number;
  position: number;
  reached: number;
  openedAt: number;
  finishedAt: number | null;
  textPlace: number | null;
}

export interface Turned {
  before: ProgressRow | undefined;
  after: ProgressRow;
}

export const asProgress = (
  { bookId, userId, edition }: { bookId: string; userId: string; edition: Copy },
  { currentPage, readAt, position, textPlace }: Pick<ProgressRow, "currentPage" | "readAt" | "position" | "textPlace">,
): Progress => ({
  bookId,
  userId,
  currentPage,
  page: pageAt(edition, position),
  progress: percentAt(position),
  place: textPlace,
  lastReadAt: iso(readAt),
});

/** So soon after the turn that opened the book up to `reached` that it may go on with it, or take it back. */
const isSoon = sql`excluded.read_at - progress.opened_at <= ${readingLimits.turn.takenBackWithin}`;

/** Not only a few pages on from a page that may be mistyped. */
const opens = sql`excluded.reached > progress.reached and not (${isSoon}
  and 10 * (excluded.reached - progress.reached) < progress.reached - progress.opened_from)`;

/** Turning back takes no more back than the turn that it follows. */
const reachedThen = sql`case
  when excluded.reached >= progress.reached then excluded.reached
  when ${isSoon} then min(progress.reached, max(excluded.reached, progress.opened_from))
  else progress.reached end`;

const finishedThen = sql`case
  when progress.finished_at >= progress.opened_at and ${reachedThen} < progress.reached then null
  else coalesce(progress.finished_at, excluded.finished_at) end`;

/** Latest wins. Turning back soon takes back what a turn has opened: it may have been mistyped. */
export async function saveProgress(
  db: Db,
  readerId: string,
  { bookId, currentPage, position, place = null, at, day }: Turn,
  now: number,
): Promise<Turned | undefined> {
  const readAt = at === undefined ? now : Math.min(at, now);
  const [[before], , , , [after]] = await db.write([
    stored(db, readerId, bookId),
    ...countPages(db, readerId, {
      bookId,
      position,
      day: day ?? calendarDay({ now }),
      at: readAt,
      isDated: at !== undefined,
    }),
    db.q.run(sql`
      insert into progress (book_id, user_id, current_page, read_at, position, reached, opened_at, finished_at, text_place)
      select books.id, members.user_id, ${currentPage}, ${readAt}, ${position}, ${position}, ${readAt},
        ${position === textEnd ? now : null}, ${place}
      from ${bookOf(readerId, bookId)}
      on conflict (book_id, user_id) do update set current_page = excluded.current_page,
        position = excluded.position, text_place = excluded.text_place, read_at = max(excluded.read_at, progress.read_at + 1), reached = ${reachedThen},
        opened_from = case when ${opens} then progress.reached else progress.opened_from end,
        opened_at = case when ${opens} then excluded.read_at else progress.opened_at end,
        finished_at = ${finishedThen}
        where ${at === undefined ? sql`true` : sql`excluded.read_at > progress.read_at`}`),
    stored(db, readerId, bookId),
  ]);
  return after && { before, after };
}

/** What was opened up to there is no longer announced. */
export const saveOpenedSeen = (
  db: Db,
  readerId: string,
  { bookId, reached }: { bookId: string; reached: number },
): Promise<unknown> =>
  db.write([
    db.q.update(progress).set({ openedSeen: reached })
      .where(and(eq(progress.bookId, bookId), eq(progress.userId, readerId), lt(progress.openedSeen, reached))),
  ]);

const stored = (db: Db, readerId: string, bookId: string) =>
  db.q.select({
    currentPage: progress.currentPage,
    readAt: progress.readAt,
    position: progress.position,
    reached: progress.reached,
    openedAt: progress.openedAt,
    finishedAt: progress.finishedAt,
    textPlace: progress.textPlace,
  }).from(progress)
    .innerJoin(books, eq(books.id, progress.bookId))
    .innerJoin(members, shelfMembershipOf(readerId))
    .where(and(eq(progress.bookId, bookId), eq(progress.userId, readerId)));

interface CountedTurn {
  bookId: string;
  position: number;
  at: number;
  isDated: boolean;
  day: string;
}

const ownPageCount = (readerId: string, bookId: string) =>
  sql`coalesce((
    select editions.page_count from reader_settings as settings join editions on editions.id = settings.edition_id
    where settings.book_id = ${bookId} and settings.user_id = ${readerId} and editions.unit = 'pages'
  ), (select page_count from books where id = ${bookId}))`;

const pagesOf = (positions: SQL, pageCount: SQL) => sql`(${positions}) * ${pageCount} / ${sql.raw(`${textEnd}.0`)}`;

/** For the day and the session that their group reads in; they stand before the one that stores the turn. */
const countPages = (db: Db, readerId: string, turn: CountedTurn): [Statement, Statement] => {
  const { bookId, position, at, isDated, day } = turn;
  const rise = sql`from books join members on ${shelfMembershipOf(readerId)}
    left join progress on progress.book_id = books.id and progress.user_id = ${readerId}
    where books.id = ${bookId} and ${position} > coalesce(progress.reached, 0)
    ${isDated ? sql`and ${at} > coalesce(progress.read_at, ${at} - 1)` : sql``}`;
  const pages = pagesOf(sql`${position} - coalesce(progress.reached, 0)`, ownPageCount(readerId, bookId));
  return [
    db.q.run(sql`insert into reading_days (user_id, day, book_id, pages)
      select ${readerId}, ${day}, books.id, ${pages} ${rise}
      on conflict (user_id, day, book_id) do update set pages = pages + excluded.pages`),
    db.q.run(sql`update timer_readers set pages = pages + (select ${pages} ${rise})
      where user_id = ${readerId} and joined_at <= ${at}
      and group_id = (select timers.group_id from timers join books on books.group_id = timers.group_id
        where books.id = ${bookId} and timers.ends_at > ${at} and ${isOpenFor(readerId, sql`timers.group_id`)})
      and exists (select 1 ${rise})`),
  ];
};

interface TakenBack {
  bookId: string;
  from: number;
  to: number;
  at: number;
}

export async function uncountPages(db: Db, readerId: string, { bookId, from, to, at }: TakenBack): Promise<void> {
  const pages = pagesOf(sql`${from - to}`, ownPageCount(readerId, bookId));
  const ofBook = sql`user_id = ${readerId} and book_id = ${bookId}`;
  await db.write([
    db.q.run(sql`update reading_days set pages = pages - ${pages}
      where ${ofBook} and day = (select max(day) from reading_days where ${ofBook})`),
    // What is less than a hundredth is what rounding has left.
    db.q.run(sql`delete from reading_days where ${ofBook} and pages < 0.01`),
    db.q.run(sql`update timer_readers set pages = max(0, pages - ${pages})
      where user_id = ${readerId} and joined_at <= ${at}
      and group_id = (select timers.group_id from timers join books on books.group_id = timers.group_id
        where books.id = ${bookId} and timers.ends_at > ${at})`),
  ]);
}
