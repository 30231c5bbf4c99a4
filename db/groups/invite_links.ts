import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import type { InviteLink, JoinPreview } from "../../server/contract/groups/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isoFrom } from "../engine/query.ts";
import { calledName, faceColumns } from "../people/columns.ts";
import { groups, invites, users } from "../schema.ts";
import { isLive } from "./deletion.ts";
import { addMember } from "./members.ts";
import { isOrganizer, mayOrganize, mayStillInvite } from "./roles.ts";

interface NewInviteLinkRow {
  id: string;
  groupId: string;
  hash: string;
  expiresAt: number;
  maxUses: number | null;
}

/** Its maker must still be an organizer: else a removed one could come back by it. */
const isGood = (now: number) =>
  and(
    isNull(invites.revokedAt),
    gt(invites.expiresAt, now),
    or(isNull(invites.maxUses), sql`${invites.uses} < ${invites.maxUses}`),
    mayStillInvite(sql`invites.created_by`, sql`invites.group_id`),
  );

export const insertInviteLink = (
  db: Db,
  viewerId: string,
  { id, groupId, hash, expiresAt, maxUses }: NewInviteLinkRow,
  now: number,
) =>
  changesRows(db, [
    db.q.run(sql`insert into invites (id, group_id, hash, created_by, created_at, expires_at, max_uses)
      select ${id}, ${groupId}, ${hash}, ${viewerId}, ${now}, ${expiresAt}, ${maxUses}
      where ${mayOrganize(viewerId, groupId)} and ${countLive(groupId, now)} < ${groupsLimits.invites.perGroup}`),
  ]);

const countLive = (groupId: string, now: number) =>
  sql`(select count(*) from invites where group_id = ${groupId} and ${isGood(now)})`;

export async function listInviteLinks(
  db: Db,
  viewerId: string,
  groupId: string,
  now: number,
): Promise<(InviteLink & { madeBy: string })[] | undefined> {
  if (!await isOrganizer(db, viewerId, groupId)) return undefined;
  return await db.q.select({
    id: invites.id,
    expiresAt: isoFrom(invites.expiresAt),
    uses: invites.uses,
    maxUses: invites.maxUses,
    createdBy: invites.createdBy,
    madeBy: calledName,
  }).from(invites).innerJoin(users, eq(users.id, invites.createdBy))
    .where(and(eq(invites.groupId, groupId), isGood(now)))
    .orderBy(desc(invites.createdAt), desc(invites.id)).limit(groupsLimits.invites.perGroup);
}

export const revokeInviteLink = (
  db: Db,
  viewerId: string,
  { groupId, id }: { groupId: string; id: string },
  now: number,
) =>
  changesRows(db, [
    db.q.update(invites).set({ revokedAt: now }).where(and(
      eq(invites.id, id),
      eq(invites.groupId, groupId),
      isNull(invites.revokedAt),
      mayOrganize(viewerId, groupId),
    )),
  ]);

export type InviteLinkState = "revoked" | "expired" | "usedUp" | "full" | null;

export interface InviteLinkPreview extends JoinPreview {
  id: string;
  groupId: string;
  state: InviteLinkState;
}

export const groupColumns = {
  groupName: groups.groupName,
  description: groups.description,
  image: groups.image,
  memberCount: sql<number>`(select count(*) from members where group_id = ${groups.id})`,
};

export const lastCases = (expiresAt: SQLiteColumn, now: number): SQL =>
  sql`when ${expiresAt} <= ${now} then 'expired'
    when ${groupColumns.memberCount} >= ${groupsLimits.groups.members} then 'full'`;

export const findInviteLink = (db: Db, hash: string, now: number): Promise<InviteLinkPreview | undefined> =>
  db.q.select({
    id: invites.id,
    groupId: groups.id,
    group: groupColumns,
    invitedBy: faceColumns,
    state: sql<InviteLinkState>`case
      when ${invites.revokedAt} is not null or not ${
      mayStillInvite(sql`invites.created_by`, sql`invites.group_id`)
    } then 'revoked'
      when ${invites.uses} >= ${invites.maxUses} then 'usedUp'
      ${lastCases(invites.expiresAt, now)} end`,
  }).from(invites)
    .innerJoin(groups, eq(groups.id, invites.groupId))
    .innerJoin(users, eq(users.id, invites.createdBy))
    .where(and(eq(invites.hash, hash), isLive)).get();

/** In the write that stores a new user: people who registered by the link and have not joined yet have their places. */
export const deleteUninvited = (db: Db, userId: string, now: number) =>
  db.q.delete(users).where(and(
    eq(users.id, userId),
    sql`not exists (select 1 from invites where invites.id = users.invite_id and ${isGood(now)}
      and (max_uses is null or
        uses + (select count(*) from users others where others.invite_id = invites.id) <= max_uses))`,
  )).returning({ id: users.id });

export async function joinByLink(
  db: Db,
  userId: string,
  key: { hash: string } | { id: string },
  now: number,
): Promise<string | undefined> {
  const isIt = "hash" in key ? eq(invites.hash, key.hash) : eq(invites.id, key.id);
  const [added] = await db.write([
    addMember(db, userId, {
      now,
      which: sql`groups.id = (select group_id from invites where ${isIt} and ${isGood(now)})`,
    }),
    db.q.update(invites).set({ uses: sql`uses + 1` }).where(and(isIt, sql`changes() > 0`)),
    db.q.update(groups).set({ activeAt: now })
      .where(sql`id = (select group_id from invites where ${isIt}) and changes() > 0`),
    db.q.update(users).set({ inviteId: null })
      .where(sql`id = ${userId} and invite_id = (select id from invites where ${isIt}) and changes() > 0`),
  ]);
  return added[0]?.groupId;
}
