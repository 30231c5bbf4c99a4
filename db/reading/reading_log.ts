import { and, asc, between, eq, type SQL, sql, sum } from "drizzle-orm";
import { textEnd } from "../../server/contract/reading/positions.ts";
import type { ReadingDay } from "../../server/contract/reading/shapes.ts";
import type { Db, Statement } from "../engine/client.ts";
import { membershipOf } from "../groups/roles.ts";
import { readingDays } from "../schema.ts";

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
export const countPages = (db: Db, readerId: string, turn: CountedTurn): [Statement, Statement] => {
  const { bookId, position, at, isDated, day } = turn;
  const rise = sql`from books join members on ${membershipOf(readerId, sql`books.group_id`)}
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
        where books.id = ${bookId} and timers.ends_at > ${at})
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

export async function listReadingDays(db: Db, userId: string, year: number): Promise<ReadingDay[]> {
  const rows = await db.q.select({ day: readingDays.day, pages: sum(readingDays.pages).mapWith(Number) })
    .from(readingDays).where(and(eq(readingDays.userId, userId), inYear(year)))
    .groupBy(readingDays.day).orderBy(asc(readingDays.day));
  return rows.map(({ day, pages }) => ({ day, pages: Math.round(pages) }));
}

const inYear = (year: number) => between(readingDays.day, `${year}-01-01`, `${year}-12-31`);

export async function listReadingYears(db: Db, userId: string): Promise<number[]> {
  const rows = await db.q.all<{ year: number }>(sql`
    select cast(substr(day, 1, 4) as integer) as year from reading_days where user_id = ${userId}
    union select cast(substr(finished_on, 1, 4) as integer) from library
      where user_id = ${userId} and finished_on is not null
    order by year desc limit 100`);
  return rows.map(({ year }) => year);
}
