import { and, asc, desc, eq, gt, inArray, type Placeholder, sql } from "drizzle-orm";
import * as notesLimits from "../../server/contract/notes/limits.ts";
import type { NewNote, Note } from "../../server/contract/notes/shapes.ts";
import type { Written, WrittenNode } from "../../server/contract/site/written_shapes.ts";
import { copyOf } from "../../server/contract/reading/positions.ts";
import type { Copy } from "../../server/contract/reading/shapes.ts";
import { hasRoom, type Quota, rowSize } from "../account/storage.ts";
import { bound, type Db, prepared, type Statement } from "../engine/client.ts";
import { isoOrNull } from "../engine/query.ts";
import { isOpenFor, mayRead, mayShare, membershipOf, shelfMembershipOf } from "../groups/roles.ts";
import { chapterAt } from "../reading/chapters.ts";
import { copyColumns, positionIn, settingsOf } from "../reading/copies.ts";
import { books, editions, members, notes, readerSettings } from "../schema.ts";
import { formatOf, storeForm } from "../site/forms.ts";

interface PageOfBook {
  pageCount: number;
  note: Note;
}

type NotedPage = Pick<NewNote, "bookId" | "pageNumber">;

export async function findNote(db: Db, readerId: string, page: NotedPage): Promise<PageOfBook | undefined> {
  const row = await notedPage(db).get({ readerId, ...page, isRemoval: 0 });
  return row && asPage(row, page);
}

/** @returns the page as it was before, undefined to an outsider, and the note, if it was saved */
export async function saveNote(
  db: Db,
  readerId: string,
  draft: NewNote & Written & Quota,
  now: number,
): Promise<{ before?: PageOfBook; saved?: Note; isFull?: boolean }> {
  const isRemoval = draft.content === "";
  const change = isRemoval ? remove(db, readerId, draft) : upsert(db, readerId, draft, now);
  const { bookId, pageNumber } = draft;
  const page = bound(notedPage(db), { readerId, bookId, pageNumber, isRemoval: Number(isRemoval) });
  const stored = at(readerId, draft)!;
  const [[row], , , [after]] = await db.write([page, change, storeForm(db, "notes", draft, stored), page]);
  if (!row) return {};
  const before = asPage(row, draft);
  const { baseUpdatedAt: base } = draft;
  const isRefused = draft.pageNumber > before.pageCount || (base !== undefined && base !== row.updatedAt);
  // A note that is saved has another version than before.
  const isFull = !isRefused && !isRemoval && after.updatedAt === row.updatedAt;
  // Of a removed book nothing is there any more.
  const left = after ?? { pageCount: row.pageCount, content: null, updatedAt: null, sharedAt: null };
  return { before, saved: isRefused || isFull ? undefined : asPage(left, draft).note, isFull };
}

function upsert(
  db: Db,
  readerId: string,
  { bookId, pageNumber, content, baseUpdatedAt, quota }: NewNote & Quota,
  now: number,
): Statement {
  const stored = sql`from notes where book_id = ${bookId} and user_id = ${readerId} and page_number = ${pageNumber}`;
  const isSameVersion = baseUpdatedAt === undefined
    ? sql`true`
    : sql`(select updated_at ${stored}) is ${baseUpdatedAt}`;
  const growth = sql`octet_length(${content}) - coalesce((select octet_length(content) ${stored}), -${rowSize.text})`;
  return db.q.run(sql`insert into notes (book_id, user_id, page_number, content, updated_at, id)
    select books.id, members.user_id, ${pageNumber}, ${content}, ${now}, lower(hex(randomblob(16)))
    from books join members on ${shelfMembershipOf(readerId)}
    where books.id = ${bookId} and ${pageNumber} <= books.page_count and ${isSameVersion}
      and ${hasRoom(readerId, growth, { quota })}
    on conflict (book_id, user_id, page_number) do update
      set content = excluded.content, updated_at = max(excluded.updated_at, notes.updated_at + 1),
        shared_at = case when ${
    isOpenFor(readerId, sql`(select group_id from books where books.id = ${bookId})`)
  } then notes.shared_at end`);
}

const remove = (db: Db, readerId: string, { bookId, pageNumber, baseUpdatedAt }: NewNote): Statement =>
  db.q.delete(notes).where(and(
    at(readerId, { bookId, pageNumber }),
    mayRead(readerId, sql`(select group_id from books where books.id = ${bookId})`),
    baseUpdatedAt === undefined ? undefined : sql`${notes.updatedAt} is ${baseUpdatedAt}`,
  ));

/** Of a removed book only a note that is there, to remove it. */
const notedPage = prepared((q) => {
  const [readerId, bookId, pageNumber] = ["readerId", "bookId", "pageNumber"].map((name) => sql.placeholder(name));
  return q.select({
    pageCount: books.pageCount,
    content: notes.content,
    updatedAt: notes.updatedAt,
    sharedAt: notes.sharedAt,
  }).from(books)
    .innerJoin(members, membershipOf(readerId, books.groupId))
    .leftJoin(notes, at(readerId, { bookId, pageNumber }))
    .where(and(
      eq(books.id, bookId),
      sql`(${books.removedAt} is null or ${sql.placeholder("isRemoval")} and ${notes.content} is not null)`,
    )).prepare();
});

const at = (
  readerId: string | Placeholder,
  { bookId, pageNumber }: { bookId: string | Placeholder; pageNumber: number | Placeholder },
) => and(eq(notes.bookId, bookId), eq(notes.userId, readerId), eq(notes.pageNumber, pageNumber));

type PageRow = NonNullable<Awaited<ReturnType<ReturnType<typeof notedPage>["get"]>>>;

const asPage = (
  { pageCount, content, updatedAt, sharedAt }: PageRow,
  { bookId, pageNumber }: NotedPage,
): PageOfBook => ({
  pageCount,
  note: {
    content: content ?? "",
    pageNumber,
    bookId,
    updatedAt: isoOrNull(updatedAt),
    shared: sharedAt !== null,
  },
});

export interface OwnNoteRow {
  id: string;
  bookId: string;
  title: string;
  groupId: string;
  pageNumber: number;
  content: string;
  format: WrittenNode[] | null;
  updatedAt: number;
  shared: boolean;
  mayShare: boolean;
  removed: boolean;
  pageCount: number;
  edition: Copy;
}

export interface NoteCursor {
  updatedAt: number;
  id: string;
}

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

export async function listNoteChapters(db: Db, readerId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.q.select({
    id: sql<string>`${notes.id}`,
    chapter: chapterAt(notes.bookId, positionIn(notes.pageNumber, books.pageCount)),
  }).from(notes).innerJoin(books, eq(books.id, notes.bookId))
    // By the ids: without the sign all of the reader's notes would be read.
    .where(and(inArray(notes.id, ids), sql`+${notes.userId} = ${readerId}`));
  return new Map(rows.flatMap(({ id, chapter }) => chapter === null ? [] : [[id, chapter]]));
}

/** In which the reader has written notes or marked words: how many notes, and how many of both. */
export const listWrittenBooks = (db: Db, readerId: string, limit: number) =>
  db.q.select({
    id: books.id,
    title: books.title,
    count: sql<number>`sum(written.count)`,
    notes: sql<number>`sum(written.notes)`,
  })
    .from(sql`(
      select book_id, count(*) as count, count(*) as notes from notes where user_id = ${readerId} group by book_id
      union all
      select book_id, count(*), 0 from highlights where user_id = ${readerId} group by book_id
    ) written`)
    .innerJoin(books, sql`${books.id} = written.book_id`)
    .innerJoin(members, membershipOf(readerId, books.groupId))
    .groupBy(books.id)
    .orderBy(asc(books.title), asc(books.id)).limit(limit);

export const listNotedBooks = (db: Db, readerId: string) =>
  db.q.select({ id: books.id, title: books.title, author: books.author, removed: isRemoved })
    .from(notes)
    .innerJoin(books, eq(books.id, notes.bookId))
    .innerJoin(members, membershipOf(readerId, books.groupId))
    .where(eq(notes.userId, readerId))
    .groupBy(books.id)
    .orderBy(asc(books.title), asc(books.id));

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

/** Of a removed book a reader's own notes stay theirs. */
const isRemoved = sql<boolean>`${books.removedAt} is not null`.mapWith(Boolean);

const notesOf = (db: Db, readerId: string) =>
  db.q.select({
    id: sql<string>`${notes.id}`,
    bookId: notes.bookId,
    title: books.title,
    groupId: books.groupId,
    pageNumber: notes.pageNumber,
    content: notes.content,
    format: formatOf("notes"),
    updatedAt: notes.updatedAt,
    sharedAt: notes.sharedAt,
    mayShare: mayShare(readerId, books.groupId).mapWith(Boolean),
    removed: isRemoved,
    pageCount: books.pageCount,
    edition: copyColumns,
  }).from(notes)
    .innerJoin(books, eq(books.id, notes.bookId))
    .innerJoin(members, membershipOf(readerId, books.groupId))
    .leftJoin(readerSettings, settingsOf(readerId))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId));

type Row = Awaited<ReturnType<typeof notesOf>>[number];

const asOwnNote = ({ sharedAt, ...row }: Row): OwnNoteRow => ({
  ...row,
  shared: sharedAt !== null,
  edition: copyOf(row),
});
