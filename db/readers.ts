/** Readers of books: their copy, how far they are, and what they share. Every query joins the reader's membership. */
import { and, eq } from "drizzle-orm";
import { type Edition, ownPages } from "../server/contract/positions.ts";
import type { Db } from "./client.ts";
import { books, editions, members, progress, readerSettings } from "./schema.ts";

/** A member of a book's group, as a reader of the book. */
export interface Reader {
  groupId: string;
  title: string;
  /** Of the book, in its own pages. */
  pageCount: number;
  /** The reader's copy. */
  edition: Edition;
  /** Of their copy; null for the book's own pages. */
  editionId: string | null;
  /** Where they are; 0 before the first page. */
  position: number;
  /** The furthest position so far. */
  reached: number;
  finishedAt: number | null;
  sharesPage: boolean;
}

/** A member as a reader of a book; undefined to an outsider. */
export async function findReader(db: Db, readerId: string, bookId: string): Promise<Reader | undefined> {
  const row = await db.q.select({
    groupId: books.groupId,
    title: books.title,
    pageCount: books.pageCount,
    editionId: editions.id,
    edition: { pageCount: editions.pageCount, unit: editions.unit, points: editions.points },
    position: progress.position,
    reached: progress.reached,
    finishedAt: progress.finishedAt,
    sharesPage: readerSettings.sharesPage,
  }).from(books)
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, readerId)))
    .leftJoin(readerSettings, and(eq(readerSettings.bookId, books.id), eq(readerSettings.userId, readerId)))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(eq(books.id, bookId)).get();
  return row && {
    ...row,
    edition: row.edition ?? ownPages(row.pageCount),
    position: row.position ?? 0,
    reached: row.reached ?? 0,
    sharesPage: row.sharesPage ?? false,
  };
}
