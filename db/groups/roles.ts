/** Who may do what in a group: its creator is who `groups.created_by` names, its organizers are by their membership. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";

/** Whether somebody is the creator or an organizer of a group. A deleted group has neither. */
export const isOrganizer = (userId: string | SQL, groupId: string | SQL): SQL<number> =>
  sql<number>`exists (
    select 1 from members organizers join groups organized on organized.id = organizers.group_id
    where organizers.group_id = ${groupId} and organizers.user_id = ${userId}
    and (organized.created_by = organizers.user_id or organizers.role = 'organizer')
  )`;

/** Whether what somebody invited with is still good: not of those who were removed, or may not sign in. */
export const mayStillInvite = (userId: SQL, groupId: SQL): SQL<number> =>
  sql<number>`(${isOrganizer(userId, groupId)}
    and exists (select 1 from users inviters where inviters.id = ${userId} and inviters.disabled_at is null))`;

/** Whether somebody is the creator or an organizer of a group. */
export async function mayOrganize(db: Db, userId: string, groupId: string): Promise<boolean> {
  const [{ may }] = await db.q.all<{ may: number }>(sql`select ${isOrganizer(userId, groupId)} as may`);
  return may === 1;
}
