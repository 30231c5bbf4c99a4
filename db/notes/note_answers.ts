/** Answers to shared notes. */
import * as notesLimits from "../../server/contract/notes/limits.ts";
import { and, eq, lt, sql } from "drizzle-orm";
import type { NoteAnswer } from "../../server/contract/notes/notes.ts";
import type { Db } from "../engine/client.ts";
import { iso, publicColumns } from "../people/columns.ts";
import { books, members, noteAnswers, notes, users } from "../schema.ts";
import { hasRoom, type Quota, sizeOf } from "../account/storage.ts";

export interface NewAnswerRow extends Quota {
  id: string;
  noteId: string;
  content: string;
}

/**
 * Adds an answer to a note that is shared, unless it has as many as one may have or its writer has no room; one that is
 * there stays as it is.
 *
 * @returns the answer and whether it is new; undefined where there is no room, or the note is not shared any more
 */
export async function insertNoteAnswer(
  db: Db,
  writerId: string,
  { id, noteId, content, quota }: NewAnswerRow,
  now: number,
): Promise<{ answer: NoteAnswer; isNew: boolean } | undefined> {
  const answers = sql`(select count(*) from note_answers where note_id = ${noteId})`;
  const [{ rowsAffected }, [row]] = await db.write([
    db.q.insert(noteAnswers).select(
      db.q.select({
        id: sql<string>`${id}`.as("id"),
        noteId: sql<string>`${notes.id}`.as("note_id"),
        userId: members.userId,
        content: sql<string>`${content}`.as("content"),
        createdAt: sql<number>`${now}`.as("created_at"),
      }).from(notes)
        .innerJoin(books, eq(books.id, notes.bookId))
        .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, writerId)))
        .where(and(
          eq(notes.id, noteId),
          sql`${notes.sharedAt} is not null`,
          lt(answers, notesLimits.note.answers),
          hasRoom(writerId, sizeOf(sql`${content}`), { quota }),
        )),
    ).onConflictDoNothing(),
    db.q.select({
      id: noteAnswers.id,
      content: noteAnswers.content,
      user: publicColumns,
      createdAt: noteAnswers.createdAt,
    }).from(noteAnswers).innerJoin(users, eq(users.id, noteAnswers.userId)).where(eq(noteAnswers.id, id)),
  ]);
  return row && { answer: { ...row, createdAt: iso(row.createdAt) }, isNew: rowsAffected > 0 };
}

/**
 * Deletes an answer of the viewer's, or to a note of the viewer's, who is in the group.
 *
 * @returns the id of the note's writer; undefined where there was none
 */
export async function deleteNoteAnswer(
  db: Db,
  viewerId: string,
  { noteId, id }: { noteId: string; id: string },
): Promise<string | undefined> {
  const [[deleted]] = await db.write([
    db.q.delete(noteAnswers).where(and(
      eq(noteAnswers.id, id),
      eq(noteAnswers.noteId, noteId),
      sql`exists (
        select 1 from notes inner join books on books.id = notes.book_id
          inner join members on members.group_id = books.group_id and members.user_id = ${viewerId}
        where notes.id = ${noteId} and ${viewerId} in (note_answers.user_id, notes.user_id))`,
    )).returning({ writerId: sql<string>`(select user_id from notes where notes.id = note_id)` }),
  ]);
  return deleted?.writerId;
}
