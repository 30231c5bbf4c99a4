/** Notes: each reader's own, one for each page of a book. Every query joins the reader's membership. */
import { and, eq, exists, lte, sql } from "drizzle-orm";
import type { NewNote, Note } from "../../server/contract/notes/notes.ts";
import type { Db, Statement } from "../engine/client.ts";
import { books, members, notes } from "../schema.ts";
import { iso } from "../people/columns.ts";
import { hasRoom, type Quota, rowSize } from "../account/storage.ts";

/** The book's pages, and the reader's note on one of them. */
export interface PageOfBook {
  pageCount: number;
  note: Note;
}

type Place = Pick<NewNote, "bookId" | "pageNumber">;

/** A page of a book with the reader's note, to a member of the book's group. */
export async function findNote(db: Db, readerId: string, place: Place): Promise<PageOfBook | undefined> {
  const [row] = await pageOf(db, readerId, place);
  return row && asPage(row, place);
}

/**
 * Saves a note, or removes it where its content is empty, unless the book has no such page, the stored note has another
 * version than `baseUpdatedAt`, or its reader has no room for it.
 *
 * @returns the page as it was before, undefined to an outsider; the note, if it was saved; and whether there was room
 */
export async function saveNote(
  db: Db,
  readerId: string,
  draft: NewNote & Quota,
  now: number,
): Promise<{ before?: PageOfBook; saved?: Note; isFull?: boolean }> {
  const change = draft.content === "" ? remove(db, readerId, draft) : upsert(db, readerId, draft, now);
  const [[row], , [after]] = await db.write([pageOf(db, readerId, draft), change, pageOf(db, readerId, draft)]);
  if (!row) return {};
  const before = asPage(row, draft);
  const { baseUpdatedAt: base } = draft;
  const isRefused = draft.pageNumber > before.pageCount || (base !== undefined && base !== row.updatedAt);
  // A note that is saved has another version than before.
  const isFull = !isRefused && draft.content !== "" && after.updatedAt === row.updatedAt;
  return { before, saved: isRefused || isFull ? undefined : asPage(after, draft).note, isFull };
}

function upsert(
  db: Db,
  readerId: string,
  { bookId, pageNumber, content, baseUpdatedAt, quota }: NewNote & Quota,
  now: number,
): Statement {
  const stored = sql`from notes where book_id = ${bookId} and user_id = ${readerId} and page_number = ${pageNumber}`;
  const sameVersion = baseUpdatedAt === undefined ? undefined : sql`(select updated_at ${stored}) is ${baseUpdatedAt}`;
  const growth = sql`octet_length(${content}) - coalesce((select octet_length(content) ${stored}), -${rowSize.text})`;
  return db.q.insert(notes).select(
    db.q.select({
      bookId: books.id,
      userId: members.userId,
      pageNumber: sql<number>`${pageNumber}`.as("page_number"),
      content: sql<string>`${content}`.as("content"),
      updatedAt: sql<number>`${now}`.as("updated_at"),
      id: sql<string>`lower(hex(randomblob(16)))`.as("id"),
      sharedAt: sql<null>`null`.as("shared_at"),
    }).from(books).innerJoin(members, membership(readerId))
      .where(
        and(
          eq(books.id, bookId),
          lte(sql`${pageNumber}`, books.pageCount),
          sameVersion,
          hasRoom(readerId, growth, { quota }),
        ),
      ),
  ).onConflictDoUpdate({
    target: [notes.bookId, notes.userId, notes.pageNumber],
    set: { content, updatedAt: sql`max(excluded.updated_at, ${notes.updatedAt} + 1)` },
  });
}

const remove = (db: Db, readerId: string, { bookId, pageNumber, baseUpdatedAt }: NewNote): Statement =>
  db.q.delete(notes).where(and(
    at(readerId, { bookId, pageNumber }),
    exists(
      db.q.select({ id: books.id }).from(books).innerJoin(members, membership(readerId)).where(eq(books.id, bookId)),
    ),
    baseUpdatedAt === undefined ? undefined : sql`${notes.updatedAt} is ${baseUpdatedAt}`,
  ));

const pageOf = (db: Db, readerId: string, place: Place) =>
  db.q.select({
    pageCount: books.pageCount,
    content: notes.content,
    updatedAt: notes.updatedAt,
    sharedAt: notes.sharedAt,
  }).from(books)
    .innerJoin(members, membership(readerId))
    .leftJoin(notes, at(readerId, place))
    .where(eq(books.id, place.bookId));

const membership = (readerId: string) => and(eq(members.groupId, books.groupId), eq(members.userId, readerId));

const at = (readerId: string, { bookId, pageNumber }: Place) =>
  and(eq(notes.bookId, bookId), eq(notes.userId, readerId), eq(notes.pageNumber, pageNumber));

type PageRow = Awaited<ReturnType<typeof pageOf>>[number];

const asPage = ({ pageCount, content, updatedAt, sharedAt }: PageRow, { bookId, pageNumber }: Place): PageOfBook => ({
  pageCount,
  note: {
    content: content ?? "",
    pageNumber,
    bookId,
    updatedAt: updatedAt === null ? null : iso(updatedAt),
    shared: sharedAt !== null,
  },
});
