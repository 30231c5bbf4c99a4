/** Links by which people join a group. Their tokens are known by their hashes only. */
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { and, desc, eq, gt, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Invite, Invited } from "../../server/contract/groups/invites.ts";
import type { Db, Statement } from "../engine/client.ts";
import { calledName, databaseNow, faceColumns, iso } from "../people/columns.ts";
import { isOrganizer, mayOrganize, mayStillInvite } from "./roles.ts";
import { groups, invites, members, users } from "../schema.ts";

interface NewInviteRow {
  id: string;
  groupId: string;
  hash: string;
  expiresAt: number;
  maxUses: number | null;
}

/** One that can still be used. Who made it must still be one who may: else who was removed could come back by it. */
const isGood = (now: number) =>
  and(
    isNull(invites.revokedAt),
    gt(invites.expiresAt, now),
    or(isNull(invites.maxUses), sql`${invites.uses} < ${invites.maxUses}`),
    mayStillInvite(sql`invites.created_by`, sql`invites.group_id`),
  );

/** Makes a link. False where the viewer may not, or the group has as many as one may have. */
export async function insertInvite(
  db: Db,
  viewerId: string,
  { id, groupId, hash, expiresAt, maxUses }: NewInviteRow,
  now: number,
): Promise<boolean> {
  const [stored] = await db.write([
    db.q.all<{ id: string }>(sql`insert into invites
      (id, group_id, hash, created_by, created_at, expires_at, max_uses)
      select ${id}, ${groupId}, ${hash}, ${viewerId}, ${now}, ${expiresAt}, ${maxUses}
      where ${isOrganizer(viewerId, groupId)} and ${countLive(groupId, now)} < ${groupsLimits.invites.perGroup}
      returning id`),
  ]);
  return stored.length > 0;
}

const countLive = (groupId: string, now: number) =>
  sql`(select count(*) from invites where group_id = ${groupId} and ${isGood(now)})`;

/** The links of a group that can be used, the latest first; undefined to those who may not make any. */
export async function listInvites(
  db: Db,
  viewerId: string,
  groupId: string,
  now: number,
): Promise<(Invite & { madeBy: string })[] | undefined> {
  if (!await mayOrganize(db, viewerId, groupId)) return undefined;
  const rows = await db.q.select({
    id: invites.id,
    expiresAt: invites.expiresAt,
    uses: invites.uses,
    maxUses: invites.maxUses,
    createdBy: invites.createdBy,
    madeBy: calledName,
  }).from(invites).innerJoin(users, eq(users.id, invites.createdBy))
    .where(and(eq(invites.groupId, groupId), isGood(now)))
    .orderBy(desc(invites.createdAt), desc(invites.id)).limit(groupsLimits.invites.perGroup);
  return rows.map((row) => ({ ...row, expiresAt: iso(row.expiresAt) }));
}

/** Ends a link at once. False where the viewer may not, or there is none that can be used. */
export async function revokeInvite(
  db: Db,
  viewerId: string,
  { groupId, id }: { groupId: string; id: string },
  now: number,
): Promise<boolean> {
  const [revoked] = await db.write([
    db.q.update(invites).set({ revokedAt: now }).where(and(
      eq(invites.id, id),
      eq(invites.groupId, groupId),
      isNull(invites.revokedAt),
      isOrganizer(viewerId, groupId),
    )).returning({ id: invites.id }),
  ]);
  return revoked.length > 0;
}

/**
 * The statement that revokes the links of somebody who organizes a group no more, so that none is good again if they do
 * once more. When that was matters to nobody.
 */
export const revokeInvitesOf = (db: Db, userId: string, groupId: string): Statement =>
  db.q.update(invites).set({ revokedAt: databaseNow }).where(and(
    eq(invites.groupId, groupId),
    eq(invites.createdBy, userId),
    isNull(invites.revokedAt),
    not(isOrganizer(userId, groupId)),
  ));

/** Why a link cannot be used; null where it can. */
export type InviteState = "revoked" | "expired" | "usedUp" | "full" | null;

export interface FoundInvite extends Invited {
  id: string;
  groupId: string;
  state: InviteState;
}

/** What is shown of a group to who is invited into it. */
export const groupColumns = {
  groupName: groups.groupName,
  description: groups.description,
  image: groups.image,
  memberCount: sql<number>`(select count(*) from members where group_id = ${groups.id})`,
};

/** What hinders every kind of invitation into a group, as the last cases of its state. */
export const lastCases = (expiresAt: SQLiteColumn, now: number): SQL =>
  sql`when ${expiresAt} <= ${now} then 'expired' when ${groupColumns.memberCount} >= ${groupsLimits.groups.members} then 'full'`;

/** The link of a token's hash, good or not; none of a group that is deleted. */
export async function findInvite(db: Db, hash: string, now: number): Promise<FoundInvite | undefined> {
  const row = await db.q.select({
    id: invites.id,
    groupId: groups.id,
    group: groupColumns,
    invitedBy: faceColumns,
    state: sql<InviteState>`case
      when ${invites.revokedAt} is not null or not ${
      mayStillInvite(sql`invites.created_by`, sql`invites.group_id`)
    } then 'revoked'
      when ${invites.uses} >= ${invites.maxUses} then 'usedUp'
      ${lastCases(invites.expiresAt, now)} end`,
  }).from(invites)
    .innerJoin(groups, eq(groups.id, invites.groupId))
    .innerJoin(users, eq(users.id, invites.createdBy))
    .where(and(eq(invites.hash, hash), gt(groups.activeAt, 0))).get();
  return row;
}

/**
 * The statement that deletes a new user, in the write that stores them, unless the link that they registered by is good
 * for one more: those who registered by it and have not joined yet have their places. It returns whom it deletes.
 */
export const deleteUninvited = (db: Db, userId: string, now: number) =>
  db.q.delete(users).where(and(
    eq(users.id, userId),
    sql`not exists (select 1 from invites where invites.id = users.invite_id and ${isGood(now)}
      and (max_uses is null or
        uses + (select count(*) from users others where others.invite_id = invites.id) <= max_uses))`,
  )).returning({ id: users.id });

/**
 * Adds somebody to the group of a link, and counts it: the last use is had by one. Who is in it already costs none.
 *
 * @param which the hash of its token, or its id
 * @returns the group's id; undefined where they were not added
 */
export async function joinByInvite(
  db: Db,
  userId: string,
  which: { hash: string } | { id: string },
  now: number,
): Promise<string | undefined> {
  const isIt = "hash" in which ? eq(invites.hash, which.hash) : eq(invites.id, which.id);
  const [added] = await db.write([
    joinFrom(db, userId, sql`invites where ${isIt} and ${isGood(now)}`, now),
    // Each only if the statement before has changed something.
    db.q.update(invites).set({ uses: sql`uses + 1` }).where(and(isIt, sql`changes() > 0`)),
    db.q.update(groups).set({ activeAt: now })
      .where(
        and(
          eq(groups.id, sql`(${db.q.select({ id: invites.groupId }).from(invites).where(isIt)})`),
          sql`changes() > 0`,
        ),
      ),
    db.q.update(users).set({ inviteId: null }).where(and(
      eq(users.id, userId),
      eq(users.inviteId, sql`(${db.q.select({ id: invites.id }).from(invites).where(isIt)})`),
      sql`changes() > 0`,
    )),
  ]);
  return added[0]?.groupId;
}

/**
 * The statement that makes somebody a member of the group that an invitation leads to, unless it is full or they are in
 * it; it returns the group's id.
 *
 * @param invitation a table with a `group_id`, and which row of it
 */
export const joinFrom = (db: Db, userId: string, invitation: SQL, now: number) =>
  db.q.all<{ groupId: string }>(sql`
    insert into ${members} (group_id, user_id, joined_at, last_read_seq)
    select groups.id, users.id, ${now}, (select coalesce(max(seq), 0) from messages where group_id = groups.id)
    from groups join users on users.id = ${userId} and users.disabled_at is null and users.deleted_at is null
    where groups.id = (select group_id from ${invitation}) and groups.active_at > 0
      and (select count(*) from members where group_id = groups.id) < ${groupsLimits.groups.members}
    on conflict do nothing returning group_id as "groupId"`);
