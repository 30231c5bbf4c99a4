/** What becomes of the groups of somebody whose account is deleted. */
import { sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";

/**
 * The statements, for one write, that hand those of some groups that somebody made to their longest-serving organizer,
 * else their longest-serving member; those who may not log in, or whose account is to be deleted too, come last. A group
 * with nobody else in it is deleted as `deleteGroup` does it. The former creator stays a member of the others, which is
 * for the caller to end.
 *
 * @returns the first one's rows are the groups that were handed over and whose they are now; the last one's are those
 * that were deleted, with contents to be removed
 */
export const handOverGroups = (db: Db, userId: string, groupIds: string[]) => {
  const made = sql`groups.id in (select value from json_each(${JSON.stringify(groupIds)}))
    and created_by = ${userId} and active_at > 0`;
  return [
    db.q.all<{ groupId: string; userId: string }>(sql`update groups set created_by = (
        select members.user_id from members inner join users on users.id = members.user_id
        where members.group_id = groups.id and members.user_id <> ${userId}
        order by users.deleted_at is not null, users.disabled_at is not null, users.deletes_at is not null, members.role <> 'organizer', members.joined_at, users.username limit 1
      ) where ${made} and exists (
        select 1 from members where members.group_id = groups.id and members.user_id <> ${userId}
      ) returning id as "groupId", created_by as "userId"`),
    db.q.run(sql`delete from members where user_id = ${userId} and group_id in (select id from groups where ${made})`),
    db.q.all<{ groupId: string }>(sql`update groups set active_at = 0, image = null where ${made} and not exists (
        select 1 from members where members.group_id = groups.id
      ) returning id as "groupId"`),
  ] as const;
};
