/** A reader's own highlights of all books: also of those that were removed, and of groups that they have left. */
import { and, asc, desc, eq, sql } from "drizzle-orm";
import * as notesLimits from "../../server/contract/notes/limits.ts";
import type { Db } from "../engine/client.ts";
import { mayReadBook } from "../groups/roles.ts";
import { books, highlights } from "../schema.ts";
import type { NoteCursor } from "./notes.ts";
import { formatOf } from "../site/forms.ts";

const ownMarks = (db: Db, readerId: string) =>
  db.q.select({
    id: highlights.id,
    bookId: highlights.bookId,
    title: books.title,
    author: books.author,
    groupId: books.groupId,
    from: highlights.fromPlace,
    to: highlights.toPlace,
    hash: highlights.hash,
    exact: highlights.exact,
    prefix: highlights.prefix,
    suffix: highlights.suffix,
    color: highlights.color,
    note: highlights.note,
    format: formatOf("highlights"),
    shared: sql<boolean>`${highlights.sharedAt} is not null`.mapWith(Boolean),
    createdAt: highlights.createdAt,
    updatedAt: highlights.updatedAt,
    lost: sql<boolean>`(${highlights.lostAt} is not null or not exists (
      select 1 from book_texts where book_texts.book_id = highlights.book_id and book_texts.hash = highlights.hash
    ))`.mapWith(Boolean),
    /** Nobody but their owner has those of a book that was removed, or of a group that they left. */
    removed: sql<boolean>`not ${mayReadBook(readerId, highlights.bookId)}`.mapWith(Boolean),
  }).from(highlights).innerJoin(books, eq(books.id, highlights.bookId));

export type OwnMarkRow = Awaited<ReturnType<typeof ownMarks>>[number];

/** The newest first. */
export const listOwnMarks = (
  db: Db,
  readerId: string,
  { before, bookId, limit }: { before?: NoteCursor; bookId?: string; limit: number },
): Promise<OwnMarkRow[]> =>
  ownMarks(db, readerId).where(and(
    eq(highlights.userId, readerId),
    bookId === undefined ? undefined : eq(highlights.bookId, bookId),
    before && sql`(${highlights.updatedAt}, ${highlights.id}) < (${before.updatedAt}, ${before.id})`,
  )).orderBy(desc(highlights.updatedAt), desc(highlights.id)).limit(limit);

/** By place. @param after the last one of those before */
export const listMarksOfBook = (
  db: Db,
  readerId: string,
  { bookId, after }: { bookId: string; after?: Pick<OwnMarkRow, "from" | "id"> },
): Promise<OwnMarkRow[]> =>
  ownMarks(db, readerId).where(and(
    eq(highlights.userId, readerId),
    eq(highlights.bookId, bookId),
    after && sql`(${highlights.fromPlace}, ${highlights.id}) > (${after.from}, ${after.id})`,
  )).orderBy(asc(highlights.fromPlace), asc(highlights.id)).limit(notesLimits.note.part);

export const listMarkedBooks = (db: Db, readerId: string) =>
  db.q.select({ id: books.id, title: books.title, author: books.author }).from(highlights)
    .innerJoin(books, eq(books.id, highlights.bookId)).where(eq(highlights.userId, readerId))
    .groupBy(books.id).orderBy(asc(books.title), asc(books.id));
