/** How far readers are in books. Every query joins the reader's membership. */
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Progress } from "../../server/contract/books/books.ts";
import { calendarDay } from "../../server/contract/reading/days.ts";
import { type Edition, pageAt, percentAt, textEnd } from "../../server/contract/reading/positions.ts";
import type { Db } from "../engine/client.ts";
import { iso } from "../people/columns.ts";
import { countPages } from "./reading_log.ts";
import { books, members, progress } from "../schema.ts";

export interface Turn {
  bookId: string;
  /** In the book's own pages. */
  currentPage: number;
  /** The same as a position. */
  position: number;
  /** When it was turned, where that may be long ago: one before the stored one changes nothing. */
  at?: number;
  /** The day on which it was turned, by the reader's calendar, as `YYYY-MM-DD`; today's in UTC without it. */
  day?: string;
}

export interface ProgressRow {
  currentPage: number;
  readAt: number;
  position: number;
  reached: number;
  openedAt: number;
  finishedAt: number | null;
}

/** What turning to a page has changed. */
export interface Turned {
  /** What was stored; undefined where nothing was. */
  before: ProgressRow | undefined;
  /** What is stored. */
  after: ProgressRow;
}

/** A reader's progress, as the reader sees it. */
export const asProgress = (
  { bookId, userId, edition }: { bookId: string; userId: string; edition: Edition },
  { currentPage, readAt, position }: Pick<ProgressRow, "currentPage" | "readAt" | "position">,
): Progress => ({
  bookId,
  userId,
  currentPage,
  page: pageAt(edition, position),
  progress: percentAt(position),
  lastReadAt: iso(readAt),
});

/** Whether a turn is so soon after the one that opened the book up to `reached` that it may go on with it, or take it back. */
const isSoon = sql`excluded.read_at - ${progress.openedAt} <= ${readingLimits.turn.takenBackWithin}`;

/** Whether a turn opens more, and is not only a few pages read on from a page that may be mistyped. */
const opens = sql`excluded.reached > ${progress.reached} and not (${isSoon}
  and 10 * (excluded.reached - ${progress.reached}) < ${progress.reached} - ${progress.openedFrom})`;

/** What is read stays read: turning back takes no more back than the turn that it follows. */
const reachedThen = sql`case
  when excluded.reached >= ${progress.reached} then excluded.reached
  when ${isSoon} then min(${progress.reached}, max(excluded.reached, ${progress.openedFrom}))
  else ${progress.reached} end`;

/** A book that was finished by a turn that is taken back is not finished. */
const finishedThen = sql`case
  when ${progress.finishedAt} >= ${progress.openedAt} and ${reachedThen} < ${progress.reached} then null
  else coalesce(${progress.finishedAt}, excluded.finished_at) end`;

/**
 * Stores the page a reader is on. The latest write wins, or the latest turn where it has a time. To turn back soon after
 * a turn takes back what that has opened: the page may have been mistyped.
 *
 * @returns undefined to an outsider
 */
export async function saveProgress(
  db: Db,
  readerId: string,
  { bookId, currentPage, position, at, day }: Turn,
  now: number,
): Promise<Turned | undefined> {
  const value = <T>(value: T, column: string): SQL.Aliased<T> => sql<T>`${value}`.as(column);
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
    db.q.insert(progress).select(
      db.q.select({
        bookId: books.id,
        userId: members.userId,
        currentPage: value(currentPage, "current_page"),
        readAt: value(readAt, "read_at"),
        position: value(position, "position"),
        reached: value(position, "reached"),
        openedFrom: value(0, "opened_from"),
        openedAt: value(readAt, "opened_at"),
        finishedAt: value(position === textEnd ? now : null, "finished_at"),
      }).from(books)
        .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
        .where(eq(books.id, bookId)),
    ).onConflictDoUpdate({
      target: [progress.bookId, progress.userId],
      set: {
        currentPage,
        position,
        readAt: sql`max(excluded.read_at, ${progress.readAt} + 1)`,
        reached: reachedThen,
        openedFrom: sql`case when ${opens} then ${progress.reached} else ${progress.openedFrom} end`,
        openedAt: sql`case when ${opens} then excluded.read_at else ${progress.openedAt} end`,
        finishedAt: finishedThen,
      },
      setWhere: at === undefined ? undefined : sql`excluded.read_at > ${progress.readAt}`,
    }),
    stored(db, readerId, bookId),
  ]);
  return after && { before, after };
}

const stored = (db: Db, readerId: string, bookId: string) =>
  db.q.select({
    currentPage: progress.currentPage,
    readAt: progress.readAt,
    position: progress.position,
    reached: progress.reached,
    openedAt: progress.openedAt,
    finishedAt: progress.finishedAt,
  }).from(progress)
    .innerJoin(books, eq(books.id, progress.bookId))
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .where(and(eq(progress.bookId, bookId), eq(progress.userId, readerId)));
