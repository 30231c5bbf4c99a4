/**
 * The contents of deleted groups. A deleted group has no members and an `activeAt` of 0: nobody finds it, because every
 * query joins the membership, and no statement adds a first member to an existing group.
 */
import { type SQL, sql } from "drizzle-orm";
import { type Db, shortWait } from "../engine/client.ts";
import { chunksPerPart } from "../chat/files.ts";
import { groups } from "../schema.ts";

/** The deleted groups that are not removed yet. */
export async function listDeletedGroups(db: Db): Promise<string[]> {
  // A literal: the partial index is not used for a bound value.
  const rows = await db.q.select({ id: groups.id }).from(groups).where(sql`active_at = 0`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes a part of a deleted group's contents, and in the end the group itself. A part is small, so that its commit
 * delays no other: a note may be 20 000 characters long.
 *
 * @returns whether there may be more
 */
export async function deletePartOfGroup(db: Db, id: string): Promise<boolean> {
  const isDeleted = sql`exists (select 1 from groups where id = ${id} and active_at = 0)
    and not exists (select 1 from members where group_id = ${id})`;
  const ofBooks = sql`books where group_id = ${id} and ${isDeleted}`;
  const deletedBooks = sql`(select id as deleted_id from ${ofBooks})`;
  const ofFiles = sql`files where group_id = ${id} and ${isDeleted}`;
  const parts = [
    sql`file_chunks where rowid in (
      select file_chunks.rowid from (select id from ${ofFiles}) join file_chunks on file_id = id
      limit ${chunksPerPart})`,
    sql`files where rowid in (select rowid from ${ofFiles} limit 200)`,
    sql`messages where rowid in (
      select rowid from messages where group_id = ${id} and ${isDeleted} order by seq limit 100)`,
    sql`note_answers where rowid in (
      select note_answers.rowid from ${deletedBooks} join notes on book_id = deleted_id
      join note_answers on note_id = notes.id limit 100)`,
    sql`notes where rowid in (
      select notes.rowid from ${deletedBooks} join notes on book_id = deleted_id limit 50)`,
    sql`answers where rowid in (
      select answers.rowid from ${deletedBooks} join questions on book_id = deleted_id
      join answers on question_id = questions.id limit 100)`,
    sql`questions where rowid in (
      select questions.rowid from ${deletedBooks} join questions on book_id = deleted_id limit 200)`,
    ...["progress", "reader_settings", "chapters"].map((table) => {
      const name = sql.raw(table);
      return sql`${name} where rowid in (
        select ${name}.rowid from ${deletedBooks} join ${name} on book_id = deleted_id limit 200)`;
    }),
    sql`books where rowid in (select rowid from ${ofBooks} limit 50)`,
  ];
  for (const part of parts) if (await deletesSome(db, part)) return true;
  await deletesSome(db, sql`groups where id = ${id} and ${isDeleted}`);
  return false;
}

/** Whether there was something to delete. It does not wait long for a lock: it can be done later. */
async function deletesSome(db: Db, what: SQL): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([db.q.run(sql`delete from ${what}`)], shortWait);
  return rowsAffected > 0;
}
