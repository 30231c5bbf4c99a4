/** Chat messages. Every query joins the viewer's membership. */
import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { HistoryQuery, Message, MessagePage } from "../server/contract/chat.ts";
import { bound, type Db, prepared } from "./client.ts";
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

const ownColumns = {
  id: messages.id,
  content: messages.content,
  groupId: messages.groupId,
  userId: messages.userId,
  createdAt: messages.createdAt,
  seq: messages.seq,
  clientId: messages.clientId,
};
const messageColumns = { ...ownColumns, username: users.username };

/** The membership in the group of the placeholder `groupId`, of the user of another placeholder. */
const membershipOf = (userId: string) =>
  and(eq(members.groupId, sql.placeholder("groupId")), eq(members.userId, sql.placeholder(userId)));

const insertion = prepared((q) =>
  q.insert(messages).select(
    q.select({
      id: sql<string>`${sql.placeholder("id")}`.as("id"),
      groupId: members.groupId,
      seq: sql<number>`(
        select coalesce(max(seq), 0) + 1 from messages where group_id = ${sql.placeholder("groupId")}
      )`.as("seq"),
      userId: members.userId,
      content: sql<string>`${sql.placeholder("content")}`.as("content"),
      clientId: sql<string | null>`${sql.placeholder("clientId")}`.as("client_id"),
      createdAt: sql<number>`${sql.placeholder("now")}`.as("created_at"),
    }).from(members).where(membershipOf("userId")),
  ).onConflictDoNothing({ target: [messages.groupId, messages.userId, messages.clientId] })
    .returning({
      ...ownColumns,
      username: sql<string>`(select username from users where id = ${messages.userId})`,
    }).prepare()
);

// Only if the statement before has stored a message.
const activity = prepared((q) =>
  q.update(groups).set({ activeAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(groups.id, sql.placeholder("groupId")), sql`changes() > 0`)).prepare()
);

/**
 * Stores a message under the next `seq` of its group, unless its `clientId` is stored already.
 *
 * @returns the stored message, this one or the first of that `clientId`; undefined where the author is no member
 */
export async function insertMessage(db: Db, message: NewMessageRow, now: number): Promise<Message | undefined> {
  const { groupId, userId, clientId } = message;
  const [[stored]] = await db.write([
    bound(insertion(db), { ...message, now }),
    bound(activity(db), { groupId, now }),
  ]);
  if (stored) return asMessage(stored);
  return clientId === null ? undefined : await findByClientId(db, userId, { groupId, clientId });
}

/** Messages as the viewer, a member of their group, sees them. */
const visible = (q: Db["q"]) =>
  q.select(messageColumns).from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .innerJoin(members, membershipOf("viewerId"));

const earlier = prepared((q) =>
  visible(q)
    .where(and(
      eq(messages.groupId, sql.placeholder("groupId")),
      eq(messages.userId, sql.placeholder("viewerId")),
      eq(messages.clientId, sql.placeholder("clientId")),
    )).prepare()
);

/** The message that its author, a member, has sent with this `clientId` before. */
export async function findByClientId(
  db: Db,
  authorId: string,
  { groupId, clientId }: { groupId: string; clientId: string },
): Promise<Message | undefined> {
  const row = await earlier(db).get({ viewerId: authorId, groupId, clientId });
  return row && asMessage(row);
}

/** Messages after one `seq` and before another, oldest or newest first. */
const range = (order: typeof asc) =>
  prepared((q) =>
    visible(q)
      .where(and(
        eq(messages.groupId, sql.placeholder("groupId")),
        lt(messages.seq, sql.placeholder("before")),
        gt(messages.seq, sql.placeholder("after")),
      ))
      .orderBy(order(messages.seq))
      .limit(sql.placeholder("limit")).prepare()
  );

const oldestFirst = range(asc);
const newestFirst = range(desc);

/**
 * A part of a group's history, oldest first: the latest, or what lies before or after a `seq`. Undefined to an
 * outsider.
 */
export async function listMessages(
  db: Db,
  viewerId: string,
  groupId: string,
  { before = Number.MAX_SAFE_INTEGER, after, limit }: HistoryQuery,
): Promise<MessagePage | undefined> {
  const list = after === undefined ? newestFirst : oldestFirst;
  const rows = await list(db).all({ viewerId, groupId, before, after: after ?? 0, limit: limit + 1 });
  if (rows.length === 0 && !await isMember(db, viewerId, groupId)) return undefined;
  const page = rows.slice(0, limit).map(asMessage);
  return { messages: after === undefined ? page.reverse() : page, hasMore: rows.length > limit };
}

const asMessage = ({ createdAt, ...row }: { createdAt: number } & Omit<Message, "timestamp">): Message => ({
  ...row,
  timestamp: iso(createdAt),
});
