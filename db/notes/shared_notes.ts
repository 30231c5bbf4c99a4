/** Notes that their writers share with the group of the book, for who has read that far. */
import * as notesLimits from "../../server/contract/notes/limits.ts";
import { and, between, count, desc, eq, inArray, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { NoteAnswer } from "../../server/contract/notes/notes.ts";
import type { PublicUser } from "../../server/contract/people/users.ts";
import { chapterAt } from "../reading/chapters.ts";
import type { Db } from "../engine/client.ts";
import { iso, isoOf, type Json, jsonArray, jsonObject, publicColumns } from "../people/columns.ts";
import { positionIn } from "../reading/copies.ts";
import { books, members, noteAnswers, notes, progress, users } from "../schema.ts";

/** A shared note with its answers. */
export interface SharedNoteRow {
  id: string;
  /** Of the book. */
  pageNumber: number;
  chapter: string | null;
  content: string;
  updatedAt: string;
  user: PublicUser;
  answers: NoteAnswer[];
}

/** In the book's pages, both included. */
export interface Pages {
  from: number;
  to: number;
}

/** Whether a row of `notes` is shared, and its writer still in the group: who has left could not take it back. */
const isShared = and(
  isNotNull(notes.sharedAt),
  sql`exists (select 1 from books inner join members on members.group_id = books.group_id
    where books.id = ${notes.bookId} and members.user_id = ${notes.userId})`,
);

const isMemberOf = (readerId: string): SQL =>
  sql`exists (select 1 from books inner join members on members.group_id = books.group_id
    where books.id = ${notes.bookId} and members.user_id = ${readerId})`;

const answersOf = sql<Json<NoteAnswer[]>>`(
  select ${jsonArray(sql`answer`)} from (
    select ${
  jsonObject({
    id: noteAnswers.id,
    content: noteAnswers.content,
    createdAt: isoOf(noteAnswers.createdAt),
    user: publicColumns,
  })
} as answer
    from note_answers inner join users on users.id = note_answers.user_id
    where note_answers.note_id = notes.id
    order by note_answers.created_at, note_answers.id limit ${sql.raw(String(notesLimits.note.answers))}
  )
)`;

interface Part {
  bookId: string;
  pages: Pages;
  /** The last page of the book that the reader has reached: nobody else's note is shown beyond it. */
  reachedPage: number;
  /** The id of the note after which it continues. */
  before?: string;
}

/** Characters of notes and their answers that are listed at once: a page of the longest would take seconds. */
const mostListed = 200_000;

const lengthOf = sql<number>`length(notes.content) + (
  select coalesce(sum(length(content)), 0) from (
    select content from note_answers where note_id = notes.id limit ${sql.raw(String(notesLimits.note.answers))}
  )
)`;

export interface SharedNotePage {
  notes: SharedNoteRow[];
  hasMore: boolean;
}

/** The shared notes on some pages of a book, the last page first: as many as are listed at once, but at least one. */
export async function listSharedNotes(
  db: Db,
  readerId: string,
  { bookId, pages: { from, to }, reachedPage, before }: Part,
): Promise<SharedNotePage> {
  const found = await db.q.select({ id: sql<string>`${notes.id}`, length: lengthOf }).from(notes).where(and(
    eq(notes.bookId, bookId),
    isShared,
    between(notes.pageNumber, from, to),
    or(lte(notes.pageNumber, reachedPage), eq(notes.userId, readerId)),
    isMemberOf(readerId),
    before === undefined ? undefined : sql`(${notes.pageNumber}, ${notes.id}) < (
      select page_number, id from notes where id = ${before} and book_id = ${bookId})`,
  )).orderBy(desc(notes.pageNumber), desc(notes.id)).limit(notesLimits.note.page + 1);
  let total = 0;
  const listed = found.slice(0, notesLimits.note.page)
    .filter(({ length }, index) => (total += length) <= mostListed || index === 0);
  if (listed.length === 0) return { notes: [], hasMore: false };
  const rows = await db.q.select({
    id: sql<string>`${notes.id}`,
    pageNumber: notes.pageNumber,
    chapter: chapterAt(notes.bookId, positionIn(notes.pageNumber, books.pageCount)),
    content: notes.content,
    updatedAt: notes.updatedAt,
    user: publicColumns,
    answers: answersOf,
  }).from(notes).innerJoin(users, eq(users.id, notes.userId)).innerJoin(books, eq(books.id, notes.bookId))
    // By the ids: without the sign the index of shared notes would be read from end to end.
    .where(and(inArray(notes.id, listed.map(({ id }) => id)), sql`+${notes.sharedAt} is not null`))
    .orderBy(desc(notes.pageNumber), desc(notes.id));
  const asNote = (row: typeof rows[number]): SharedNoteRow => (
    { ...row, updatedAt: iso(row.updatedAt), answers: JSON.parse(row.answers) }
  );
  return { notes: rows.map(asNote), hasMore: found.length > listed.length };
}

/** How many notes others share beyond a page. */
export async function countNotesAhead(
  db: Db,
  readerId: string,
  { bookId, reachedPage }: { bookId: string; reachedPage: number },
): Promise<number> {
  const [{ ahead }] = await db.q.select({ ahead: count() }).from(notes).where(and(
    eq(notes.bookId, bookId),
    isShared,
    sql`${notes.pageNumber} > ${reachedPage}`,
    ne(notes.userId, readerId),
    isMemberOf(readerId),
  ));
  return ahead;
}

/** Shares a note of the reader's with the group, or not any more. @returns whether there is such a note */
export async function shareNote(
  db: Db,
  readerId: string,
  { bookId, pageNumber, shared }: { bookId: string; pageNumber: number; shared: boolean },
  now: number,
): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.update(notes).set({ sharedAt: shared ? sql`coalesce(${notes.sharedAt}, ${now})` : null }).where(and(
      eq(notes.bookId, bookId),
      eq(notes.userId, readerId),
      eq(notes.pageNumber, pageNumber),
      isMemberOf(readerId),
    )),
  ]);
  return rowsAffected > 0;
}

/** A shared note that can be answered. */
export interface AnswerableNote {
  bookId: string;
  groupId: string;
  title: string;
  userId: string;
}

/** Whether the reader is there. */
const isReached = (readerId: string) =>
  or(
    eq(notes.userId, readerId),
    sql`${positionIn(notes.pageNumber, books.pageCount)} <= coalesce(${progress.reached}, 0)`,
  );

/** A shared note, to a member who has read that far. */
export const findSharedNote = (db: Db, readerId: string, noteId: string): Promise<AnswerableNote | undefined> =>
  db.q.select({ bookId: books.id, groupId: books.groupId, title: books.title, userId: notes.userId }).from(notes)
    .innerJoin(books, eq(books.id, notes.bookId))
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, readerId)))
    .where(and(eq(notes.id, noteId), isShared, isReached(readerId))).get();
