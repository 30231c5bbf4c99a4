/** Chat messages. Every query joins the viewer's membership. */
import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { HistoryQuery, Message, MessagePage } from "../server/contract/chat.ts";
import type { Db } from "./client.ts";
import { isMember } from "./groups.ts";
import { groups, members, messages, users } from "./schema.ts";
import { iso } from "./columns.ts";

export interface NewMessageRow {
  id: string;
  groupId: string;
  userId: string;
  content: string;
  clientId: string | null;
}

/**
 * Stores a message under the next `seq` of its group, unless its `clientId` is stored already.
 *
 * @returns the stored message, this one or the first of that `clientId`; undefined where the author is no member
 */
export async function insertMessage(db: Db, message: NewMessageRow, now: number): Promise<Message | undefined> {
  const { id, groupId, userId, content, clientId } = message;
  const author = and(eq(members.groupId, groupId), eq(members.userId, userId));
  const [, , [stored]] = await db.write([
    db.q.insert(messages).select(
      db.q.select({
        id: sql<string>`${id}`.as("id"),
        groupId: members.groupId,
        seq: sql<number>`(select coalesce(max(seq), 0) + 1 from messages where group_id = ${groupId})`.as("seq"),
        userId: members.userId,
        content: sql<string>`${content}`.as("content"),
        clientId: sql<string | null>`${clientId}`.as("client_id"),
        createdAt: sql<number>`${now}`.as("created_at"),
      }).from(members).where(author),
    ).onConflictDoNothing({ target: [messages.groupId, messages.userId, messages.clientId] }),
    db.q.update(groups).set({ activeAt: now })
      .where(sql`${groups.id} = (select group_id from messages where id = ${id})`),
    db.q.select(messageColumns).from(messages)
      .innerJoin(users, eq(users.id, messages.userId))
      .innerJoin(members, author)
      .where(and(
        eq(messages.groupId, groupId),
        eq(messages.userId, userId),
        clientId === null ? eq(messages.id, id) : eq(messages.clientId, clientId),
      )),
  ]);
  return stored && asMessage(stored);
}

/** The message that its author, a member, has sent with this `clientId` before. */
export async function findByClientId(
  db: Db,
  authorId: string,
  { groupId, clientId }: { groupId: string; clientId: string },
): Promise<Message | undefined> {
  const row = await db.q.select(messageColumns).from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .innerJoin(members, and(eq(members.groupId, messages.groupId), eq(members.userId, authorId)))
    .where(and(eq(messages.groupId, groupId), eq(messages.userId, authorId), eq(messages.clientId, clientId))).get();
  return row && asMessage(row);
}

/**
 * A part of a group's history, oldest first: the latest, or what lies before or after a `seq`. Undefined to an
 * outsider.
 */
export async function listMessages(
  db: Db,
  viewerId: string,
  groupId: string,
  { before, after, limit }: HistoryQuery,
): Promise<MessagePage | undefined> {
  const rows = await db.q.select(messageColumns).from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .innerJoin(members, and(eq(members.groupId, messages.groupId), eq(members.userId, viewerId)))
    .where(and(
      eq(messages.groupId, groupId),
      before === undefined ? undefined : lt(messages.seq, before),
      after === undefined ? undefined : gt(messages.seq, after),
    ))
    .orderBy(after === undefined ? desc(messages.seq) : asc(messages.seq))
    .limit(limit + 1);
  if (rows.length === 0 && !await isMember(db, viewerId, groupId)) return undefined;
  const page = rows.slice(0, limit).map(asMessage);
  return { messages: after === undefined ? page.reverse() : page, hasMore: rows.length > limit };
}

const messageColumns = {
  id: messages.id,
  content: messages.content,
  groupId: messages.groupId,
  userId: messages.userId,
  username: users.username,
  createdAt: messages.createdAt,
  seq: messages.seq,
  clientId: messages.clientId,
};

const asMessage = ({ createdAt, ...row }: { createdAt: number } & Omit<Message, "timestamp">): Message => ({
  ...row,
  timestamp: iso(createdAt),
});
