import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import type { Group, GroupFace, GroupLink } from "../../server/contract/groups/shapes.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { mayHold, type Quota } from "../account/storage.ts";
import { isOnShelf } from "../books/conditions.ts";
import { lastMessageOf, unreadMentionsOf, unreadOf } from "../chat/read_marks.ts";
import { lastRev } from "../chat/revisions.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { isoOf, type Json, jsonArray, jsonObject, listed } from "../engine/query.ts";
import { cardColumns } from "../people/columns.ts";
import { deleteUnusedPicture, insertPicture, type Picture } from "../people/users.ts";
import { groups, members, users } from "../schema.ts";
import { deletion, isLive } from "./deletion.ts";
import { imageFor, nameFor } from "./names.ts";
import { hasMade, mayChange, mayOrganize, mayRead, maySeeMember, membershipOf } from "./roles.ts";
import type { Form } from "../../server/contract/site/written_shapes.ts";
import { formatJson, storeForm } from "../site/forms.ts";

interface NewGroupRow {
  id: string;
  groupName: string;
  description: string | null;
  form?: Form | null;
  picture?: Picture;
}

const { perCreator } = groupsLimits.groups;

const madeBy = (creatorId: string) =>
  sql<number>`(select count(*) from groups where created_by = ${creatorId} and kind = 'group' and ${isLive})`;

export const mayMakeGroup = (creatorId: string) => sql<number>`(${madeBy(creatorId)} < ${perCreator})`;

export async function hasReachedGroupLimit(db: Db, creatorId: string): Promise<boolean> {
  const [{ made }] = await db.q.all<{ made: number }>(sql`select ${madeBy(creatorId)} as made`);
  return made >= perCreator;
}

export const insertGroup = (db: Db, creatorId: string, { picture, ...group }: NewGroupRow, now: number) =>
  db.write([
    db.q.run(sql`insert into groups (id, group_name, description, image, created_by, created_at, active_at)
      select ${group.id}, ${group.groupName}, ${group.description}, ${picture?.url ?? null}, id, ${now}, ${now}
      from users where id = ${creatorId} and ${madeBy(creatorId)} < ${perCreator} on conflict do nothing`),
    db.q.run(sql`insert into members (group_id, user_id, joined_at)
      select id, created_by, ${now} from groups where id = ${group.id} and changes() > 0`),
    ...storeDescription(db, group.id, group.description, group.form),
    ...insertPicture(db, picture),
    ...deleteUnusedPicture(db, picture),
  ]);

const storeDescription = (db: Db, id: string, description: string | null = null, form: Form | null = null) =>
  description === null ? [] : [storeForm(db, "groups", { content: description, form }, sql`id = ${id}`)];

export const viewers = alias(members, "viewers");

const creator = sql<string | null>`case when ${groups.kind} = 'group' then ${groups.createdBy} end`;

const roleOf = (member: string) =>
  sql`case when ${sql.raw(member)}.user_id = ${creator} then 'creator' else ${sql.raw(member)}.role end`;

export const summary = {
  id: groups.id,
  groupName: nameFor(sql`viewers.user_id`),
  description: groups.description,
  image: imageFor(sql`viewers.user_id`),
  memberCount: sql`(select count(*) from members where group_id = ${groups.id})`,
  role: roleOf("viewers"),
  unread: unreadOf("viewers"),
  mentions: unreadMentionsOf("viewers"),
  lastReadSeq: viewers.lastReadSeq,
  notify: viewers.notify,
  lastMessage: lastMessageOf("groups.id", "viewers.user_id"),
  rev: lastRev(groups.id),
};

/** Of the viewer, and of what they see where the list of members is for organizers: them, and themselves. */
export const isShownMember = sql`(members.user_id = viewers.user_id or members.role = 'organizer'
  or members.user_id = groups.created_by or viewers.user_id = groups.created_by or viewers.role = 'organizer'
  or not exists (select 1 from group_settings where group_settings.group_id = groups.id and hide_members))`;

const membersOf = (page: SQL) =>
  sql`(
  select json(${jsonArray(sql`member`)}) from (
    select ${jsonObject({ user: cardColumns, joinedAt: isoOf(members.joinedAt), role: roleOf("members") })} as member
    from ${members} inner join ${users} on ${users.id} = ${members.userId} where ${members.groupId} = ${groups.id}
      and ${isShownMember}
    order by ${members.joinedAt}, ${users.username} ${page}
  )
)`;

const groupWithMembers = {
  ...summary,
  kind: groups.kind,
  createdBy: creator,
  createdAt: isoOf(groups.createdAt),
  format: sql`json(${formatJson("groups")})`,
  members: membersOf(sql``),
};

export const listOf = (group: SQL<string>) =>
  prepared((q) => {
    const ordered = q.select({ json: group.as("json") }).from(groups)
      .innerJoin(viewers, eq(viewers.groupId, groups.id))
      .where(and(eq(viewers.userId, sql.placeholder("viewerId")), eq(groups.kind, "group")))
      .orderBy(desc(groups.activeAt), asc(groups.id)).as("ordered");
    return q.select({ json: jsonArray(ordered.json) }).from(ordered).prepare();
  });

const groupList = listOf(jsonObject(groupWithMembers));
const { id, groupName, image, unread, mentions, notify } = summary;
const linkList = listOf(jsonObject({ id, groupName, image, unread, mentions, notify }));

export async function listGroups(db: Db, viewerId: string): Promise<Json<Group[]>> {
  return (await groupList(db).get({ viewerId }))!.json;
}

export async function listGroupLinks(db: Db, viewerId: string): Promise<GroupLink[]> {
  return JSON.parse((await linkList(db).get({ viewerId }))!.json);
}

const { page: pageLength } = groupsLimits.memberList;
const pageAt = sql`limit ${sql.placeholder("length")} offset ${sql.placeholder("first")}`;

const fewMembers = sql`case when ${summary.memberCount} <= ${sql.placeholder("most")}
  then json(${membersOf(pageAt)}) else json('[]') end`;

const oneGroup = prepared((q) =>
  q.select({
    json: jsonObject({ ...groupWithMembers, members: fewMembers }),
  }).from(groups)
    .innerJoin(viewers, and(eq(viewers.groupId, groups.id), eq(viewers.userId, sql.placeholder("viewerId"))))
    .where(eq(groups.id, sql.placeholder("id"))).prepare()
);

/** The first steps of a group, for its organizers, until all are done or they hide them. */
export interface FirstSteps {
  hasMembers: boolean;
  bookId: string | null;
  hasPlan: boolean;
}

interface GroupWithSteps {
  group: Group;
  mayAddBooks: boolean;
  mayMentionAll: boolean;
  steps?: FirstSteps;
}

const ofGroup = sql`shelved.group_id = ${groups.id} and ${isOnShelf("shelved")}`;

const viewerOrganizes = sql`(${creator} = viewers.user_id or viewers.role = 'organizer')`;

const firstSteps = sql`case when ${viewerOrganizes}
  and not exists (select 1 from group_settings where group_id = ${groups.id} and started_at is not null)
  then ${
  jsonObject({
    hasMembers: sql`json(iif(${summary.memberCount} > 1, 'true', 'false'))`,
    bookId: sql`(select id from books shelved where ${ofGroup} order by created_at desc limit 1)`,
    hasPlan: sql`json(iif(exists (
      select 1 from books shelved join plans on plans.book_id = shelved.id where ${ofGroup}
    ), 'true', 'false'))`,
  })
} end`;

const groupAndSteps = prepared((q) =>
  q.select({
    json: jsonObject({ ...groupWithMembers, members: fewMembers }),
    steps: sql<string | null>`${firstSteps}`.as("steps"),
    mayAddBooks: mayChange(sql`viewers.user_id`, sql`groups.id`, "shelf").mapWith(Boolean).as("may_add_books"),
    mayMentionAll: sql`${viewerOrganizes}
      and exists (select 1 from group_settings where group_id = ${groups.id} and everyone)`
      .mapWith(Boolean).as("may_mention_all"),
  }).from(groups)
    .innerJoin(viewers, and(eq(viewers.groupId, groups.id), eq(viewers.userId, sql.placeholder("viewerId"))))
    .where(eq(groups.id, sql.placeholder("id"))).prepare()
);

/** @param most as of `findGroup` */
export async function findGroupWithSteps(
  db: Db,
  viewerId: string,
  id: string,
  { most }: { most: number },
): Promise<GroupWithSteps | undefined> {
  const row = await groupAndSteps(db).get({ viewerId, id, most, length: -1, first: 0 });
  if (!row) return undefined;
  const { json, mayAddBooks, mayMentionAll } = row;
  const steps: FirstSteps | undefined = row.steps ? JSON.parse(row.steps) : undefined;
  const isDone = steps?.hasMembers && steps.bookId && steps.hasPlan;
  return { group: JSON.parse(json), mayAddBooks, mayMentionAll, steps: isDone ? undefined : steps };
}

export const hideSteps = (db: Db, viewerId: string, groupId: string, now: number) =>
  changesRows(db, [
    db.q.run(sql`insert into group_settings (group_id, started_at) select ${groupId}, ${now}
      where ${mayOrganize(viewerId, groupId)}
      on conflict (group_id) do update set started_at = coalesce(started_at, excluded.started_at)`),
  ]);

interface MembersShown {
  /** The members are left out where they are more. */
  most?: number;
  /** From 1: the members are those of one page, in place of all. */
  page?: number;
}

export async function findGroup(
  db: Db,
  viewerId: string,
  id: string,
  { most = groupsLimits.groups.members, page }: MembersShown = {},
): Promise<Group | undefined> {
  const shown = page ? { length: pageLength, first: (page - 1) * pageLength } : { length: -1, first: 0 };
  const row = await oneGroup(db).get({ viewerId, id, most, ...shown });
  return row && JSON.parse(row.json);
}

/** From 1; undefined where they are not in the group, or the viewer is not. */
export async function findMemberPage(
  db: Db,
  viewerId: string,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<number | undefined> {
  const [member] = await db.q.all<{ before: number }>(sql`
    select (
      select count(*) from members join users on users.id = members.user_id where members.group_id = ${groupId}
        and ${
    maySeeMember(viewerId, "members")
  } and (members.joined_at, users.username) < (sought.joined_at, person.username)
    ) as before
    from members sought join users person on person.id = sought.user_id
    where sought.group_id = ${groupId} and sought.user_id = ${userId} and ${mayRead(viewerId, groupId)}
      and ${maySeeMember(viewerId, "sought")}`);
  return member && Math.floor(member.before / pageLength) + 1;
}

const namedFor = prepared((q) =>
  q.select({ groupName: nameFor(sql.placeholder("viewerId")) }).from(groups)
    .where(and(
      eq(groups.id, sql.placeholder("groupId")),
      mayRead(sql.placeholder("viewerId"), sql.placeholder("groupId")),
    )).prepare()
);

export const findGroupName = async (db: Db, viewerId: string, groupId: string): Promise<string | undefined> =>
  (await namedFor(db).get({ viewerId, groupId }))?.groupName;

export const listGroupsInCommon = (db: Db, viewerId: string, userId: string): Promise<GroupFace[]> =>
  db.q.select({ id: groups.id, groupName: groups.groupName, image: groups.image }).from(viewers)
    .innerJoin(members, and(eq(members.groupId, viewers.groupId), eq(members.userId, userId)))
    .innerJoin(groups, eq(groups.id, viewers.groupId))
    .where(and(eq(viewers.userId, viewerId), eq(groups.kind, "group"), maySeeMember(viewerId, "members")))
    .orderBy(desc(groups.activeAt), desc(groups.id)).limit(peopleLimits.profile.inCommon);

interface OwnView extends Pick<Group, "role" | "lastReadSeq" | "notify"> {
  userId: string;
}

/** For what is sent to them; not to be shown to anybody else. */
export const listOwnViews = (db: Db, groupId: string, userIds: string[]): Promise<OwnView[]> =>
  db.q.select({
    userId: viewers.userId,
    role: sql<Group["role"]>`${roleOf("viewers")}`,
    lastReadSeq: viewers.lastReadSeq,
    notify: viewers.notify,
  }).from(viewers).innerJoin(groups, eq(groups.id, viewers.groupId))
    .where(and(eq(viewers.groupId, groupId), sql`${viewers.userId} in ${listed(userIds)}`));

export async function deleteGroup(db: Db, viewerId: string, id: string): Promise<string[]> {
  const [, removed] = await db.write([
    // First: the trigger that deletes the votes of a member who leaves passes a deleted group by.
    db.q.update(groups).set(deletion).where(and(eq(groups.id, id), hasMade(viewerId, id))),
    db.q.delete(members).where(and(eq(members.groupId, id), hasMade(viewerId, id)))
      .returning({ userId: members.userId }),
  ]);
  return removed.map(({ userId }) => userId);
}

interface GroupChanges {
  groupName?: string;
  description?: string | null;
  /** Of the description. */
  form?: Form | null;
  picture?: Picture | null;
}

export async function updateGroup(
  db: Db,
  viewerId: string,
  id: string,
  { picture, form, ...changes }: GroupChanges,
): Promise<boolean> {
  const image = picture === undefined ? sql`${groups.image}` : picture?.url ?? null;
  return await changesRows(db, [
    db.q.update(groups).set({ ...changes, image }).where(and(eq(groups.id, id), mayOrganize(viewerId, id))),
    ...storeDescription(db, id, changes.description, form),
    ...insertPicture(db, picture),
    ...deleteUnusedPicture(db, picture ?? undefined),
  ]);
}

export const handOver = (
  db: Db,
  viewerId: string,
  { groupId, userId, quota }: { groupId: string; userId: string } & Quota,
) =>
  changesRows(db, [
    db.q.update(groups).set({ createdBy: userId }).where(and(
      eq(groups.id, groupId),
      ne(groups.createdBy, userId),
      hasMade(viewerId, groupId),
      sql`exists (select 1 from members join users on users.id = members.user_id
        where members.group_id = ${groupId} and users.id = ${userId} and users.disabled_at is null)`,
      sql`${madeBy(userId)} < ${perCreator}`,
      mayHold(userId, groups.storedBytes, { quota }),
    )),
    db.q.update(members).set({ role: "organizer" }).where(and(membershipOf(viewerId, groupId), sql`changes() > 0`)),
  ]);

/** To the longest-serving organizer, else member; people who may not log in, or are to be deleted too, come last. */
export const handOverGroups = (db: Db, userId: string, groupIds: string[]) => {
  const made = sql`groups.id in ${listed(groupIds)} and created_by = ${userId} and ${isLive}`;
  return [
    db.q.all<{ groupId: string; userId: string }>(sql`update groups set created_by = (
        select members.user_id from members inner join users on users.id = members.user_id
        where members.group_id = groups.id and members.user_id <> ${userId}
        order by users.deleted_at is not null, users.disabled_at is not null, users.deletes_at is not null,
          members.role <> 'organizer', members.joined_at, users.username limit 1
      ) where ${made} and exists (
        select 1 from members where members.group_id = groups.id and members.user_id <> ${userId}
      ) returning id as "groupId", created_by as "userId"`),
    db.q.run(sql`delete from members where user_id = ${userId} and group_id in (select id from groups where ${made})`),
    db.q.update(groups).set(deletion)
      .where(sql`${made} and not exists (select 1 from members where members.group_id = groups.id)`)
      .returning({ groupId: groups.id }),
  ] as const;
};
