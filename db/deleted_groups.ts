/**
 * What deleted groups leave behind. A deleted group is one without members that says so (`activeAt` 0): nobody finds it,
 * because every question joins the membership, and nothing puts a first member into a group that is there already.
 */
import { type SQL, sql } from "drizzle-orm";
import { type Db, shortWait } from "./client.ts";
import { groups } from "./schema.ts";

/** The deleted groups of which something is left. */
export async function listDeletedGroups(db: Db): Promise<string[]> {
  // Written out: a bound value would not be found by the index, which holds no others.
  const rows = await db.q.select({ id: groups.id }).from(groups).where(sql`active_at = 0`);
  return rows.map(({ id }) => id);
}

/**
 * Removes a part of what a deleted group left behind, and in the end itself. A part is so small that its commit is not
 * felt: a note may be 20 000 characters long.
 *
 * @returns whether something may be left
 */
export async function deletePartOfGroup(db: Db, id: string): Promise<boolean> {
  const isDeleted = sql`exists (select 1 from groups where id = ${id} and active_at = 0)
    and not exists (select 1 from members where group_id = ${id})`;
  const ofBooks = sql`books where group_id = ${id} and ${isDeleted}`;
  const parts = [
    sql`messages where rowid in (
      select rowid from messages where group_id = ${id} and ${isDeleted} order by seq limit 200)`,
    sql`notes where rowid in (
      select notes.rowid from (select id from ${ofBooks}) join notes on book_id = id limit 50)`,
    sql`progress where rowid in (
      select progress.rowid from (select id from ${ofBooks}) join progress on book_id = id limit 200)`,
    sql`books where rowid in (select rowid from ${ofBooks} limit 50)`,
  ];
  for (const part of parts) if (await deletesSome(db, part)) return true;
  await deletesSome(db, sql`groups where id = ${id} and ${isDeleted}`);
  return false;
}

/** Whether there was something to delete. It can wait for a better moment, and is not to hold up the service's end. */
async function deletesSome(db: Db, what: SQL): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([db.q.run(sql`delete from ${what}`)], shortWait);
  return rowsAffected > 0;
}
