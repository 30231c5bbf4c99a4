import { and, asc, desc, eq, gt, isNotNull, lt, lte, sql } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { Changes, HistoryQuery, Message, MessagePage } from "../../server/contract/chat/shapes.ts";
import { bound, type Db, prepared } from "../engine/client.ts";
import { pageOf } from "../engine/query.ts";
import { isMember } from "../groups/members.ts";
import { membershipOf } from "../groups/roles.ts";
import { messages } from "../schema.ts";
import {
  messageList,
  parseMessage,
  parseMessages,
  parseShown,
  type ShownMessage,
  shownMessages,
  visibleMessages,
} from "./message_views.ts";

const value = sql.placeholder;

export interface MessageId {
  groupId: string;
  id: string;
}

const isNamed = and(eq(messages.id, value("id")), eq(messages.groupId, value("groupId")));
const oneMessage = prepared((q) => visibleMessages(q).where(isNamed).prepare());
const oneShown = prepared((q) => shownMessages(q).where(isNamed).prepare());

export async function findMessage(db: Db, viewerId: string, message: MessageId): Promise<Message | undefined> {
  const row = await oneMessage(db).get({ ...message, viewerId });
  return row && parseMessage(row.json);
}

export const readMessage = (db: Db, viewerId: string, { groupId, id }: MessageId) =>
  bound(oneShown(db), { groupId, id, viewerId });

const earlier = prepared((q) =>
  visibleMessages(q)
    .where(and(
      eq(messages.groupId, value("groupId")),
      eq(messages.userId, value("viewerId")),
      eq(messages.clientId, value("clientId")),
    )).prepare()
);

export async function findByClientId(
  db: Db,
  authorId: string,
  { groupId, clientId }: { groupId: string; clientId: string },
): Promise<Message | undefined> {
  const row = await earlier(db).get({ viewerId: authorId, groupId, clientId });
  return row && parseMessage(row.json);
}

/** Undefined to an outsider. */
async function pageTo(db: Db, { viewerId, groupId }: Viewing, json: string, size: number) {
  const page = pageOf(parseMessages(json), size);
  return page.rows.length > 0 || await isMember(db, viewerId, groupId) ? page : undefined;
}

interface Viewing {
  viewerId: string;
  groupId: string;
}

const between = and(
  eq(messages.groupId, value("groupId")),
  lt(messages.seq, value("before")),
  gt(messages.seq, value("after")),
);
const oldestFirst = messageList(between, asc(messages.seq));
const newestFirst = messageList(between, desc(messages.seq));

/** Oldest first. Undefined to an outsider. */
export async function listMessages(
  db: Db,
  viewerId: string,
  groupId: string,
  { before = Number.MAX_SAFE_INTEGER, after, limit }: HistoryQuery,
): Promise<MessagePage | undefined> {
  const list = after === undefined ? newestFirst : oldestFirst;
  const row = await list(db).get({ viewerId, groupId, before, after: after ?? 0, limit: limit + 1 });
  const page = await pageTo(db, { viewerId, groupId }, row!.json, limit);
  return page && { messages: after === undefined ? page.rows.reverse() : page.rows, hasMore: page.hasMore };
}

const changed = messageList(
  and(eq(messages.groupId, value("groupId")), gt(messages.rev, value("after"))),
  asc(messages.rev),
);

export async function listChanges(
  db: Db,
  viewerId: string,
  { groupId, after }: { groupId: string; after: number },
): Promise<Changes | undefined> {
  const { pageLength } = chatLimits.chat;
  const row = await changed(db).get({ viewerId, groupId, after, limit: pageLength + 1 });
  const page = await pageTo(db, { viewerId, groupId }, row!.json, pageLength);
  return page && { messages: page.rows, rev: page.rows.at(-1)?.rev ?? after, hasMore: page.hasMore };
}

const pinned = messageList(
  and(eq(messages.groupId, value("groupId")), lt(messages.pinnedAt, value("before"))),
  desc(messages.pinnedAt),
);

export async function listPinned(
  db: Db,
  viewerId: string,
  groupId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<MessagePage | undefined> {
  const { searchLength } = chatLimits.chat;
  const row = await pinned(db).get({ viewerId, groupId, before, limit: searchLength + 1 });
  const page = await pageTo(db, { viewerId, groupId }, row!.json, searchLength);
  return page && { messages: page.rows, hasMore: page.hasMore };
}

const pinnedSeqs = prepared((q) =>
  q.select({ seq: messages.seq }).from(messages)
    .where(and(eq(messages.groupId, value("groupId")), isNotNull(messages.pinnedAt)))
    .orderBy(desc(messages.pinnedAt)).limit(chatLimits.chat.pins).prepare()
);

export interface Pins {
  latest: Message;
  /** Of all that are pinned, the latest pinned first. */
  seqs: number[];
}

/** For members: what is pinned in a group, if anything is. */
export async function findPins(db: Db, viewerId: string, groupId: string): Promise<Pins | undefined> {
  const seqs = (await pinnedSeqs(db).all({ groupId })).map(({ seq }) => seq);
  if (seqs.length === 0) return undefined;
  const row = await pinned(db).get({ viewerId, groupId, before: Number.MAX_SAFE_INTEGER, limit: 1 });
  const [latest] = parseMessages(row!.json);
  return latest && { latest, seqs };
}

const latest = prepared((q) =>
  shownMessages(q).where(eq(messages.groupId, value("groupId"))).orderBy(desc(messages.rev)).limit(1).prepare()
);

export async function findLatestChange(db: Db, viewerId: string, groupId: string): Promise<ShownMessage | undefined> {
  const row = await latest(db).get({ viewerId, groupId });
  return row && parseShown(row.json).shown;
}

export async function unveil(db: Db, viewerId: string, message: MessageId): Promise<Message | undefined> {
  const [, [row]] = await db.write([
    db.q.run(sql`insert into unveilings (message_id, user_id)
      select messages.id, members.user_id from messages join members on ${membershipOf(viewerId, messages.groupId)}
      where messages.id = ${message.id} and messages.group_id = ${message.groupId} and anchor_book_id is not null
      on conflict do nothing`),
    readMessage(db, viewerId, message),
  ]);
  return row && parseShown(row.json).message;
}

const reachedNow = messageList(
  and(
    eq(messages.groupId, value("groupId")),
    eq(messages.anchorBookId, value("bookId")),
    gt(messages.anchorPosition, value("from")),
    lte(messages.anchorPosition, value("to")),
    lt(messages.seq, value("before")),
  ),
  desc(messages.seq),
);

export interface Advance {
  groupId: string;
  bookId: string;
  from: number;
  to: number;
  before?: number;
}

export async function listReached(db: Db, viewerId: string, advance: Advance): Promise<Message[]> {
  const { pageLength: limit } = chatLimits.chat;
  const { before = Number.MAX_SAFE_INTEGER } = advance;
  return parseMessages((await reachedNow(db).get({ ...advance, viewerId, before, limit }))!.json);
}
