import { v7 as uuid } from "uuid";
import { findByClientId, insertMessage } from "../../db/chat.ts";
import type { Message } from "../contract/chat.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { found, groupNotFound } from "../errors.ts";

interface Draft {
  groupId: string;
  content: string;
  clientId: string | null;
}

/**
 * Stores a message and sends it to the group. A message that was sent before under its `clientId` is neither stored,
 * sent nor counted again.
 *
 * @param acknowledge called with the stored message before it is sent to the group, and in the same turn: messages
 * stored in one commit are sent in their order
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
  const known = draft.clientId && await findByClientId(db, author.id, { ...draft, clientId: draft.clientId });
  if (!known) await limiter.take("chat", author.id);
  const stored = known || found(await insertMessage(db, { ...draft, id, userId: author.id }, clock()), groupNotFound);
  acknowledge(stored);
  if (stored.id !== id) return stored;
  metrics.messageStored();
  broadcast.message(stored);
  return stored;
}
