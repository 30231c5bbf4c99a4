/** Groups that are listed, and people who ask to join them. */
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import type { JoinRequest, ListedGroup } from "../../server/contract/groups/request_shapes.ts";
import { requestTexts } from "../../server/contract/groups/request_texts.ts";
import { isOnShelf } from "../books/conditions.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isAfter, isoFrom, type Page, pageOf } from "../engine/query.ts";
import { hasBlocked } from "../people/blocks.ts";
import { publicColumns } from "../people/columns.ts";
import { groups, groupSettings, joinRequests, members, users } from "../schema.ts";
import { isLive } from "./deletion.ts";
import { addMember } from "./members.ts";
import { type Id, mayOrganize, mayRead } from "./roles.ts";
import { formatOf, wordsOf } from "../site/forms.ts";

const { page: pageSize, again } = groupsLimits.joinRequests;

const organizes = or(eq(members.userId, groups.createdBy), eq(members.role, "organizer"));

const isListed = sql`exists (select 1 from group_settings shown where shown.group_id = ${groups.id} and shown.listed)`;

/** Of `groups`, in the list and open to this person's request: not their own ones, nor where they are blocked. */
const mayAsk = (viewerId: string): SQL =>
  and(
    isLive,
    isListed,
    not(mayRead(viewerId, groups.id)),
    // Found once, not for each of all that are listed.
    sql`${groups.id} not in (
      select blocking.group_id from blocks join members blocking on blocking.user_id = blocks.user_id
        join groups held on held.id = blocking.group_id
      where blocks.blocked_id = ${viewerId}
        and (held.created_by = blocking.user_id or blocking.role = 'organizer'))`,
  )!;

/** Neither is one that was declined. */
const isWaiting = isNull(joinRequests.declinedAt);

/**
 * Of `joinRequests` with `users`, those that an organizer is shown: not of people who are members by now, who may not
 * log in, or whom they have blocked.
 */
const isShownTo = (viewerId: Id, groupId: Id): SQL =>
  and(
    eq(joinRequests.groupId, groupId),
    isWaiting,
    isNull(users.disabledAt),
    isNull(users.deletedAt),
    mayOrganize(viewerId, groupId),
    not(mayRead(joinRequests.userId, groupId)),
    not(hasBlocked(viewerId, joinRequests.userId)),
  )!;

/** As `listRequests` lists them: what follows `select count(*)`. */
export const fromShownRequests = (viewerId: Id, groupId: Id): SQL =>
  sql`from join_requests join users on users.id = join_requests.user_id where ${isShownTo(viewerId, groupId)}`;

const currentBook = sql<ListedGroup["currentBook"]>`(
  select json_object('title', title, 'author', author) from books
  where books.group_id = ${groups.id} and books.state = 'now' and ${isOnShelf()}
  order by books.shelf_position, books.created_at desc, books.id limit 1)`.mapWith(JSON.parse);

/** Letters of ASCII are the same in either case. */
const contains = (text: SQL, query: string): SQL => sql`instr(lower(${text}), lower(${query})) > 0`;

const matches = (query: string): SQL =>
  sql`(${contains(sql`${groups.groupName}`, query)} or ${contains(sql`coalesce(${wordsOf("groups")}, '')`, query)}
    or exists (select 1 from books where books.group_id = ${groups.id} and books.state = 'now'
      and ${isOnShelf()} and (${contains(sql`books.title`, query)}
        or ${contains(sql`coalesce(books.author, '')`, query)})))`;

export interface ListedRow extends Omit<ListedGroup, "requested"> {
  request: "waiting" | "declined" | null;
  declinedAt: string | null;
}

export async function listListedGroups(
  db: Db,
  viewerId: string,
  { query, after }: { query?: string; after?: string },
  now: number,
): Promise<Page<ListedRow>> {
  const byName = [asc(groups.groupName), asc(groups.id)];
  const found = db.q.select({ id: groups.id }).from(groupSettings)
    .innerJoin(groups, eq(groups.id, groupSettings.groupId))
    .where(and(
      // As the index has it.
      sql`group_settings.listed`,
      mayAsk(viewerId),
      query ? matches(query) : undefined,
      // Of one that is not listed, its place in the list would tell the name.
      isAfter([groups.groupName, groups.id], after, sql`id in (select group_id from group_settings where listed)`),
    ))
    .orderBy(...byName).limit(pageSize + 1);
  const rows = await db.q.select({
    id: groups.id,
    groupName: groups.groupName,
    description: groups.description,
    format: formatOf("groups"),
    image: groups.image,
    memberCount: sql<number>`(select count(*) from members where group_id = ${groups.id})`,
    currentBook,
    request: sql<ListedRow["request"]>`case when ${joinRequests.userId} is null then null
      when ${isWaiting} then 'waiting' when ${joinRequests.declinedAt} > ${now - again} then 'declined' end`,
    declinedAt: isoFrom(joinRequests.declinedAt),
  }).from(groups)
    .leftJoin(joinRequests, and(eq(joinRequests.groupId, groups.id), eq(joinRequests.userId, viewerId)))
    .where(inArray(groups.id, found)).orderBy(...byName);
  return pageOf(rows, pageSize);
}

/** Those that wait; the latest first. One to a group that is listed no more has no name. */
export const listOwnRequests = (db: Db, viewerId: string) =>
  db.q.select({
    id: groups.id,
    groupName: sql<string>`case when ${isListed} then ${groups.groupName} else ${requestTexts.unlisted} end`,
    createdAt: isoFrom(joinRequests.createdAt),
  })
    .from(joinRequests).innerJoin(groups, eq(groups.id, joinRequests.groupId))
    .where(and(eq(joinRequests.userId, viewerId), isWaiting, isLive, not(mayRead(viewerId, groups.id))))
    .orderBy(sql`${joinRequests.createdAt} desc`, asc(groups.id)).limit(pageSize);

interface NewRequest {
  groupId: string;
  text: string | null;
}

export const insertRequest = (db: Db, viewerId: string, { groupId, text }: NewRequest, now: number) =>
  changesRows(db, [
    db.q.run(sql`insert into join_requests (group_id, user_id, text, created_at)
      select groups.id, ${viewerId}, ${text}, ${now} from groups
      where groups.id = ${groupId} and ${mayAsk(viewerId)}
      on conflict (group_id, user_id) do update set text = excluded.text, created_at = excluded.created_at,
        declined_at = null where declined_at <= ${now - again}`),
  ]);

/** Why it was not stored: undefined where the group is none that they may ask. */
export async function findOwnRequest(
  db: Db,
  viewerId: string,
  groupId: string,
): Promise<{ declinedAt: number | null } | undefined> {
  return await db.q.select({ declinedAt: joinRequests.declinedAt }).from(groups)
    .innerJoin(joinRequests, and(eq(joinRequests.groupId, groups.id), eq(joinRequests.userId, viewerId)))
    .where(and(eq(groups.id, groupId), mayAsk(viewerId))).get();
}

export const deleteRequest = (db: Db, viewerId: string, groupId: string) =>
  changesRows(db, [
    db.q.delete(joinRequests).where(and(
      eq(joinRequests.groupId, groupId),
      eq(joinRequests.userId, viewerId),
      isWaiting,
    )),
  ]);

/** The longest waiting first; nobody to those who do not organize the group, and none of people they have blocked. */
export async function listRequests(
  db: Db,
  viewerId: string,
  { groupId, after }: { groupId: string; after?: string },
): Promise<Page<JoinRequest>> {
  const rows = await db.q.select({
    user: publicColumns,
    text: joinRequests.text,
    createdAt: isoFrom(joinRequests.createdAt),
  })
    .from(joinRequests).innerJoin(users, eq(users.id, joinRequests.userId))
    .where(and(
      isShownTo(viewerId, groupId),
      isAfter([joinRequests.createdAt, joinRequests.userId], after, eq(joinRequests.groupId, groupId)),
    )).orderBy(asc(joinRequests.createdAt), asc(joinRequests.userId)).limit(pageSize + 1);
  return pageOf(rows, pageSize);
}

export interface RequestKey {
  groupId: string;
  userId: string;
}

/** @returns undefined where it was not accepted: by somebody who may not, or it does not wait, or the group is full */
export async function acceptRequest(
  db: Db,
  viewerId: string,
  { groupId, userId }: RequestKey,
  now: number,
): Promise<{ isAdded: boolean } | undefined> {
  const it = and(eq(joinRequests.groupId, groupId), eq(joinRequests.userId, userId), isWaiting);
  const [added, , answered] = await db.write([
    addMember(db, userId, {
      now,
      which: sql`groups.id = ${groupId} and ${mayOrganize(viewerId, groupId)}
        and exists (select 1 from join_requests where ${it})`,
    }),
    db.q.update(groups).set({ activeAt: now }).where(and(eq(groups.id, groupId), sql`changes() > 0`)),
    db.q.delete(joinRequests).where(and(it, mayOrganize(viewerId, groupId), mayRead(userId, groupId)))
      .returning({ userId: joinRequests.userId }),
  ]);
  return answered[0] && { isAdded: added.length > 0 };
}

export const declineRequest = (db: Db, viewerId: string, { groupId, userId }: RequestKey, now: number) =>
  changesRows(db, [
    db.q.update(joinRequests).set({ declinedAt: now }).where(and(
      eq(joinRequests.groupId, groupId),
      eq(joinRequests.userId, userId),
      isWaiting,
      not(mayRead(userId, groupId)),
      mayOrganize(viewerId, groupId),
    )),
  ]);

/** Of a request that could not be answered: whether another organizer has done so, or the group is full. */
export async function findAnswered(
  db: Db,
  viewerId: string,
  { groupId, userId }: RequestKey,
): Promise<"waiting" | "answered" | undefined> {
  const [row] = await db.q.all<{ isMember: number; isDeclined: number; isWaiting: number }>(sql`
    select ${mayRead(userId, groupId)} as isMember,
      exists (select 1 from join_requests where group_id = ${groupId} and user_id = ${userId}
        and declined_at is not null) as isDeclined,
      exists (select 1 from join_requests join users on users.id = user_id and users.disabled_at is null
        where group_id = ${groupId} and user_id = ${userId} and declined_at is null) as isWaiting
    where ${mayOrganize(viewerId, groupId)}`);
  if (!row) return undefined;
  return row.isMember || row.isDeclined ? "answered" : row.isWaiting ? "waiting" : undefined;
}

export async function listOrganizerIds(db: Db, groupId: string): Promise<string[]> {
  const rows = await db.q.select({ userId: members.userId }).from(members)
    .innerJoin(groups, eq(groups.id, members.groupId))
    .where(and(eq(members.groupId, groupId), organizes));
  return rows.map(({ userId }) => userId);
}
