import { type SQL, sql } from "drizzle-orm";
import { isLeftUnused } from "../account/accounts.ts";
import { chunksPerPart } from "../chat/files.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { databaseNow } from "../engine/query.ts";
import { groups } from "../schema.ts";

/**
 * A deleted group has no members, and its contents are removed later. The version before `0015_deleted_at` runs beside
 * this one during an upgrade and knows it by `active_at = 0` alone: the next version may forget that.
 */
const isDeleted: SQL = sql`(groups.active_at = 0 or groups.deleted_at is not null)`;

export const isLive: SQL = sql`(groups.active_at > 0 and groups.deleted_at is null)`;

/** Not one that is still being read back from an archive (incoming.ts): nobody is to hear of that. */
export const isComplete = (groupId: SQL): SQL =>
  sql`exists (select 1 from groups complete where complete.id = ${groupId} and complete.kind <> 'incoming')`;

/** A trigger deletes its picture once nothing refers to it. */
export const deletion = { deletedAt: databaseNow, activeAt: 0, image: null };

export async function listDeletedGroups(db: Db): Promise<string[]> {
  const rows = await db.q.select({ id: groups.id }).from(groups).where(isDeleted);
  return rows.map(({ id }) => id);
}

/** @returns whether there may be more. A part is small, so that its commit delays no other. */
export async function deletePartOfGroup(db: Db, id: string): Promise<boolean> {
  const mayGo = sql`exists (select 1 from groups where id = ${id} and ${isDeleted})
    and not exists (select 1 from members where group_id = ${id})`;
  const ofBooks = sql`books where group_id = ${id} and ${mayGo}`;
  const ofFiles = sql`files where group_id = ${id} and ${mayGo}`;
  const parts = [
    sql`file_chunks where rowid in (
      select file_chunks.rowid from (select id from ${ofFiles}) join file_chunks on file_id = id
      limit ${chunksPerPart})`,
    sql`files where rowid in (select rowid from ${ofFiles} limit 200)`,
    sql`messages where rowid in (
      select rowid from messages where group_id = ${id} and ${mayGo} order by seq limit 100)`,
    sql`thread_reads where rowid in (
      select rowid from thread_reads where group_id = ${id} and ${mayGo} limit 200)`,
    sql`poll_votes where rowid in (
      select poll_votes.rowid from polls join poll_votes on poll_id = polls.id
      where polls.group_id = ${id} and ${mayGo} limit 200)`,
    sql`polls where rowid in (select rowid from polls where group_id = ${id} and ${mayGo} limit 50)`,
    sql`meeting_replies where rowid in (
      select meeting_replies.rowid from meetings join meeting_replies on meeting_id = meetings.id
      where group_id = ${id} and ${mayGo} limit 200)`,
    sql`meeting_dates where rowid in (
      select meeting_dates.rowid from meetings join meeting_dates on meeting_id = meetings.id
      where group_id = ${id} and ${mayGo} limit 200)`,
    sql`meetings where rowid in (select rowid from meetings where group_id = ${id} and ${mayGo} limit 200)`,
    sql`join_requests where rowid in (
      select rowid from join_requests where group_id = ${id} and ${mayGo} limit 200)`,
    ...contentParts(ofBooks),
    sql`users where rowid in (
      select users.rowid from users where users.added_to = ${id} and ${mayGo} and ${isLeftUnused} limit 20)`,
  ];
  const deletes = (rows: SQL) => changesRows(db, [db.q.run(sql`delete from ${rows}`)], shortWait);
  for (const part of parts) if (await deletes(part)) return true;
  await deletes(sql`groups where id = ${id} and ${mayGo}`);
  return false;
}

const idsOf = (ofBooks: SQL) => sql`(select id as deleted_id from ${ofBooks})`;

export const noteAnswersOf = (ofBooks: SQL): SQL =>
  sql`note_answers where rowid in (
    select note_answers.rowid from ${idsOf(ofBooks)} join notes on book_id = deleted_id
    join note_answers on note_id = notes.id limit 100)`;

export const notesOf = (ofBooks: SQL): SQL =>
  sql`notes where rowid in (select notes.rowid from ${idsOf(ofBooks)} join notes on book_id = deleted_id limit 50)`;

export const highlightAnswersOf = (ofBooks: SQL): SQL =>
  sql`highlight_answers where rowid in (
    select highlight_answers.rowid from ${idsOf(ofBooks)} join highlights on book_id = deleted_id
    join highlight_answers on highlight_id = highlights.id limit 100)`;

export const highlightsOf = (ofBooks: SQL): SQL =>
  sql`highlights where rowid in (
    select highlights.rowid from ${idsOf(ofBooks)} join highlights on book_id = deleted_id limit 50)`;

/** Deletes books in several writes, each so small that its commit delays no other. @param ofBooks rows of `books` */
export function contentParts(ofBooks: SQL): SQL[] {
  const deletedBooks = idsOf(ofBooks);
  return [
    noteAnswersOf(ofBooks),
    notesOf(ofBooks),
    highlightAnswersOf(ofBooks),
    highlightsOf(ofBooks),
    sql`answers where rowid in (
      select answers.rowid from ${deletedBooks} join questions on book_id = deleted_id
      join answers on question_id = questions.id limit 100)`,
    sql`questions where rowid in (
      select questions.rowid from ${deletedBooks} join questions on book_id = deleted_id limit 200)`,
    sql`reviews where rowid in (
      select reviews.rowid from ${deletedBooks} join reviews on book_id = deleted_id limit 100)`,
    // While their books are there, whose groups no longer count them.
    ...["book_texts", "progress", "reader_settings", "imported_highlights", "chapters", "book_interests"].map(
      (table) => {
        const name = sql.raw(table);
        return sql`${name} where rowid in (
        select ${name}.rowid from ${deletedBooks} join ${name} on book_id = deleted_id limit 200)`;
      },
    ),
    sql`books where rowid in (select rowid from ${ofBooks} limit 50)`,
  ];
}
