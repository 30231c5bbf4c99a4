/** Which part of a group's history its page shows. */
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { listMessages } from "../../../db/chat/messages.ts";
import type { MessagePage } from "../../../server/contract/chat/shapes.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import type { C } from "../groups/tab.ts";

export interface History extends Pick<MessagePage, "messages"> {
  hasOlder: boolean;
  hasNewer: boolean;
}

const { historyLength, shortHistoryLength } = chatLimits.chat;
/** As many as there is room for beside what else the page shows. */
const lengthFor = ({ book, query, timer }: Record<string, string>): number =>
  [book, query, timer].every((asked) => asked === undefined) ? historyLength : shortHistoryLength;

/** How many messages before the first new one are shown. */
const before = 10;

/** The messages around one, or before one, or else around the first that is new to the reader, or the latest. */
export async function readHistory(
  c: C,
  { id, unread, lastReadSeq }: Group,
  place: { message?: number; before?: number },
): Promise<History> {
  const length = lengthFor(c.req.query());
  if (place.message) return await around(c, id, { seq: place.message, older: length / 2, newer: length / 2 });
  if (place.before) return await around(c, id, { seq: place.before, older: length, newer: 0 });
  const { messages, hasMore } = await page(c, id, { limit: length });
  const isNewFurtherUp = unread > 0 && (messages[0]?.seq ?? 0) > lastReadSeq + 1;
  if (isNewFurtherUp) return await around(c, id, { seq: lastReadSeq + 1, older: before, newer: length - before });
  return { messages, hasOlder: hasMore, hasNewer: false };
}

interface Around {
  seq: number;
  /** How many messages before it, and how many from it on. */
  older: number;
  newer: number;
}

async function around(c: C, groupId: string, { seq, older, newer }: Around): Promise<History> {
  const [earlier, later] = await Promise.all([
    page(c, groupId, { before: seq, limit: older }),
    page(c, groupId, { after: seq - 1, limit: newer + 1 }),
  ]);
  const messages = [...earlier.messages, ...later.messages.slice(0, newer)];
  return { messages, hasOlder: earlier.hasMore, hasNewer: later.messages.length > newer };
}

/** A member who is removed while the page is made has no messages. */
const page = async (
  { var: { deps, user } }: C,
  groupId: string,
  query: { before?: number; after?: number; limit: number },
): Promise<MessagePage> => await listMessages(deps.db, user.id, groupId, query) ?? { messages: [], hasMore: false };
