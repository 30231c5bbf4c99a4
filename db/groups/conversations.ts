/** Conversations of two friends: groups of the kind `direct`, of which two people have one. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Conversation } from "../../server/contract/groups/conversation_shapes.ts";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { conversationTexts } from "../../server/contract/groups/conversation_texts.ts";
import { type Db, prepared } from "../engine/client.ts";
import { jsonObject, type Page, pageOf } from "../engine/query.ts";
import { faceColumns } from "../people/columns.ts";
import { groups, members } from "../schema.ts";
import { areFriends, peopleKey } from "./closed_conversations.ts";
import { summary, viewers } from "./groups.ts";
import { directIsOff, isOpenFor, mayRead, membershipOf } from "./roles.ts";

/**
 * The one that they have, or a new one. @returns its id; undefined for people who are no friends, or where it is off
 */
export async function openConversation(
  db: Db,
  viewerId: string,
  { id, userId }: { id: string; userId: string },
  now: number,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const mayTalk = sql`${areFriends(viewerId, userId)} and not ${directIsOff}`;
  const [, , [found]] = await db.write([
    db.q.run(sql`insert into groups (id, group_name, created_by, created_at, active_at, kind, people_key)
      select ${id}, ${conversationTexts.title}, ${viewerId}, ${now}, ${now}, 'direct', ${peopleKey(viewerId, userId)}
      where ${mayTalk} on conflict do nothing`),
    db.q.run(sql`insert into members (group_id, user_id, joined_at)
      select groups.id, users.id, ${now} from groups join users on users.id in (${viewerId}, ${userId})
      where groups.id = ${id} and changes() > 0`),
    db.q.all<{ id: string }>(sql`select id from groups
      where people_key = ${peopleKey(viewerId, userId)} and kind = 'direct' and ${mayTalk}`),
  ]);
  return found && { id: found.id, isNew: found.id === id };
}

/** Its id, where they may write in it. */
export const findOpenConversation = async (db: Db, viewerId: string, userId: string): Promise<string | undefined> =>
  (await db.q.select({ id: groups.id }).from(groups).where(and(
    eq(groups.peopleKey, peopleKey(viewerId, userId)),
    eq(groups.kind, "direct"),
    isOpenFor(viewerId, groups.id),
  )).get())?.id;

const other = sql<Conversation["user"]>`(
  select ${jsonObject(faceColumns)} from members talking join users on users.id = talking.user_id
  where talking.group_id = ${groups.id} and talking.user_id <> viewers.user_id
)`.mapWith(JSON.parse);

const { page: pageLength } = groupsLimits.conversations;

/** Those in which somebody wrote last come first. */
export async function listConversations(db: Db, viewerId: string, after?: string): Promise<Page<Conversation>> {
  const own = and(eq(viewers.userId, viewerId), eq(groups.kind, "direct"))!;
  const rows = await db.q.select({
    id: groups.id,
    user: other,
    unread: sql<number>`${summary.unread}`,
    lastMessage: sql<Conversation["lastMessage"]>`${summary.lastMessage}`.mapWith(JSON.parse),
    mayWrite: isOpenFor(sql`viewers.user_id`, groups.id).mapWith(Boolean),
  }).from(groups).innerJoin(viewers, eq(viewers.groupId, groups.id))
    .where(and(
      own,
      after === undefined ? undefined : sql`(${groups.activeAt}, ${groups.id}) < (
      select active_at, id from groups earlier where earlier.id = ${after} and ${mayRead(viewerId, after)})`,
    ))
    .orderBy(desc(groups.activeAt), desc(groups.id)).limit(pageLength + 1);
  return pageOf(rows, pageLength);
}

const writer = prepared((q) =>
  q.select({ mayWrite: isOpenFor(sql`members.user_id`, sql`members.group_id`).mapWith(Boolean) }).from(members)
    .where(membershipOf(sql.placeholder("userId"), sql.placeholder("groupId"))).prepare()
);

/** Whether they may write there; undefined for outsiders. */
export const findMayWrite = async (db: Db, userId: string, groupId: string): Promise<boolean | undefined> =>
  (await writer(db).get({ userId, groupId }))?.mayWrite;
