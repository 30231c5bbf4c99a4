import { v7 as uuid } from "uuid";
import { findByClientId, insertMessage } from "../../db/chat.ts";
import type { Db } from "../../db/client.ts";
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
  const stored = await limiter.take("chat", author.id).then(
    async () => found(await insertMessage(db, { ...draft, id, userId: author.id }, clock()), groupNotFound),
    async (tooMany) => await findSent(db, author.id, draft) ?? Promise.reject(tooMany),
  );
  acknowledge(stored);
  if (stored.id !== id) {
    await limiter.giveBack("chat", author.id);
    return stored;
  }
  metrics.messageStored();
  broadcast.message(stored);
  return stored;
}

const findSent = async (db: Db, authorId: string, { groupId, clientId }: Draft) =>
  clientId === null ? undefined : await findByClientId(db, authorId, { groupId, clientId });
