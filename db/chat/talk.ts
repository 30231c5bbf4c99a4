/** The messages that are tied to pages of a book, in the order of these. */
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Message, MessagePage } from "../../server/contract/chat/shapes.ts";
import type { Db } from "../engine/client.ts";
import { pageOf } from "../engine/query.ts";
import { membershipOf } from "../groups/roles.ts";
import { members, messages } from "../schema.ts";
import { isSeenBy, messageList, parseMessages } from "./message_views.ts";

const value = sql.placeholder;

const isSeen = isSeenBy("messages", sql`${members.userId}`);

const talk = messageList(
  and(
    eq(messages.groupId, value("groupId")),
    eq(messages.anchorBookId, value("bookId")),
    gt(messages.anchorPosition, value("from")),
    lte(messages.anchorPosition, value("to")),
    isSeen,
    sql`(${messages.anchorPosition}, ${messages.seq}) > (coalesce((
      select anchor_position from messages last where last.group_id = ${value("groupId")} and last.seq = ${
      value("after")
    }
    ), -1), ${value("after")})`,
  ),
  sql`${asc(messages.anchorPosition)}, ${asc(messages.seq)}`,
);

interface Span {
  groupId: string;
  bookId: string;
  /** Positions: what is after the one, up to the other. */
  from: number;
  to: number;
  /** The `seq` of a message: those after it in this order. */
  after?: number;
  limit: number;
}

/** Those that the viewer may read. */
export async function listTalk(db: Db, viewerId: string, { after = 0, limit, ...part }: Span): Promise<MessagePage> {
  const row = await talk(db).get({ ...part, after, viewerId, limit: limit + 1 });
  const { rows, hasMore } = pageOf<Message>(parseMessages(row!.json), limit);
  return { messages: rows, hasMore };
}

/** How many the viewer may not read yet. */
export async function countTalkAhead(db: Db, viewerId: string, bookId: string): Promise<number> {
  const [{ ahead }] = await db.q.select({ ahead: sql<number>`count(*)` }).from(messages)
    .innerJoin(members, membershipOf(viewerId, messages.groupId))
    .where(and(eq(messages.anchorBookId, bookId), sql`not ${isSeen}`));
  return ahead;
}
