/** Groups and their members. A group is only found through its viewer's membership. */
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { and, asc, desc, eq, exists, isNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Group, GroupFace, GroupSummary } from "../../server/contract/groups/groups.ts";
import { hasBlocked } from "../people/blocks.ts";
import { type Db, prepared } from "../engine/client.ts";
import { deleteUnusedPicture, insertPicture, type Picture } from "../people/pictures.ts";
import { revokeInvitesOf } from "./invite_links.ts";
import { isOrganizer } from "./roles.ts";
import { groups, members, users } from "../schema.ts";
import { mayHold, type Quota } from "../account/storage.ts";
import { lastMessageOf, unreadMentionsOf, unreadOf } from "../chat/read_marks.ts";
import { cardColumns, isoOf, type Json, jsonArray, jsonObject, maySeeEmail } from "../people/columns.ts";

export interface NewGroupRow {
  id: string;
  groupName: string;
  description: string | null;
  picture?: Picture;
}

/** How many groups somebody has made that are not deleted. */
const madeBy = (creatorId: string) =>
  sql<number>`(select count(*) from groups where created_by = ${creatorId} and active_at > 0)`;

/** Whether somebody has made as many groups as one person may. */
export async function hasReachedGroupLimit(db: Db, creatorId: string): Promise<boolean> {
  const [{ made }] = await db.q.all<{ made: number }>(sql`select ${madeBy(creatorId)} as made`);
  return made >= groupsLimits.groups.perCreator;
}

/**
 * Stores a group with its creator as first member, unless its id is taken, even by a deleted group, or its creator has
 * made as many groups as one person may.
 */
export const insertGroup = (db: Db, creatorId: string, { picture, ...group }: NewGroupRow, now: number) =>
  db.write([
    db.q.insert(groups).select(
      db.q.select({
        id: sql<string>`${group.id}`.as("id"),
        groupName: sql<string>`${group.groupName}`.as("group_name"),
        description: sql<string | null>`${group.description}`.as("description"),
        image: sql<string | null>`${picture?.url ?? null}`.as("image"),
        createdBy: users.id,
        createdAt: sql<number>`${now}`.as("created_at"),
        activeAt: sql<number>`${now}`.as("active_at"),
        storedBytes: sql<number>`0`.as("stored_bytes"),
      }).from(users).where(and(eq(users.id, creatorId), lt(madeBy(creatorId), groupsLimits.groups.perCreator))),
    ).onConflictDoNothing(),
    db.q.insert(members).select(
      db.q.select({
        groupId: groups.id,
        userId: groups.createdBy,
        joinedAt: sql<number>`${now}`.as("joined_at"),
        role: sql<"member">`'member'`.as("role"),
        lastReadSeq: sql<number>`0`.as("last_read_seq"),
        notify: sql<"all">`'all'`.as("notify"),
        pushedSeq: sql<number>`0`.as("pushed_seq"),
        // Only if the statement before has stored it.
      }).from(groups).where(and(eq(groups.id, group.id), sql`changes() > 0`)),
    ),
    ...insertPicture(db, picture),
    ...deleteUnusedPicture(db, picture),
  ]);

const viewers = alias(members, "viewers");

/** The role of a row of `members`, under this name, beside its group. */
const roleOf = (member: string) =>
  sql`case when ${sql.raw(member)}.user_id = ${groups.createdBy} then 'creator' else ${sql.raw(member)}.role end`;

/** What lists show of a group, beside the membership `viewers`. */
export const summary = {
  id: groups.id,
  groupName: groups.groupName,
  description: groups.description,
  image: groups.image,
  createdBy: groups.createdBy,
  createdAt: isoOf(groups.createdAt),
  memberCount: sql`(select count(*) from members where group_id = ${groups.id})`,
  role: roleOf("viewers"),
  unread: unreadOf("viewers"),
  mentions: unreadMentionsOf("viewers"),
  lastReadSeq: viewers.lastReadSeq,
  notify: viewers.notify,
  lastMessage: lastMessageOf("groups.id", "viewers.user_id"),
  rev: sql`(select coalesce(max(rev), 0) from messages where group_id = ${groups.id})`,
};

/** A group with its members in the order they joined. */
const whole = {
  ...summary,
  members: sql`(
    select json(${jsonArray(sql`member`)}) from (
      select ${jsonObject({ user: cardColumns, joinedAt: isoOf(members.joinedAt), role: roleOf("members") })} as member
      from ${members} inner join ${users} on ${users.id} = ${members.userId} where ${members.groupId} = ${groups.id}
      order by ${members.joinedAt}, ${users.username}
    )
  )`,
};

/** The groups of the placeholder `viewerId`, latest activity first, as one JSON array. */
export const listOf = (group: SQL<string>) =>
  prepared((q) => {
    const ordered = q.select({ json: group.as("json") }).from(groups)
      .innerJoin(viewers, eq(viewers.groupId, groups.id))
      .where(eq(viewers.userId, sql.placeholder("viewerId")))
      .orderBy(desc(groups.activeAt), asc(groups.id)).as("ordered");
    return q.select({ json: jsonArray(ordered.json) }).from(ordered).prepare();
  });

const groupList = listOf(jsonObject(whole));
const summaryList = listOf(jsonObject(summary));

/** The viewer's groups with their members, latest activity first. */
export async function listGroups(db: Db, viewerId: string): Promise<Json<Group[]>> {
  return (await groupList(db).get({ viewerId }))!.json;
}

/** The viewer's groups without their members, latest activity first. */
export async function listGroupSummaries(db: Db, viewerId: string): Promise<GroupSummary[]> {
  return JSON.parse((await summaryList(db).get({ viewerId }))!.json);
}

const oneGroup = prepared((q) =>
  q.select({ json: jsonObject(whole) }).from(groups)
    .innerJoin(viewers, and(eq(viewers.groupId, groups.id), eq(viewers.userId, sql.placeholder("viewerId"))))
    .where(eq(groups.id, sql.placeholder("id"))).prepare()
);

/** A group, to a member of it. */
export async function findGroup(db: Db, viewerId: string, id: string): Promise<Group | undefined> {
  const row = await oneGroup(db).get({ viewerId, id });
  return row && JSON.parse(row.json);
}

/** The groups that both the viewer and someone are in, latest activity first. */
export const listGroupsInCommon = (db: Db, viewerId: string, userId: string): Promise<GroupFace[]> =>
  db.q.select({ id: groups.id, groupName: groups.groupName, image: groups.image }).from(viewers)
    .innerJoin(members, and(eq(members.groupId, viewers.groupId), eq(members.userId, userId)))
    .innerJoin(groups, eq(groups.id, viewers.groupId))
    .where(eq(viewers.userId, viewerId))
    .orderBy(desc(groups.activeAt), desc(groups.id)).limit(peopleLimits.profile.inCommon);

const membership = prepared((q) =>
  q.select({ userId: members.userId }).from(members)
    .where(and(eq(members.groupId, sql.placeholder("groupId")), eq(members.userId, sql.placeholder("userId"))))
    .prepare()
);

/** Whether someone is in a group. */
export async function isMember(db: Db, userId: string, groupId: string): Promise<boolean> {
  return await membership(db).get({ groupId, userId }) !== undefined;
}

/** What a group is to one of its members, beside what is unread for them. */
export interface OwnView extends Pick<Group, "role" | "lastReadSeq" | "notify"> {
  userId: string;
}

/** What a group is to its members among some people, for what is sent to them; not to be shown to anybody else. */
export const listOwnViews = (db: Db, groupId: string, userIds: string[]): Promise<OwnView[]> =>
  db.q.select({
    userId: viewers.userId,
    role: sql<Group["role"]>`${roleOf("viewers")}`,
    lastReadSeq: viewers.lastReadSeq,
    notify: viewers.notify,
  }).from(viewers).innerJoin(groups, eq(groups.id, viewers.groupId)).where(and(
    eq(viewers.groupId, groupId),
    sql`${viewers.userId} in (select value from json_each(${JSON.stringify(userIds)}))`,
  ));

/** The ids of a group's members, for what is sent to them; not to be shown to anybody. */
export async function listMemberIds(db: Db, groupId: string): Promise<string[]> {
  return (await memberIds(db).all({ groupId })).map(({ userId }) => userId);
}

const memberIds = prepared((q) =>
  q.select({ userId: members.userId }).from(members).where(eq(members.groupId, sql.placeholder("groupId"))).prepare()
);

/**
 * Deletes a group that the viewer made: it has no members any more, and nobody finds it. Its contents are deleted later
 * (see `db/groups/deleted_groups.ts`).
 *
 * @returns the ids of those who were members; none where the viewer did not make it
 */
export async function deleteGroup(db: Db, viewerId: string, id: string): Promise<string[]> {
  const [removed] = await db.write([
    db.q.delete(members).where(and(eq(members.groupId, id), exists(ownGroup(db, viewerId, id))))
      .returning({ userId: members.userId }),
    // Only if the statement before has removed members. A trigger deletes its picture once nothing refers to it.
    db.q.update(groups).set({ activeAt: 0, image: null }).where(and(eq(groups.id, id), sql`changes() > 0`)),
  ]);
  return removed.map(({ userId }) => userId);
}

/** A group that the viewer made and is still in: a deleted one has no members. */
const ownGroup = (db: Db, viewerId: string, id: string) =>
  db.q.select({ id: groups.id }).from(groups)
    .innerJoin(creators, and(eq(creators.groupId, groups.id), eq(creators.userId, groups.createdBy)))
    .where(and(eq(groups.id, id), eq(groups.createdBy, viewerId)));

const creators = alias(members, "creators");

/**
 * Adds a member to a group that the viewer made. False where the viewer did not make it, there is no such user or they
 * are disabled, they are members already, have blocked the viewer, want no invitation into the group or hide their
 * address from the viewer, who would see it then, or the group is full.
 */
export async function insertMember(db: Db, viewerId: string, member: { groupId: string; userId: string }, now: number) {
  const [added] = await db.write([
    db.q.insert(members).select(
      db.q.select({
        groupId: groups.id,
        userId: users.id,
        joinedAt: sql<number>`${now}`.as("joined_at"),
        role: sql<"member">`'member'`.as("role"),
        // What was written before is not unread.
        lastReadSeq: sql<number>`(select coalesce(max(seq), 0) from messages where group_id = ${groups.id})`
          .as("last_read_seq"),
        notify: sql<"all">`'all'`.as("notify"),
        pushedSeq: sql<number>`0`.as("pushed_seq"),
      }).from(groups)
        .innerJoin(users, and(eq(users.id, member.userId), isNull(users.deletedAt), isNull(users.disabledAt)))
        .where(and(
          eq(groups.id, member.groupId),
          exists(ownGroup(db, viewerId, member.groupId)),
          not(hasBlocked(users.id, viewerId)),
          maySeeEmail(viewerId),
          sql`not exists (select 1 from invitation_refusals refusals
            where refusals.group_id = ${member.groupId} and refusals.email = ${users.email})`,
          sql`(select count(*) from members where group_id = ${member.groupId}) < ${groupsLimits.groups.members}`,
        )),
    ).onConflictDoNothing().returning({ userId: members.userId }),
    // Only if the statement before has added someone.
    db.q.update(groups).set({ activeAt: now }).where(and(eq(groups.id, member.groupId), sql`changes() > 0`)),
  ]);
  return added.length > 0;
}

export interface GroupChanges {
  groupName?: string;
  description?: string | null;
  /** Null for none. */
  picture?: Picture | null;
}

/** An organizer changes what a group is; what is left out stays. False where the viewer may not. */
export async function updateGroup(db: Db, viewerId: string, id: string, { picture, ...changes }: GroupChanges) {
  const image = picture === undefined ? sql`${groups.image}` : picture?.url ?? null;
  const [changed] = await db.write([
    db.q.update(groups).set({ ...changes, image }).where(and(eq(groups.id, id), isOrganizer(viewerId, id)))
      .returning({ id: groups.id }),
    ...insertPicture(db, picture),
    ...deleteUnusedPicture(db, picture ?? undefined),
  ]);
  return changed.length > 0;
}

interface RoleChange {
  groupId: string;
  userId: string;
}

/**
 * The creator makes another member an organizer, or not any more: then the links that they made are revoked. False where
 * the viewer may not, or there is no such member.
 */
export async function setRole(
  db: Db,
  viewerId: string,
  { groupId, userId, role }: RoleChange & { role: "organizer" | "member" },
): Promise<boolean> {
  const [changed] = await db.write([
    db.q.update(members).set({ role }).where(and(
      eq(members.groupId, groupId),
      eq(members.userId, userId),
      ne(members.userId, viewerId),
      exists(ownGroup(db, viewerId, groupId)),
    )).returning({ userId: members.userId }),
    revokeInvitesOf(db, userId, groupId),
  ]);
  return changed.length > 0;
}

/** Whether somebody is the creator of a group. */
export const isCreator = async (db: Db, userId: string, groupId: string): Promise<boolean> =>
  (await ownGroup(db, userId, groupId)).length > 0;

/**
 * The creator hands a group over to another member, who is not disabled, has not made as many as one person may and has
 * room for what it holds, and is one of its organizers then. False where the viewer may not, or there is no such member.
 */
export async function handOver(
  db: Db,
  viewerId: string,
  { groupId, userId, quota }: RoleChange & Quota,
): Promise<boolean> {
  const [handed] = await db.write([
    db.q.update(groups).set({ createdBy: userId }).where(and(
      eq(groups.id, groupId),
      ne(groups.createdBy, userId),
      exists(ownGroup(db, viewerId, groupId)),
      sql`exists (select 1 from members join users on users.id = members.user_id
        where members.group_id = ${groupId} and users.id = ${userId} and users.disabled_at is null)`,
      lt(madeBy(userId), groupsLimits.groups.perCreator),
      mayHold(userId, groups.storedBytes, { quota }),
    )).returning({ id: groups.id }),
    // Only if the statement before has handed it over.
    db.q.update(members).set({ role: "organizer" })
      .where(and(eq(members.groupId, groupId), eq(members.userId, viewerId), sql`changes() > 0`)),
  ]);
  return handed.length > 0;
}

/**
 * The creator removes another member, an organizer one who is not, or a member leaves: what they shared with the group
 * is theirs alone again, and the links that they made are revoked. False where the viewer may not, or there is no such member.
 */
export async function deleteMember(db: Db, viewerId: string, { groupId, userId }: { groupId: string; userId: string }) {
  const isCreator = eq(groups.createdBy, userId);
  const mayRemove = or(
    eq(groups.createdBy, viewerId),
    and(eq(members.role, "member"), isOrganizer(viewerId, groupId)),
  );
  const allowed = and(not(isCreator), userId === viewerId ? undefined : mayRemove);
  const isFormer = sql`user_id = ${userId} and book_id in (select id from books where group_id = ${groupId})
    and not exists (select 1 from members where group_id = ${groupId} and user_id = ${userId})`;
  const [removed] = await db.write([
    db.q.delete(members).where(and(
      eq(members.groupId, groupId),
      eq(members.userId, userId),
      exists(db.q.select({ id: groups.id }).from(groups).where(and(eq(groups.id, groupId), allowed))),
    )).returning({ userId: members.userId }),
    db.q.run(sql`update reader_settings set shares_page = null where ${isFormer}`),
    db.q.run(sql`update notes set shared_at = null where ${isFormer}`),
    revokeInvitesOf(db, userId, groupId),
  ]);
  return removed.length > 0;
}
