import { and, eq, exists, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import { lastSeq } from "../chat/revisions.ts";
import { changesRows, type Db, prepared, type Statement } from "../engine/client.ts";
import { databaseNow } from "../engine/query.ts";
import { hasBlocked } from "../people/blocks.ts";
import { faceColumns, maySeeEmail } from "../people/columns.ts";
import { groups, groupSettings, invites, links, members, users } from "../schema.ts";
import { isLive } from "./deletion.ts";
import { hasMade, mayOrganize, mayRead, membershipOf } from "./roles.ts";

const membership = prepared((q) =>
  q.select({ userId: members.userId }).from(members)
    .where(membershipOf(sql.placeholder("userId"), sql.placeholder("groupId"))).prepare()
);

export async function isMember(db: Db, userId: string, groupId: string): Promise<boolean> {
  return await membership(db).get({ groupId, userId }) !== undefined;
}

const memberIds = prepared((q) =>
  q.select({ userId: members.userId }).from(members).where(eq(members.groupId, sql.placeholder("groupId"))).prepare()
);

export async function listMemberIds(db: Db, groupId: string): Promise<string[]> {
  return (await memberIds(db).all({ groupId })).map(({ userId }) => userId);
}

const seers = prepared((q) =>
  q.select({ userId: members.userId }).from(groupSettings)
    .innerJoin(groups, eq(groups.id, groupSettings.groupId))
    .innerJoin(members, eq(members.groupId, groups.id))
    .where(and(
      eq(groupSettings.groupId, sql.placeholder("groupId")),
      eq(groupSettings.hideMembers, true),
      or(eq(members.userId, groups.createdBy), eq(members.role, "organizer")),
    )).prepare()
);

/** Of a group whose list of members is for its organizers; undefined where it is for all. */
export async function findOrganizersOfHidden(db: Db, groupId: string): Promise<string[] | undefined> {
  const rows = await seers(db).all({ groupId });
  return rows.length > 0 ? rows.map(({ userId }) => userId) : undefined;
}

const groupIds = prepared((q) =>
  q.select({ groupId: members.groupId }).from(members).where(eq(members.userId, sql.placeholder("userId"))).prepare()
);

export async function listGroupIds(db: Db, userId: string): Promise<string[]> {
  return (await groupIds(db).all({ userId })).map(({ groupId }) => groupId);
}

interface NamedPeople {
  ids: string[];
  usernames: string[];
}

const namedMembers = prepared((q) =>
  q.select(faceColumns).from(users).innerJoin(members, membershipOf(users.id, sql.placeholder("groupId")))
    .where(sql`${mayRead(sql.placeholder("viewerId"), sql.placeholder("groupId"))} and ${users.id} in (
      select value from json_each(${sql.placeholder("ids")})
      union select id from users where username in (select value from json_each(${sql.placeholder("usernames")}))
    )`).prepare()
);

/** Those of these people who are in the group; nobody to an outsider. */
export const listNamedMembers = (
  db: Db,
  viewerId: string,
  { groupId, ids, usernames }: NamedPeople & { groupId: string },
): Promise<Face[]> =>
  namedMembers(db).all({ viewerId, groupId, ids: JSON.stringify(ids), usernames: JSON.stringify(usernames) });

/** Unless the group is full, or they are in it. What was written before is not unread. @param which of `groups` */
export const addMember = (db: Db, userId: string, { which, now }: { which: SQL; now: number }) =>
  db.q.all<{ groupId: string }>(sql`
    insert into ${members} (group_id, user_id, joined_at, last_read_seq)
    select groups.id, users.id, ${now}, ${lastSeq(sql`groups.id`)}
    from groups join users on users.id = ${userId} and users.disabled_at is null and users.deleted_at is null
    where ${which} and ${isLive}
      and (select count(*) from members where group_id = groups.id) < ${groupsLimits.groups.members}
    on conflict do nothing returning group_id as "groupId"`);

export async function insertMember(db: Db, viewerId: string, member: { groupId: string; userId: string }, now: number) {
  const { groupId, userId } = member;
  const mayAdd = sql`groups.id = ${groupId} and ${hasMade(viewerId, groupId)}
    and not ${hasBlocked(userId, viewerId)} and ${maySeeEmail(viewerId)}
    and not exists (select 1 from invitation_refusals refusals
      where refusals.group_id = ${groupId} and refusals.email = users.email)`;
  const [added] = await db.write([
    addMember(db, userId, { which: mayAdd, now }),
    db.q.update(groups).set({ activeAt: now }).where(and(eq(groups.id, groupId), sql`changes() > 0`)),
  ]);
  return added.length > 0;
}

interface RoleChange {
  groupId: string;
  userId: string;
  role: "organizer" | "member";
}

export const setRole = (db: Db, viewerId: string, { groupId, userId, role }: RoleChange) =>
  changesRows(db, [
    db.q.update(members).set({ role })
      .where(and(membershipOf(userId, groupId), ne(members.userId, viewerId), hasMade(viewerId, groupId))),
    revokeInviteLinksOf(db, userId, groupId),
  ]);

/** So that none is good again if they become an organizer once more. */
const revokeInviteLinksOf = (db: Db, userId: string, groupId: string): Statement =>
  db.q.update(invites).set({ revokedAt: databaseNow }).where(and(
    eq(invites.groupId, groupId),
    eq(invites.createdBy, userId),
    isNull(invites.revokedAt),
    not(mayOrganize(userId, groupId)),
  ));

export async function deleteMember(
  db: Db,
  viewerId: string,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<boolean> {
  const mayRemove = or(
    eq(groups.createdBy, viewerId),
    and(eq(members.role, "member"), mayOrganize(viewerId, groupId)),
  );
  const allowed = and(
    eq(groups.kind, "group"),
    ne(groups.createdBy, userId),
    userId === viewerId ? undefined : mayRemove,
  );
  const isFormer = sql`user_id = ${userId} and book_id in (select id from books where group_id = ${groupId})
    and not ${mayRead(userId, groupId)}`;
  return await changesRows(db, [
    db.q.delete(members).where(and(
      membershipOf(userId, groupId),
      exists(db.q.select({ id: groups.id }).from(groups).where(and(eq(groups.id, groupId), allowed))),
    )),
    db.q.run(sql`update reader_settings set shares_page = null where ${isFormer}`),
    db.q.run(sql`update notes set shared_at = null where ${isFormer}`),
    db.q.run(sql`delete from book_interests where ${isFormer}`),
    db.q.run(sql`delete from thread_reads where user_id = ${userId} and group_id = ${groupId}
      and not ${mayRead(userId, groupId)}`),
    revokeInviteLinksOf(db, userId, groupId),
    // Its organizers can no longer make cards for the account, even if its owner comes back.
    db.q.delete(links).where(and(eq(links.userId, userId), eq(links.kind, "card"), hasLeft(userId, groupId))),
    db.q.update(users).set({ addedTo: null }).where(and(eq(users.id, userId), hasLeft(userId, groupId))),
  ]);
}

const hasLeft = (userId: string, groupId: string): SQL =>
  sql`not ${mayRead(userId, groupId)} and exists (
    select 1 from users leaver where leaver.id = ${userId} and leaver.added_to = ${groupId})`;
