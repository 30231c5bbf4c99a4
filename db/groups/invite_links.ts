import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import type { GroupFace, InviteLink, JoinPreview } from "../../server/contract/groups/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isoFrom } from "../engine/query.ts";
import { calledName, faceColumns } from "../people/columns.ts";
import { groups, invites, users } from "../schema.ts";
import { isLive } from "./deletion.ts";
import { addMember } from "./members.ts";
import { isOrganizer, mayOrganize, mayStillInvite } from "./roles.ts";
import { formatOf } from "../site/forms.ts";

interface NewInviteLinkRow {
  id: string;
  groupId: string;
  hash: string;
  code: string;
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

/** Violates a unique index where another link has the code. */
export const insertInviteLink = (
  db: Db,
  viewerId: string,
  { id, groupId, hash, code, expiresAt, maxUses }: NewInviteLinkRow,
  now: number,
) =>
  changesRows(db, [
    db.q.run(sql`insert into invites (id, group_id, hash, code, created_by, created_at, expires_at, max_uses)
      select ${id}, ${groupId}, ${hash}, ${code}, ${viewerId}, ${now}, ${expiresAt}, ${maxUses}
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
    code: invites.code,
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
  format: formatOf("groups"),
  image: groups.image,
  memberCount: sql<number>`(select count(*) from members where group_id = ${groups.id})`,
};

export const lastCases = (expiresAt: SQLiteColumn, now: number): SQL =>
  sql`when ${expiresAt} <= ${now} then 'expired'
    when ${groupColumns.memberCount} >= ${groupsLimits.groups.members} then 'full'`;

export type InviteLinkKey = { hash: string } | { code: string } | { id: string };

const isIt = (key: InviteLinkKey): SQL =>
  "hash" in key ? eq(invites.hash, key.hash) : "code" in key ? eq(invites.code, key.code) : eq(invites.id, key.id);

export const findInviteLink = (db: Db, key: InviteLinkKey, now: number): Promise<InviteLinkPreview | undefined> =>
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
    .where(and(isIt(key), isLive)).get();

/** The group that a person joins once the address is verified. @param by with hashes of a link or of a ticket */
export const findGroupOfNewcomer = (
  db: Db,
  by: { link: string } | { ticket: string } | { userId: string },
  now: number,
): Promise<GroupFace | undefined> => {
  const newcomer = "userId" in by
    ? by.userId
    : "link" in by
    ? sql`(select user_id from links where hash = ${by.link} and kind = 'verify' and used_at is null
        and expires_at > ${now})`
    : sql`(select user_id from tickets where hash = ${by.ticket} and kind = 'registered' and expires_at > ${now})`;
  return db.q.select({ id: groups.id, groupName: groups.groupName, image: groups.image }).from(users)
    .innerJoin(invites, eq(invites.id, users.inviteId))
    .innerJoin(groups, eq(groups.id, invites.groupId))
    .where(and(eq(users.id, newcomer), isGood(now), isLive)).get();
};

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
  key: InviteLinkKey,
  now: number,
): Promise<string | undefined> {
  const it = isIt(key);
  const [added] = await db.write([
    addMember(db, userId, {
      now,
      which: sql`groups.id = (select group_id from invites where ${it} and ${isGood(now)})`,
    }),
    db.q.update(invites).set({ uses: sql`uses + 1` }).where(and(it, sql`changes() > 0`)),
    db.q.update(groups).set({ activeAt: now })
      .where(sql`id = (select group_id from invites where ${it}) and changes() > 0`),
    db.q.update(users).set({ inviteId: null })
      .where(sql`id = ${userId} and invite_id = (select id from invites where ${it}) and changes() > 0`),
  ]);
  return added[0]?.groupId;
}
