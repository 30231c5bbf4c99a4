import { and, asc, between, desc, eq, gt, gte, type SQL, sql, sum } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { isbn13 } from "../../server/contract/books/isbn.ts";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import type { ListedBook, ReadingDay, ReadingStatus } from "../../server/contract/reading/shapes.ts";
import { type Quota, rowSize, unlimited } from "../account/storage.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { listed, pageOf } from "../engine/query.ts";
import { searchable } from "../engine/searchable.ts";
import { shelfMembershipOf } from "../groups/roles.ts";
import { books, members, readingDays, readingList } from "../schema.ts";

export interface NewListedBook extends ListedBook {
  isbn: string | null;
}

/** Characters: up to eighteen become of one, and the index has each key once more. */
const longestKey = 64;

export const readingListKey = ({ isbn, title, author }: Pick<NewListedBook, "isbn" | "title" | "author">): string =>
  shortKey((isbn && isbn13(isbn)) || [title, author ?? ""].map((text) => searchable(text) || text).join("\n"));

const shortKey = (key: string): string =>
  key.length > longestKey ? createHash("sha256").update(key).digest("hex") : key;

export async function shortenKeys(db: Db): Promise<boolean> {
  // A literal names the partial index.
  const long = await db.q.select({ id: readingList.id, key: readingList.key }).from(readingList)
    .where(sql.raw(`length(key) > ${longestKey}`)).limit(100);
  if (long.length === 0) return false;
  const short = JSON.stringify(long.map(({ id, key }) => ({ id, key: shortKey(key) })));
  await db.write([
    db.q.run(sql`update or ignore library set key = value ->> 'key' from json_each(${short})
      where library.id = value ->> 'id'`),
    db.q.run(sql`delete from library where id in (select value ->> 'id' from json_each(${short}))
      and ${sql.raw(`length(key) > ${longestKey}`)}`),
  ], shortWait);
  return true;
}

const columns = {
  id: readingList.id,
  title: readingList.title,
  author: readingList.author,
  pageCount: readingList.pageCount,
  status: readingList.status,
  startedOn: readingList.startedOn,
  finishedOn: readingList.finishedOn,
  rating: readingList.rating,
};

/** Doing it again changes nothing. @returns for how many there was no room, and whether that is the account's */
export async function storeInReadingList(
  db: Db,
  userId: string,
  { entries, quota = unlimited }: Quota & { entries: NewListedBook[] },
  now: number,
): Promise<{ added: number; changed: number; dropped: number; isAccountFull: boolean }> {
  const rows = JSON.stringify(entries.map((entry) => ({ ...entry, key: readingListKey(entry) })));
  const largest = Math.max(...entries.map(sizeOfBook));
  const size = db.q.select({ count: sql<number>`count(*)` }).from(readingList).where(eq(readingList.userId, userId));
  const [[before], stored, [after], [{ dropped }]] = await db.write([
    size,
    db.q.all<{ id: string }>(sql`
      insert into library (id, user_id, key, title, author, isbn, page_count, status, started_on, finished_on, rating,
        created_at)
      select value ->> 'id', ${userId}, value ->> 'key', value ->> 'title', value ->> 'author', value ->> 'isbn',
        value ->> 'pageCount', value ->> 'status', value ->> 'startedOn', value ->> 'finishedOn', value ->> 'rating',
        ${now}
      from json_each(${rows})
      where json_each.key in (
          select fresh.key from json_each(${rows}) as fresh
          where not exists (
            select 1 from library where user_id = ${userId} and library.key = fresh.value ->> 'key')
          order by fresh.key
          limit max(0, min(
            ${readingLimits.readingList.books} - (select count(*) from library where user_id = ${userId}),
            cast((${quota} - (select bytes from account_storage where user_id = ${userId})) / ${largest} as integer)
          ))
        ) or exists (select 1 from library where user_id = ${userId} and library.key = value ->> 'key')
      on conflict (user_id, key) do update set status = excluded.status,
        started_on = coalesce(library.started_on, excluded.started_on), finished_on = excluded.finished_on,
        rating = coalesce(excluded.rating, library.rating)
        where library.status <> 'read' and excluded.status = 'read'
      returning id`),
    size,
    db.q.all<{ dropped: number }>(sql`select count(*) as dropped from json_each(${rows}) as row
      where not exists (select 1 from library where user_id = ${userId} and library.key = row.value ->> 'key')`),
  ]);
  const added = after.count - before.count;
  const isAccountFull = dropped > 0 && after.count < readingLimits.readingList.books;
  return { added, changed: stored.length - added, dropped, isAccountFull };
}

const sizeOfBook = ({ title, author }: NewListedBook): number =>
  rowSize.text + Buffer.byteLength(title + (author ?? ""));

export type BookForList = Pick<NewListedBook, "title" | "author" | "isbn" | "pageCount">;

/** One of a group of theirs. */
export const findForList = (db: Db, userId: string, bookId: string): Promise<BookForList | undefined> =>
  db.q.select({ title: books.title, author: books.author, isbn: books.isbn, pageCount: books.pageCount }).from(books)
    .innerJoin(members, shelfMembershipOf(userId)).where(eq(books.id, bookId)).get();

/** @param key see `readingListKey` */
export const findListed = (db: Db, userId: string, key: string): Promise<ListedBook | undefined> =>
  db.q.select(columns).from(readingList).where(and(eq(readingList.userId, userId), eq(readingList.key, key))).get();

type Keyed = Pick<NewListedBook, "isbn" | "title" | "author"> & { id: string };

/** Of some books the ids of those that are on somebody's list, as read or to be read. */
export async function listOnList(db: Db, userId: string, books: Keyed[]): Promise<Set<string>> {
  const ids = new Map(books.map((book) => [readingListKey(book), book.id]));
  const rows = await db.q.select({ key: readingList.key }).from(readingList)
    .where(and(eq(readingList.userId, userId), sql`${readingList.key} in ${listed([...ids.keys()])}`));
  return new Set(rows.map(({ key }) => ids.get(key)!));
}

export async function listWanted(
  db: Db,
  userId: string,
  { after, limit }: { after?: string; limit: number },
): Promise<{ books: ListedBook[]; hasMore: boolean }> {
  const rows = await db.q.select(columns).from(readingList).where(and(
    eq(readingList.userId, userId),
    eq(readingList.status, "to-read"),
    after === undefined ? undefined : gt(readingList.id, after),
  )).orderBy(asc(readingList.id)).limit(limit + 1);
  const page = pageOf(rows, limit);
  return { books: page.rows, hasMore: page.hasMore };
}

export async function addFinished(
  db: Db,
  userId: string,
  { id, bookId, day }: { id: string; bookId: string; day: string },
  now: number,
): Promise<void> {
  const book = await db.q.select({
    title: books.title,
    author: books.author,
    isbn: books.isbn,
    pageCount: books.pageCount,
    startedOn: sql<string | null>`(select min(${readingDays.day}) from ${readingDays}
      where ${readingDays.userId} = ${userId} and ${readingDays.bookId} = ${bookId})`,
  }).from(books).innerJoin(members, shelfMembershipOf(userId))
    .where(eq(books.id, bookId)).get();
  if (!book) return;
  await storeInReadingList(
    db,
    userId,
    { entries: [{ ...book, id, status: "read", finishedOn: day, rating: null }] },
    now,
  );
}

/** Their stars for a book of a group, which is in the list since they have finished it. */
export async function rateInReadingList(
  db: Db,
  userId: string,
  { bookId, stars }: { bookId: string; stars: number },
): Promise<void> {
  await db.write([
    db.q.update(readingList).set({ rating: stars }).where(await listedAs(db, userId, bookId)),
  ]);
}

/** The entry of somebody's list that is a book of a group: none where the book is not there. */
async function listedAs(db: Db, userId: string, bookId: string): Promise<SQL | undefined> {
  const book = await db.q.select({ title: books.title, author: books.author, isbn: books.isbn }).from(books)
    .where(eq(books.id, bookId)).get();
  return book ? and(eq(readingList.userId, userId), eq(readingList.key, readingListKey(book))) : sql`false`;
}

/** It was added by mistake as they finished it; one that was there before is being read again. */
export async function takeBackFinished(
  db: Db,
  userId: string,
  { bookId, day, finishedAt }: { bookId: string; day: string; finishedAt: number },
): Promise<void> {
  const entry = await listedAs(db, userId, bookId);
  const same = and(entry, eq(readingList.status, "read"), eq(readingList.finishedOn, day));
  await db.write([
    db.q.delete(readingList).where(and(same, gte(readingList.createdAt, finishedAt))),
    db.q.update(readingList).set({ status: "reading", finishedOn: null }).where(same),
  ]);
}

export async function listYear(
  db: Db,
  userId: string,
  { year, isCurrent, limit }: { year: number; isCurrent: boolean; limit: number },
): Promise<{ books: ListedBook[]; hasMore: boolean; finished: number }> {
  const finished = isIn(readingList.finishedOn, year);
  const [rows, count] = await Promise.all([
    db.q.select(columns).from(readingList)
      .where(and(eq(readingList.userId, userId), isCurrent ? sql`(${finished} or status = 'reading')` : finished))
      .orderBy(sql`status = 'reading' desc`, desc(readingList.finishedOn), asc(readingList.id)).limit(limit + 1),
    db.q.select({ count: sql<number>`count(*)` }).from(readingList)
      .where(and(eq(readingList.userId, userId), eq(readingList.status, "read"), finished)).get(),
  ]);
  const page = pageOf(rows, limit);
  return { books: page.rows, hasMore: page.hasMore, finished: count!.count };
}

export const listReadingList = (
  db: Db,
  userId: string,
  { after, limit }: { after?: string; limit: number },
): Promise<ExportedBook[]> =>
  db.q.select({ ...columns, isbn: readingList.isbn, createdAt: readingList.createdAt }).from(readingList)
    .where(and(eq(readingList.userId, userId), after === undefined ? undefined : gt(readingList.id, after)))
    .orderBy(asc(readingList.id)).limit(limit);

export interface ExportedBook extends ListedBook {
  isbn: string | null;
  createdAt: number;
}

/** @param status only one that has it; of any, if left out */
export const removeListedBook = (db: Db, userId: string, id: string, status?: ReadingStatus) =>
  changesRows(db, [
    db.q.delete(readingList).where(and(
      eq(readingList.userId, userId),
      eq(readingList.id, id),
      status && eq(readingList.status, status),
    )),
  ]);

export async function listReadingDays(db: Db, userId: string, year: number): Promise<ReadingDay[]> {
  const rows = await db.q.select({ day: readingDays.day, pages: sum(readingDays.pages).mapWith(Number) })
    .from(readingDays).where(and(eq(readingDays.userId, userId), isIn(readingDays.day, year)))
    .groupBy(readingDays.day).orderBy(asc(readingDays.day));
  return rows.map(({ day, pages }) => ({ day, pages: Math.round(pages) }));
}

const isIn = (day: SQLiteColumn, year: number) => between(day, `${year}-01-01`, `${year}-12-31`);

export async function listReadingYears(db: Db, userId: string): Promise<number[]> {
  const rows = await db.q.all<{ year: number }>(sql`
    select cast(substr(day, 1, 4) as integer) as year from reading_days where user_id = ${userId}
    union select cast(substr(finished_on, 1, 4) as integer) from library
      where user_id = ${userId} and finished_on is not null
    order by year desc limit 100`);
  return rows.map(({ year }) => year);
}
