/** Everyone's own list of books: imported ones, and those they have finished in a group. */
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { and, asc, desc, eq, gt, gte, sql } from "drizzle-orm";
import { isbn13 } from "../../server/contract/books/isbn.ts";
import type { LibraryBook } from "../../server/contract/reading/reading_log.ts";
import { type Db, shortWait } from "../engine/client.ts";
import { folded } from "../engine/searchable.ts";
import { pageOf } from "../engine/page.ts";
import { books, library, members, readingDays } from "../schema.ts";
import { type Quota, rowSize, unlimited } from "../account/storage.ts";

/** A book to be stored in a list. */
export interface NewLibraryBook extends LibraryBook {
  isbn: string | null;
}

/** Characters. Folding makes up to eighteen of one, and the index has each key once more. */
const longestKey = 64;

/** The same for the same book: its ISBN-13, or else its title and author; the SHA-256 of what is longer than that. */
export const libraryKey = ({ isbn, title, author }: Pick<NewLibraryBook, "isbn" | "title" | "author">): string =>
  shortKey((isbn && isbn13(isbn)) || [title, author ?? ""].map((text) => folded(text) || text).join("\n"));

const shortKey = (key: string): string =>
  key.length > longestKey ? createHash("sha256").update(key).digest("hex") : key;

/**
 * Shortens some of the keys that versions before this one have stored. Of a book that was stored again meanwhile the
 * earlier one is deleted.
 *
 * @returns whether there may be more
 */
export async function shortenKeys(db: Db): Promise<boolean> {
  // A literal names the partial index.
  const long = await db.q.select({ id: library.id, key: library.key }).from(library)
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
  id: library.id,
  title: library.title,
  author: library.author,
  pageCount: library.pageCount,
  status: library.status,
  startedOn: library.startedOn,
  finishedOn: library.finishedOn,
  rating: library.rating,
};

/**
 * Stores books in somebody's list, as long as that and their account have room. Of those that are there already only
 * what is finished now changes, so that doing it again changes nothing.
 *
 * @returns how many were not there before, how many have changed, for how many there was no room, and whether that is
 * the account's
 */
export async function storeInLibrary(
  db: Db,
  userId: string,
  { entries, quota = unlimited }: Quota & { entries: NewLibraryBook[] },
  now: number,
): Promise<{ added: number; changed: number; dropped: number; isAccountFull: boolean }> {
  const rows = JSON.stringify(entries.map((entry) => ({ ...entry, key: libraryKey(entry) })));
  const largest = Math.max(...entries.map(sizeOfBook));
  const size = db.q.select({ count: sql<number>`count(*)` }).from(library).where(eq(library.userId, userId));
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
            ${readingLimits.ownLibrary.books} - (select count(*) from library where user_id = ${userId}),
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
  const isAccountFull = dropped > 0 && after.count < readingLimits.ownLibrary.books;
  return { added, changed: stored.length - added, dropped, isAccountFull };
}

/** As it is counted: its texts, and what the row needs. */
const sizeOfBook = ({ title, author }: NewLibraryBook): number =>
  rowSize.text + Buffer.byteLength(title + (author ?? ""));

/** Adds a book that somebody has finished in a group to their list. */
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
  }).from(books).innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, userId)))
    .where(eq(books.id, bookId)).get();
  if (!book) return;
  await storeInLibrary(db, userId, { entries: [{ ...book, id, status: "read", finishedOn: day, rating: null }] }, now);
}

/**
 * Takes a book out of a reader's list that was added as they finished it, which was a mistake; one that was there before
 * is being read again.
 *
 * @param finished when, and the day of it
 */
export async function takeBackFinished(
  db: Db,
  userId: string,
  { bookId, day, finishedAt }: { bookId: string; day: string; finishedAt: number },
): Promise<void> {
  const book = await db.q.select({ title: books.title, author: books.author, isbn: books.isbn }).from(books)
    .where(eq(books.id, bookId)).get();
  if (!book) return;
  const same = and(
    eq(library.userId, userId),
    eq(library.key, libraryKey(book)),
    eq(library.status, "read"),
    eq(library.finishedOn, day),
  );
  await db.write([
    db.q.delete(library).where(and(same, gte(library.createdAt, finishedAt))),
    db.q.update(library).set({ status: "reading", finishedOn: null }).where(same),
  ]);
}

interface OfYear {
  year: number;
  /** Whether those that are being read count. */
  isCurrent: boolean;
  limit: number;
}

/** The books that somebody has finished in a year, the latest first, after those that they are reading. */
export async function listYear(
  db: Db,
  userId: string,
  { year, isCurrent, limit }: OfYear,
): Promise<{ books: LibraryBook[]; hasMore: boolean; finished: number }> {
  const finished = sql`${library.finishedOn} between ${`${year}-01-01`} and ${`${year}-12-31`}`;
  const [rows, count] = await Promise.all([
    db.q.select(columns).from(library)
      .where(and(eq(library.userId, userId), isCurrent ? sql`(${finished} or status = 'reading')` : finished))
      .orderBy(sql`status = 'reading' desc`, desc(library.finishedOn), asc(library.id)).limit(limit + 1),
    db.q.select({ count: sql<number>`count(*)` }).from(library)
      .where(and(eq(library.userId, userId), eq(library.status, "read"), finished)).get(),
  ]);
  const page = pageOf(rows, limit);
  return { books: page.rows, hasMore: page.hasMore, finished: count!.count };
}

interface Part {
  /** The id of the book before it. */
  after?: string;
  limit: number;
}

/** Somebody's whole list in the order in which it was made, with what only an export has. */
export const listLibrary = (db: Db, userId: string, { after, limit }: Part): Promise<ExportedBook[]> =>
  db.q.select({ ...columns, isbn: library.isbn, createdAt: library.createdAt }).from(library)
    .where(and(eq(library.userId, userId), after === undefined ? undefined : gt(library.id, after)))
    .orderBy(asc(library.id)).limit(limit);

export interface ExportedBook extends LibraryBook {
  isbn: string | null;
  createdAt: number;
}

/** Removes a book from its owner's list. @returns whether it was there */
export async function removeFromLibrary(db: Db, userId: string, id: string): Promise<boolean> {
  const [removed] = await db.write([
    db.q.delete(library).where(and(eq(library.userId, userId), eq(library.id, id))).returning({ id: library.id }),
  ]);
  return removed.length > 0;
}
