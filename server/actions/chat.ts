import { v7 as uuid } from "uuid";
import { findSent, insertMessage, listMessages } from "../../db/chat.ts";
import { isMember } from "../../db/groups.ts";
import type { HistoryQuery, Message, MessagePage } from "../contract/chat.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { groupNotFound } from "./groups.ts";

interface Draft {
  groupId: string;
  content: string;
  clientId: string | null;
}

/**
 * Stores a message and tells the group. Sent again under its `clientId` it is neither stored nor told again, and not
 * counted.
 *
 * @param acknowledge called with the stored message before the group is told of it: in the same turn, since messages
 * that are stored in one commit are told of in their order
 * @returns the stored message, which is on disk
 * @throws NotFound when the author is not in the group, TooMany when she writes too fast
 */
export async function postMessage(
  deps: Deps,
  author: User,
  draft: Draft,
  acknowledge: (stored: Message) => void = () => {},
): Promise<Message> {
  const { db, clock, limiter, metrics, broadcast } = deps;
  const id = uuid();
  const known = draft.clientId && await findSent(db, author.id, { ...draft, clientId: draft.clientId });
  if (!known) await limiter.take("chat", author.id);
  const stored = known || await insertMessage(db, { ...draft, id, userId: author.id }, clock());
  if (!stored) throw groupNotFound();
  acknowledge(stored);
  if (stored.id !== id) return stored;
  metrics.messageStored();
  broadcast.message(stored);
  return stored;
}

/**
 * A part of a group's history.
 *
 * @throws NotFound when the viewer is not in the group
 */
export async function readHistory(
  { db }: Pick<Deps, "db">,
  viewer: User,
  groupId: string,
  query: HistoryQuery,
): Promise<MessagePage> {
  if (!await isMember(db, viewer.id, groupId)) throw groupNotFound();
  return await listMessages(db, viewer.id, groupId, query);
}
