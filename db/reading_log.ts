/** How much somebody has read on which day: their own log. */
import { and, asc, between, eq, sql, sum } from "drizzle-orm";
import type { ReadingDay } from "../server/contract/reading_log.ts";
import { textEnd } from "../server/contract/positions.ts";
import type { Db, Statement } from "./client.ts";
import { readingDays } from "./schema.ts";

/** A turned page, before it is stored. */
export interface Reading {
  bookId: string;
  position: number;
  /** When it was turned, and whether that must be later than the stored turn. */
  at: number;
  isDated: boolean;
  /** `YYYY-MM-DD`, by the reader's calendar. */
  day: string;
}

/**
 * The statements that count what a turn adds to how far its reader has come, for the day and for the session that their
 * group reads in; they stand before the one that stores the turn.
 */
export const countPages = (db: Db, readerId: string, reading: Reading): [Statement, Statement] => {
  const { bookId, position, at, isDated, day } = reading;
  const rise = sql`from books join members on members.group_id = books.group_id and members.user_id = ${readerId}
    left join progress on progress.book_id = books.id and progress.user_id = ${readerId}
    where books.id = ${bookId} and ${position} > coalesce(progress.reached, 0)
    ${isDated ? sql`and ${at} > coalesce(progress.read_at, ${at} - 1)` : sql``}`;
  // Of their own copy, unless that has minutes or percent.
  const pageCount = sql`coalesce((
    select editions.page_count from reader_settings as settings join editions on editions.id = settings.edition_id
    where settings.book_id = books.id and settings.user_id = ${readerId} and editions.unit = 'pages'
  ), books.page_count)`;
  const pages = sql`(${position} - coalesce(progress.reached, 0)) * ${pageCount} / ${sql.raw(`${textEnd}.0`)}`;
  return [
    db.q.run(sql`insert into reading_days (user_id, day, book_id, pages)
      select ${readerId}, ${day}, books.id, ${pages} ${rise}
      on conflict (user_id, day, book_id) do update set pages = pages + excluded.pages`),
    db.q.run(sql`update timer_readers set pages = pages + (select ${pages} ${rise})
      where user_id = ${readerId} and joined_at <= ${at}
      and group_id = (select timers.group_id from timers join books on books.group_id = timers.group_id
        where books.id = ${bookId} and timers.ends_at > ${at})
      and exists (select 1 ${rise})`),
  ];
};

/** The days of a year on which somebody has read, in order; at most 366. */
export async function listReadingDays(db: Db, userId: string, year: number): Promise<ReadingDay[]> {
  const rows = await db.q.select({ day: readingDays.day, pages: sum(readingDays.pages).mapWith(Number) })
    .from(readingDays).where(and(eq(readingDays.userId, userId), inYear(year)))
    .groupBy(readingDays.day).orderBy(asc(readingDays.day));
  return rows.map(({ day, pages }) => ({ day, pages: Math.round(pages) }));
}

const inYear = (year: number) => between(readingDays.day, `${year}-01-01`, `${year}-12-31`);

/** The years of which somebody's log or list of books has something, the latest first; at most 100. */
export async function listReadingYears(db: Db, userId: string): Promise<number[]> {
  const rows = await db.q.all<{ year: number }>(sql`
    select cast(substr(day, 1, 4) as integer) as year from reading_days where user_id = ${userId}
    union select cast(substr(finished_on, 1, 4) as integer) from library
      where user_id = ${userId} and finished_on is not null
    order by year desc limit 100`);
  return rows.map(({ year }) => year);
}
