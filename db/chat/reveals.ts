/** Messages that open for a reader: who has read as far as their page, or asks to see them. */
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { and, desc, eq, gt, lt, lte, sql } from "drizzle-orm";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { readMessage } from "./messages.ts";
import type { Db } from "../engine/client.ts";
import { messageList, parseMessages, parseShown } from "./message_columns.ts";
import { messages } from "../schema.ts";

interface Place {
  groupId: string;
  id: string;
}

/** Shows a member a message before they have read so far. @returns the message; undefined to an outsider */
export async function unveil(db: Db, viewerId: string, place: Place): Promise<Message | undefined> {
  const [, [row]] = await db.write([
    db.q.run(sql`insert into unveilings (message_id, user_id)
      select messages.id, members.user_id from messages join members on members.group_id = messages.group_id
      where messages.id = ${place.id} and messages.group_id = ${place.groupId} and members.user_id = ${viewerId}
        and anchor_book_id is not null
      on conflict do nothing`),
    readMessage(db, viewerId, place),
  ]);
  return row && parseShown(row.json).message;
}

const value = sql.placeholder;
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
  /** The positions that the reader had and has reached. */
  from: number;
  to: number;
  before?: number;
}

/** The messages tied to the pages between two positions, at most `chatLimits.chat.pageLength`, the latest first. */
export async function listReached(db: Db, viewerId: string, advance: Advance): Promise<Message[]> {
  const { pageLength: limit } = chatLimits.chat;
  const { before = Number.MAX_SAFE_INTEGER } = advance;
  return parseMessages((await reachedNow(db).get({ ...advance, viewerId, before, limit }))!.json);
}
