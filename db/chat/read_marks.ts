import { sql } from "drizzle-orm";
import type { GroupActivity } from "../../server/contract/chat/events.ts";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { LastMessage, ReadState } from "../../server/contract/chat/shapes.ts";
import type { NotifyLevel } from "../../server/contract/groups/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isoOf, listed } from "../engine/query.ts";
import { membershipOf } from "../groups/roles.ts";
import { hasBlocked, listBlockers } from "../people/blocks.ts";
import { shownName } from "../people/columns.ts";
import { messages } from "../schema.ts";
import { excerptOf } from "./message_views.ts";
import { lastSeq } from "./revisions.ts";

const max = sql.raw(String(chatLimits.unreadMax));

/** So many are looked at: a program that only writes never reads, and its own messages would all be counted over. */
const looked = sql.raw(String(10 * chatLimits.unreadMax));

export const unreadOf = (member: string) =>
  sql<number>`(select count(*) from (
    select 1 from (
      select user_id, deleted_at from messages
      where group_id = ${sql.raw(member)}.group_id and seq > ${sql.raw(member)}.last_read_seq
      order by seq desc limit ${looked}
    ) where user_id <> ${sql.raw(member)}.user_id and deleted_at is null limit ${max}
  ))`;

export const unreadMentionsOf = (member: string) =>
  sql<number>`(select count(*) from (
    select 1 from mentions where user_id = ${sql.raw(member)}.user_id and group_id = ${sql.raw(member)}.group_id
    and seq > ${sql.raw(member)}.last_read_seq limit ${max}
  ))`;

const lastMessageKeys = sql`'username', ${shownName("users")}, 'fullName', full_name, 'timestamp', ${
  isoOf(messages.createdAt)
}`;

export const lastMessageOf = (groupId: string, viewerId: string) =>
  sql<string>`json((
    select case when ${hasBlocked(sql.raw(viewerId), sql`messages.user_id`)}
      then json_object(${lastMessageKeys}, 'excerpt', '', 'folded', json('true'))
      when anchor_book_id is null
      then json_object(${lastMessageKeys}, 'excerpt', ${excerptOf("messages")})
      else json_object(${lastMessageKeys}, 'excerpt', '', 'veiled', json('true'))
    end from messages inner join users on users.id = messages.user_id where group_id = ${
    sql.raw(groupId)
  } order by seq desc limit 1
  ))`;

const stateColumns = sql`last_read_seq as lastReadSeq, ${unreadOf("members")} as unread,
  ${unreadMentionsOf("members")} as mentions`;

export async function findReadState(db: Db, userId: string, groupId: string): Promise<ReadState | undefined> {
  const [state] = await db.q.all<ReadState>(
    sql`select ${stateColumns} from members where ${membershipOf(userId, groupId)}`,
  );
  return state;
}

interface Reading {
  state: ReadState;
  hasRisen: boolean;
  noticeIds: string[];
}

/**
 * Never back, nor beyond the latest message; where all is read nothing is written. Undefined to an outsider.
 * @param seq all, if left out
 */
export async function markRead(
  db: Db,
  userId: string,
  { groupId, seq }: { groupId: string; seq?: number },
  now: number,
): Promise<Reading | undefined> {
  const last = lastSeq(groupId);
  const read = seq === undefined ? last : sql`min(${seq}, ${last})`;
  const isRead = seq === undefined ? sql`true` : sql`(seq is null or seq <= ${seq})`;
  const notices = sql`group_id = ${groupId} and user_id = ${userId} and ${isRead} and read_at is null`;
  const [{ isNew } = { isNew: 0 }] = await db.q.all<{ isNew: number }>(
    sql`select last_read_seq < ${read} or exists (select 1 from notices where ${notices}) as isNew
      from members where ${membershipOf(userId, groupId)}`,
  );
  const [[risen], noticesRead] = isNew
    ? await db.write([
      db.q.all<ReadState>(sql`update members set last_read_seq = ${read}
        where ${membershipOf(userId, groupId)} and last_read_seq < ${read}
        returning ${stateColumns}`),
      db.q.all<{ id: string }>(sql`update notices set read_at = ${now}, mail_at = null where ${notices} returning id`),
    ])
    : [[], []];
  const state = risen ?? await findReadState(db, userId, groupId);
  return state && { state, hasRisen: risen !== undefined, noticeIds: noticesRead.map(({ id }) => id) };
}

export const setNotify = (db: Db, userId: string, { groupId, level }: { groupId: string; level: NotifyLevel }) =>
  changesRows(db, [db.q.run(sql`update members set notify = ${level} where ${membershipOf(userId, groupId)}`)]);

const hiddenByBlock = ({ veiled: _, ...message }: LastMessage): LastMessage => ({
  ...message,
  excerpt: "",
  folded: true,
});

const recentLength = 2 * chatLimits.unreadMax;

export async function listActivity(
  db: Db,
  groupId: string,
  userIds: string[],
): Promise<(GroupActivity & { userId: string })[]> {
  const among = sql`members.user_id in ${listed(userIds)}`;
  const [readers, recent, [{ lastMessage }]] = await Promise.all([
    db.q.all<{ userId: string; lastReadSeq: number; mentions: number }>(
      sql`select members.user_id as userId, last_read_seq as lastReadSeq, ${unreadMentionsOf("members")} as mentions
        from members where group_id = ${groupId} and ${among}`,
    ),
    // Counted here for everybody: by the engine it would be read again for each.
    db.q.all<{ seq: number; userId: string; isDeleted: number }>(
      sql`select seq, user_id as userId, deleted_at is not null as isDeleted from messages where group_id = ${groupId}
        order by seq desc limit ${recentLength}`,
    ),
    db.q.all<{ lastMessage: string | null }>(sql`select ${lastMessageOf("groups.id", "groups.viewer_id")} as lastMessage
      from (select ${groupId} as id, null as viewer_id) as groups`),
  ]);
  const last: LastMessage | null = lastMessage && JSON.parse(lastMessage);
  const blockers = new Set(recent.length > 0 ? await listBlockers(db, recent[0].userId, userIds) : []);
  const first = recent.at(-1)?.seq ?? 0;
  async function countFor({ userId, lastReadSeq }: { userId: string; lastReadSeq: number }): Promise<number> {
    const found = recent.filter((one) => one.seq > lastReadSeq && one.userId !== userId && !one.isDeleted).length;
    if (found >= chatLimits.unreadMax) return chatLimits.unreadMax;
    if (first <= lastReadSeq + 1) return found;
    // Most of the recent ones are their own, or deleted.
    return (await findReadState(db, userId, groupId))?.unread ?? 0;
  }
  return await Promise.all(readers.map(async (reader) => ({
    userId: reader.userId,
    groupId,
    unread: await countFor(reader),
    mentions: reader.mentions,
    lastMessage: last && blockers.has(reader.userId) ? hiddenByBlock(last) : last,
  })));
}
