/** Guests of the demo: accounts for an hour, each in a group of its own (`insertGuestGroup`). */
import { and, inArray, lte, sql } from "drizzle-orm";
import { changesRows, type Db, type Statement } from "../engine/client.ts";
import { deletion } from "../groups/deletion.ts";
import { groups, members, sessions, users } from "../schema.ts";

interface NewGuest {
  id: string;
  username: string;
  fullName: string;
  now: number;
  until: number;
}

/** @returns false where there are `most` already */
export const insertGuest = (db: Db, { id, username, fullName, now, until }: NewGuest, most: number): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`insert into users (id, username, full_name, password_hash, created_at, guest_until)
      select ${id}, ${username}, ${fullName}, '', ${now}, ${until}
      where (select count(*) from users where guest_until > ${now} and guest_until <= ${until}) < ${most}`),
  ]);

export const insertGroupOfGuest = (db: Db, statements: Statement[]) =>
  db.write(statements as [Statement, ...Statement[]]);

interface EndedGuests {
  groupIds: string[];
  sessions: string[];
}

/**
 * Ends the sessions of up to `limit` guests whose time is over, and deletes their groups as any group is deleted. Once
 * nothing that they wrote is there any more, they are deleted too.
 *
 * @returns undefined where there is nobody left
 */
export async function endGuests(db: Db, now: number, limit: number): Promise<EndedGuests | undefined> {
  const rows = await db.q.select({ id: users.id }).from(users).where(lte(users.guestUntil, now))
    .orderBy(users.guestUntil).limit(limit);
  if (rows.length === 0) return undefined;
  const ids = rows.map(({ id }) => id);
  const own = await db.q.selectDistinct({ id: groups.id }).from(members).innerJoin(groups, sql`groups.id = group_id`)
    .where(and(
      inArray(members.userId, ids),
      sql`groups.created_by in (select id from users where guest_until is not null)`,
    ));
  const groupIds = own.map(({ id }) => id);
  const [, , ended] = await db.write([
    db.q.delete(members).where(inArray(members.groupId, groupIds)),
    db.q.update(groups).set(deletion).where(inArray(groups.id, groupIds)),
    db.q.delete(sessions).where(inArray(sessions.userId, ids)).returning({ hash: sessions.hash }),
    db.q.delete(users).where(and(
      inArray(users.id, ids),
      sql`not exists (select 1 from messages where user_id = users.id)`,
    )),
  ]);
  return { groupIds, sessions: ended.map(({ hash }) => hash) };
}
