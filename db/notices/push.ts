import { and, desc, eq, gt, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import type { Db } from "../engine/client.ts";
import { isQuietAt } from "../../server/contract/groups/quiet_hours.ts";
import { findQuietHours } from "../groups/settings.ts";
import { hasBlocked } from "../people/blocks.ts";
import { pushSubscriptions, serviceKeys, sessions } from "../schema.ts";

type NewSubscription = typeof pushSubscriptions.$inferInsert;
export type Subscription = Pick<NewSubscription, "endpoint" | "userId" | "p256dh" | "auth">;

export const insertSubscription = (db: Db, subscription: NewSubscription) =>
  db.write([
    db.q.insert(pushSubscriptions).values(subscription)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription }),
    db.q.delete(pushSubscriptions).where(and(
      eq(pushSubscriptions.userId, subscription.userId),
      notInArray(
        pushSubscriptions.endpoint,
        db.q.select({ endpoint: pushSubscriptions.endpoint }).from(pushSubscriptions)
          .where(eq(pushSubscriptions.userId, subscription.userId))
          .orderBy(desc(pushSubscriptions.createdAt)).limit(noticesLimits.push.browsers),
      ),
    )),
  ]);

export const deleteSubscription = (db: Db, userId: string, endpoint: string) =>
  db.write([
    db.q.delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId))),
  ]);

export const listSubscriptions = (db: Db, userIds: string[], now: number): Promise<Subscription[]> =>
  db.q.select({
    endpoint: pushSubscriptions.endpoint,
    userId: pushSubscriptions.userId,
    p256dh: pushSubscriptions.p256dh,
    auth: pushSubscriptions.auth,
  }).from(pushSubscriptions).innerJoin(sessions, eq(sessions.hash, pushSubscriptions.sessionHash))
    .where(and(inArray(pushSubscriptions.userId, userIds), gt(sessions.expiresAt, now)));

export async function markPushed(
  db: Db,
  groupId: string,
  { seq, now }: { seq: number; now: number },
): Promise<{ groupName: string; userIds: string[] }> {
  // What is unread then is pushed with the next message.
  if (isQuietAt(now, await findQuietHours(db, groupId))) return { groupName: "", userIds: [] };
  const hasUnread = (upTo: SQL) =>
    sql`exists (select 1 from messages where messages.group_id = members.group_id and seq > last_read_seq
      and seq <= ${upTo} and messages.user_id <> members.user_id and deleted_at is null
      and not ${hasBlocked(sql`members.user_id`, sql`messages.user_id`)})`;
  // `+seq`: a member's own notices are searched, not the group's.
  const isDue = sql`group_id = ${groupId} and notify = 'all' and last_read_seq < ${seq}
    and exists (select 1 from push_subscriptions where push_subscriptions.user_id = members.user_id)
    and ${hasUnread(sql`${seq}`)} and not ${hasUnread(sql`pushed_seq`)}
    and not exists (select 1 from notices where notices.user_id = members.user_id
      and notices.group_id = members.group_id and +seq > last_read_seq and read_at is null)`;
  const [any] = await db.q.all(sql`select 1 from members where ${isDue} limit 1`);
  if (!any) return { groupName: "", userIds: [] };
  const [due, [group]] = await db.write([
    db.q.all<{ userId: string }>(
      sql`update members set pushed_seq = ${seq} where ${isDue} returning user_id as "userId"`,
    ),
    db.q.all<{ groupName: string }>(sql`select group_name as "groupName" from groups where id = ${groupId}`),
  ]);
  return { groupName: group?.groupName ?? "", userIds: due.map(({ userId }) => userId) };
}

export async function serviceKey(db: Db, name: string, make: () => Promise<Record<string, string>>) {
  const stored = db.q.select({ value: serviceKeys.value }).from(serviceKeys).where(eq(serviceKeys.name, name));
  const existing = await stored.get();
  if (existing) return existing.value;
  const made = await make();
  const [, [{ value }]] = await db.write([
    db.q.insert(serviceKeys).values({ name, value: made }).onConflictDoNothing(),
    stored,
  ]);
  return value;
}
