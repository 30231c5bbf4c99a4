import { and, between, count, desc, eq, gt, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import * as notesLimits from "../../server/contract/notes/limits.ts";
import type { NoteAnswer, SharedNote } from "../../server/contract/notes/shapes.ts";
import type { Written } from "../../server/contract/site/written_shapes.ts";
import { hasRoom, type Quota, sizeOf } from "../account/storage.ts";
import { type Db, prepared } from "../engine/client.ts";
import { isBefore, isoFrom, isoOf, jsonArray, jsonObject } from "../engine/query.ts";
import { type Id, isOpenFor, mayReadBook, shelfMembershipOf } from "../groups/roles.ts";
import { hasBlocked } from "../people/blocks.ts";
import { publicColumns } from "../people/columns.ts";
import { chapterAt } from "../reading/chapters.ts";
import { positionIn, progressOf } from "../reading/copies.ts";
import { books, members, noteAnswers, notes, progress, users } from "../schema.ts";
import { formatJsonAmong, formatOf, storeForm } from "../site/forms.ts";

export interface Pages {
  from: number;
  to: number;
}

/** Its writer is still in the group, as one who has left cannot take it back; the reader has not blocked them. */
export const isSharedWith = (readerId: Id) =>
  and(
    isNotNull(notes.sharedAt),
    mayReadBook(notes.userId, notes.bookId),
    sql`not ${hasBlocked(readerId, notes.userId)}`,
  );

const answerOrder = sql`note_answers.created_at, note_answers.id`;

/** Not of people whom the reader has blocked, as their notes. */
const answersFor = (readerId: string) =>
  sql<NoteAnswer[]>`(
  select ${jsonArray(sql`answer`)} from (
    select ${
    jsonObject({
      id: noteAnswers.id,
      content: noteAnswers.content,
      format: formatJsonAmong("note_answers", answerOrder),
      createdAt: isoOf(noteAnswers.createdAt),
      user: publicColumns,
    })
  } as answer
    from note_answers inner join users on users.id = note_answers.user_id
    where note_answers.note_id = notes.id and not ${hasBlocked(readerId, sql`users.id`)}
    order by ${answerOrder} limit ${sql.raw(String(notesLimits.note.answers))}
  )
)`;

interface NotesPart {
  bookId: string;
  pages: Pages;
  /** Nobody else's note is shown beyond it. */
  reachedPage: number;
  before?: string;
}

/** Characters of notes and their answers that are listed at once: a page of the longest would take seconds. */
const mostListed = 200_000;

const lengthOf = sql<number>`length(notes.content) + coalesce(length(notes.form), 0) + (
  select coalesce(sum(length(content) + coalesce(length(form), 0)), 0) from (
    select content, form from note_answers where note_id = notes.id limit ${sql.raw(String(notesLimits.note.answers))}
  )
)`;

const value = sql.placeholder;

const lengthsBefore = (q: Db["q"], before?: string) =>
  q.select({ id: sql<string>`${notes.id}`, length: lengthOf }).from(notes).where(and(
    eq(notes.bookId, value("bookId")),
    isSharedWith(value("readerId")),
    between(notes.pageNumber, value("from"), value("to")),
    or(lte(notes.pageNumber, value("reachedPage")), eq(notes.userId, value("readerId"))),
    mayReadBook(value("readerId"), notes.bookId),
    isBefore([notes.pageNumber, notes.id], before, eq(notes.bookId, value("bookId"))),
  )).orderBy(desc(notes.pageNumber), desc(notes.id)).limit(notesLimits.note.page + 1).prepare();

const latestLengths = prepared(lengthsBefore);

export async function listSharedNotes(
  db: Db,
  readerId: string,
  { bookId, pages: { from, to }, reachedPage, before }: NotesPart,
): Promise<{ notes: SharedNote[]; hasMore: boolean }> {
  const found = await (before ? lengthsBefore(db.q, before) : latestLengths(db))
    .all({ readerId, bookId, from, to, reachedPage });
  let total = 0;
  const listed = found.slice(0, notesLimits.note.page)
    .filter(({ length }, index) => (total += length) <= mostListed || index === 0);
  if (listed.length === 0) return { notes: [], hasMore: false };
  const rows = await db.q.select({
    id: sql<string>`${notes.id}`,
    pageNumber: notes.pageNumber,
    chapter: chapterAt(notes.bookId, positionIn(notes.pageNumber, books.pageCount)),
    content: notes.content,
    format: formatOf("notes"),
    updatedAt: isoFrom(notes.updatedAt),
    user: publicColumns,
    answers: answersFor(readerId).mapWith(JSON.parse),
  }).from(notes).innerJoin(users, eq(users.id, notes.userId)).innerJoin(books, eq(books.id, notes.bookId))
    // By the ids: without the sign the index of shared notes would be read from end to end.
    .where(and(inArray(notes.id, listed.map(({ id }) => id)), sql`+${notes.sharedAt} is not null`))
    .orderBy(desc(notes.pageNumber), desc(notes.id));
  return { notes: rows, hasMore: found.length > listed.length };
}

const notesAhead = prepared((q) =>
  q.select({ ahead: count() }).from(notes).where(and(
    eq(notes.bookId, value("bookId")),
    isSharedWith(value("readerId")),
    gt(notes.pageNumber, value("reachedPage")),
    ne(notes.userId, value("readerId")),
    mayReadBook(value("readerId"), notes.bookId),
  )).prepare()
);

export const countNotesAhead = async (
  db: Db,
  readerId: string,
  { bookId, reachedPage }: { bookId: string; reachedPage: number },
): Promise<number> => (await notesAhead(db).get({ readerId, bookId, reachedPage }))!.ahead;

interface NoteSharing {
  bookId: string;
  pageNumber: number;
  shared: boolean;
}

/** @returns undefined where there is no such note; whether others see it now who did not before */
export async function shareNote(
  db: Db,
  readerId: string,
  { bookId, pageNumber, shared }: NoteSharing,
  now: number,
): Promise<{ id: string; position: number; isNewlyShared: boolean } | undefined> {
  const isIt = and(
    eq(notes.bookId, bookId),
    eq(notes.userId, readerId),
    eq(notes.pageNumber, pageNumber),
    mayReadBook(readerId, notes.bookId),
    shared ? isOpenFor(readerId, sql`(select group_id from books where books.id = ${bookId})`) : undefined,
  );
  const [[before]] = await db.write([
    db.q.select({
      id: sql<string>`${notes.id}`,
      position: positionIn(notes.pageNumber, books.pageCount),
      sharedAt: notes.sharedAt,
    }).from(notes).innerJoin(books, eq(books.id, notes.bookId)).where(isIt),
    db.q.update(notes).set({ sharedAt: shared ? sql`coalesce(${notes.sharedAt}, ${now})` : null }).where(isIt),
  ]);
  if (!before) return undefined;
  const { sharedAt, ...note } = before;
  return { ...note, isNewlyShared: shared && sharedAt === null };
}

export interface AnswerableNote {
  bookId: string;
  groupId: string;
  title: string;
  userId: string;
}

const isReached = (readerId: string) =>
  or(
    eq(notes.userId, readerId),
    sql`${positionIn(notes.pageNumber, books.pageCount)} <= coalesce(${progress.reached}, 0)`,
  );

export const findSharedNote = (db: Db, readerId: string, noteId: string): Promise<AnswerableNote | undefined> =>
  db.q.select({ bookId: books.id, groupId: books.groupId, title: books.title, userId: notes.userId }).from(notes)
    .innerJoin(books, eq(books.id, notes.bookId))
    .innerJoin(members, shelfMembershipOf(readerId))
    .leftJoin(progress, progressOf(readerId))
    .where(and(eq(notes.id, noteId), isSharedWith(readerId), isReached(readerId))).get();

export async function insertNoteAnswer(
  db: Db,
  writerId: string,
  { id, noteId, content, form, quota }: Quota & Written & { id: string; noteId: string },
  now: number,
): Promise<{ answer: NoteAnswer; isNew: boolean } | undefined> {
  const [{ rowsAffected }, , [row]] = await db.write([
    db.q.run(sql`insert into note_answers (id, note_id, user_id, content, created_at)
      select ${id}, notes.id, members.user_id, ${content}, ${now} from notes
        join books on books.id = notes.book_id join members on ${shelfMembershipOf(writerId)}
      where notes.id = ${noteId} and notes.shared_at is not null and ${isOpenFor(writerId, books.groupId)}
        and (select count(*) from note_answers where note_id = ${noteId}) < ${notesLimits.note.answers}
        and ${hasRoom(writerId, sizeOf(sql`${content}`), { quota })}
      on conflict do nothing`),
    storeForm(db, "note_answers", { content, form }, sql`id = ${id}`),
    db.q.select({
      id: noteAnswers.id,
      content: noteAnswers.content,
      format: formatOf("note_answers"),
      user: publicColumns,
      createdAt: isoFrom(noteAnswers.createdAt),
    }).from(noteAnswers).innerJoin(users, eq(users.id, noteAnswers.userId)).where(eq(noteAnswers.id, id)),
  ]);
  return row && { answer: row, isNew: rowsAffected > 0 };
}

/** One's own also in a group that one has left. @returns whose note it answered */
export async function deleteNoteAnswer(
  db: Db,
  viewerId: string,
  { noteId, id }: { noteId: string; id: string },
): Promise<string | undefined> {
  const [[deleted]] = await db.write([
    db.q.delete(noteAnswers).where(and(
      eq(noteAnswers.id, id),
      eq(noteAnswers.noteId, noteId),
      sql`(note_answers.user_id = ${viewerId} or exists (
        select 1 from notes where notes.id = ${noteId} and notes.user_id = ${viewerId}
          and ${mayReadBook(viewerId, sql`notes.book_id`)}))`,
    )).returning({ writerId: sql<string>`(select user_id from notes where notes.id = note_id)` }),
  ]);
  return deleted?.writerId;
}
