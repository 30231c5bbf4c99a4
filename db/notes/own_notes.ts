/** All notes of a reader, over the books of all their groups. */
import * as notesLimits from "../../server/contract/notes/limits.ts";
import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { copyOf } from "../../server/contract/reading/copy.ts";
import type { Edition } from "../../server/contract/reading/positions.ts";
import { chapterAt } from "../reading/chapters.ts";
import type { Db } from "../engine/client.ts";
import { editionColumns, positionIn } from "../reading/copies.ts";
import { books, editions, members, notes, readerSettings } from "../schema.ts";

export interface OwnNoteRow {
  id: string;
  bookId: string;
  title: string;
  groupId: string;
  /** Of the book. */
  pageNumber: number;
  content: string;
  updatedAt: number;
  shared: boolean;
  pageCount: number;
  /** The reader's copy. */
  edition: Edition;
}

/** A note after which a list of the newest notes continues. */
export interface NoteCursor {
  updatedAt: number;
  id: string;
}

/** A part of the notes, the newest first, after one of them or of one book. */
export async function listOwnNotes(
  db: Db,
  readerId: string,
  { before, bookId, limit }: { before?: NoteCursor; bookId?: string; limit: number },
): Promise<OwnNoteRow[]> {
  const rows = await notesOf(db, readerId)
    .where(and(
      eq(notes.userId, readerId),
      bookId === undefined ? undefined : eq(notes.bookId, bookId),
      before && sql`(${notes.updatedAt}, ${notes.id}) < (${before.updatedAt}, ${before.id})`,
    )).orderBy(desc(notes.updatedAt), desc(notes.id)).limit(limit);
  return rows.map(asOwnNote);
}

/** The titles of the chapters that some of the reader's notes are in, by the notes' ids, as far as they are known. */
export async function listNoteChapters(db: Db, readerId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.q.select({
    id: sql<string>`${notes.id}`,
    chapter: chapterAt(notes.bookId, positionIn(notes.pageNumber, books.pageCount)),
  }).from(notes).innerJoin(books, eq(books.id, notes.bookId))
    // By the ids: without the sign all of the reader's notes would be read.
    .where(and(inArray(notes.id, ids), sql`+${notes.userId} = ${readerId}`));
  return new Map(rows.flatMap(({ id, chapter }) => chapter === null ? [] : [[id, chapter]]));
}

/** The books that the reader has notes in, by title. */
export const listNotedBooks = (db: Db, readerId: string) =>
  db.q.select({ id: books.id, title: books.title, author: books.author }).from(books)
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .where(sql`exists (select 1 from notes where book_id = ${books.id} and user_id = ${readerId})`)
    .orderBy(asc(books.title), asc(books.id));

/** A part of the reader's notes in a book, by page, after one of its pages. */
export async function listNotesOfBook(
  db: Db,
  readerId: string,
  { bookId, after }: { bookId: string; after: number },
): Promise<OwnNoteRow[]> {
  const rows = await notesOf(db, readerId)
    .where(and(eq(notes.bookId, bookId), eq(notes.userId, readerId), gt(notes.pageNumber, after)))
    .orderBy(asc(notes.pageNumber)).limit(notesLimits.note.part);
  return rows.map(asOwnNote);
}

const notesOf = (db: Db, readerId: string) =>
  db.q.select({
    id: sql<string>`${notes.id}`,
    bookId: notes.bookId,
    title: books.title,
    groupId: books.groupId,
    pageNumber: notes.pageNumber,
    content: notes.content,
    updatedAt: notes.updatedAt,
    sharedAt: notes.sharedAt,
    pageCount: books.pageCount,
    edition: editionColumns,
  }).from(notes)
    .innerJoin(books, eq(books.id, notes.bookId))
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .leftJoin(readerSettings, and(eq(readerSettings.bookId, books.id), eq(readerSettings.userId, readerId)))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId));

type Row = Awaited<ReturnType<typeof notesOf>>[number];

const asOwnNote = ({ sharedAt, ...row }: Row): OwnNoteRow => ({
  ...row,
  shared: sharedAt !== null,
  edition: copyOf(row),
});
