/** Books of a group. Every query joins the viewer's membership. */
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { Buffer } from "node:buffer";
import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Book, BookInProgress, NewBook } from "../../server/contract/books/books.ts";
import { copyOf } from "../../server/contract/reading/copy.ts";
import { pageAt, percentAt, textEnd } from "../../server/contract/reading/positions.ts";
import type { Db } from "../engine/client.ts";
import { editionColumns } from "../reading/copies.ts";
import { isMember } from "../groups/groups.ts";
import { iso, shownName } from "../people/columns.ts";
import { asProgress } from "../reading/progress.ts";
import { books, editions, groups, members, progress, readerSettings, users } from "../schema.ts";
import { hasGroupRoom, type Quota, rowSize } from "../account/storage.ts";

export interface NewBookRow extends Omit<NewBook, "coverImage">, Quota {
  id: string;
  groupId: string;
  /** The key of a cover; one that no source has named is not stored. */
  coverKey: string | null;
}

/** The ISBN of a book, if it has one. */
export const findIsbn = async (db: Db, bookId: string): Promise<string | null> =>
  (await db.q.select({ isbn: books.isbn }).from(books).where(eq(books.id, bookId)).get())?.isbn ?? null;

/** The books of a group, the latest first; undefined to an outsider. */
export async function listBooks(db: Db, viewerId: string, groupId: string): Promise<Book[] | undefined> {
  const rows = await booksOf(db, viewerId).where(eq(books.groupId, groupId))
    .orderBy(desc(books.createdAt), desc(books.id));
  if (rows.length === 0 && !await isMember(db, viewerId, groupId)) return undefined;
  return rows.map((row) => asBook(row, viewerId));
}

/** The books of the viewer's groups that the viewer has begun and not finished, the one read last first. */
export async function listBooksInProgress(db: Db, viewerId: string): Promise<BookInProgress[]> {
  const rows = await db.q.select({
    id: books.id,
    title: books.title,
    author: books.author,
    coverImage: bookColumns.coverImage,
    pageCount: books.pageCount,
    edition: editionColumns,
    position: progress.position,
    groupId: groups.id,
    groupName: groups.groupName,
  }).from(progress)
    .innerJoin(books, eq(books.id, progress.bookId))
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, viewerId)))
    .innerJoin(groups, eq(groups.id, books.groupId))
    .leftJoin(readerSettings, and(eq(readerSettings.bookId, books.id), eq(readerSettings.userId, viewerId)))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(and(eq(progress.userId, viewerId), gt(progress.position, 0), lt(progress.position, textEnd)))
    .orderBy(desc(progress.readAt)).limit(peopleLimits.profile.reading);
  return rows.map(({ position, ...book }) => ({
    ...book,
    page: pageAt(copyOf(book), position),
    progress: percentAt(position),
  }));
}

/**
 * Adds a book to a group of the adder's, unless the group has it.
 *
 * @returns the book; undefined where the adder is no member, or the group has no room or one of that ISBN or Google Books
 * id
 */
export async function insertBook(db: Db, adderId: string, book: NewBookRow, now: number): Promise<Book | undefined> {
  const [, , [row]] = await db.write([
    db.q.insert(books).select(rowOf(db, adderId, book, now)).onConflictDoNothing(),
    db.q.update(groups).set({ activeAt: now })
      .where(sql`${groups.id} = (select group_id from books where id = ${book.id})`),
    booksOf(db, adderId).where(eq(books.id, book.id)),
  ]);
  return row && asBook(row, adderId);
}

/** As it is counted: its texts, and what the row needs. */
export const sizeOfBook = (
  { title, author, description, publisher, categories }: Omit<NewBook, "coverImage">,
): number =>
  rowSize.text + Buffer.byteLength([title, author, description, publisher, JSON.stringify(categories ?? [])].join(""));

const countIn = (groupId: string) => sql<number>`(select count(*) from books where group_id = ${groupId})`;

/** Whether a group has as many books as one may. */
export async function isFull(db: Db, groupId: string): Promise<boolean> {
  const [{ count }] = await db.q.all<{ count: number }>(sql`select ${countIn(groupId)} as count`);
  return count >= groupsLimits.groups.books;
}

/** The row, if the adder is a member and the group has room. */
function rowOf(db: Db, adderId: string, book: NewBookRow, now: number) {
  const value = <T>(value: T, column: string) => sql<T>`${value ?? null}`.as(column);
  return db.q.select({
    id: value(book.id, "id"),
    groupId: members.groupId,
    title: value(book.title, "title"),
    author: value(book.author ?? null, "author"),
    description: value(book.description ?? null, "description"),
    coverKey: sql<string | null>`(select key from covers where key = ${book.coverKey})`.as("cover_key"),
    pageCount: value(book.pageCount, "page_count"),
    publishedDate: value(book.publishedDate ?? null, "published_date"),
    publisher: value(book.publisher ?? null, "publisher"),
    categories: value(JSON.stringify(book.categories ?? []), "categories"),
    language: value(book.language ?? null, "language"),
    isbn: value(book.isbn ?? null, "isbn"),
    googleBooksId: value(book.googleBooksId ?? null, "google_books_id"),
    addedBy: value(adderId, "added_by"),
    createdAt: value(now, "created_at"),
  }).from(members).where(and(
    eq(members.groupId, book.groupId),
    eq(members.userId, adderId),
    lt(countIn(book.groupId), groupsLimits.groups.books),
    hasGroupRoom(book.groupId, sizeOfBook(book), book),
  ));
}

const booksOf = (db: Db, viewerId: string) =>
  db.q.select({
    ...bookColumns,
    user: { id: users.id, username: shownName("users") },
    edition: editionColumns,
    progress: { currentPage: progress.currentPage, readAt: progress.readAt, position: progress.position },
  }).from(books)
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, viewerId)))
    .leftJoin(users, eq(users.id, books.addedBy))
    .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, viewerId)))
    .leftJoin(readerSettings, and(eq(readerSettings.bookId, books.id), eq(readerSettings.userId, viewerId)))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId));

const bookColumns = {
  id: books.id,
  groupId: books.groupId,
  title: books.title,
  author: books.author,
  description: books.description,
  coverImage: sql<string | null>`'/covers/' || ${books.coverKey}`.as("cover_image"),
  pageCount: books.pageCount,
  publishedDate: books.publishedDate,
  publisher: books.publisher,
  categories: books.categories,
  language: books.language,
  isbn: books.isbn,
  googleBooksId: books.googleBooksId,
  createdAt: books.createdAt,
};

type BookRow = Awaited<ReturnType<typeof booksOf>>[number];

function asBook({ createdAt, progress, ...row }: BookRow, viewerId: string): Book {
  const of = { bookId: row.id, userId: viewerId, edition: copyOf(row) };
  return { ...row, createdAt: iso(createdAt), progress: progress ? [asProgress(of, progress)] : [] };
}
