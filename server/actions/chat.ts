import { v7 as uuid } from "uuid";
import { findByClientId, insertMessage } from "../../db/chat.ts";
import type { Message } from "../contract/chat.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { found, groupNotFound, TooMany } from "../errors.ts";

interface Draft {
  groupId: string;
  content: string;
  clientId: string | null;
}

/**
 * Stores a message and sends it to the group. A message that was sent before under its `clientId` is neither stored,
 * sent nor counted again.
 *
 * @param acknowledge called with the stored message before it is sent to the group. Both are in the turn of the commit:
 * messages stored in one commit are sent in their order
 * @returns the stored message, which is on disk
 * @throws NotFound unless the author is in the group, TooMany after too many messages
 */
export async function postMessage(
  { db, clock, limiter, metrics, broadcast }: Pick<Deps, "db" | "clock" | "limiter" | "metrics" | "broadcast">,
  author: User,
  draft: Draft,
  acknowledge: (stored: Message) => void = () => {},
): Promise<Message> {
  const id = uuid();
  const earlier = await countUnlessEarlier({ db, limiter }, author, draft);
  const stored = earlier ?? found(await insertMessage(db, { ...draft, id, userId: author.id }, clock()), groupNotFound);
  acknowledge(stored);
  if (stored.id === id) {
    metrics.messageStored();
    // All acknowledgements of a commit first: what their senders write next arrives while the room is sent to, and
    // shares the next commit.
    await Promise.resolve();
    broadcast.message(stored);
  } else if (!earlier) await limiter.giveBack("chat", author.id);
  return stored;
}

/**
 * Counts a message. One that is over the limit is looked up, as it may have been sent before; others need no look, for
 * storing them finds out.
 *
 * @returns the message that was sent before and is not counted
 * @throws TooMany
 */
async function countUnlessEarlier(
  { db, limiter }: Pick<Deps, "db" | "limiter">,
  author: User,
  { groupId, clientId }: Draft,
): Promise<Message | undefined> {
  try {
    await limiter.take("chat", author.id);
  } catch (error) {
    const earlier = clientId && error instanceof TooMany && await findByClientId(db, author.id, { groupId, clientId });
    if (earlier) return earlier;
    throw error;
  }
}
