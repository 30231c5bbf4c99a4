/** What the cast writes to a group, straight into a database: for tests about something else than sending. */
import { insertMessage, type NewMessageRow } from "../../db/chat/new_messages.ts";
import type { Db } from "../../db/engine/client.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";

let ids = 0;

type Draft = Partial<NewMessageRow> & { at?: number };

/** Sends a message to the group `engine`, and returns it as it is stored; undefined where it is not. */
export async function trySend(
  db: Db,
  userId: string,
  content: string,
  { at = 1_000, ...more }: Draft = {},
): Promise<Message | undefined> {
  const row = { id: `message${++ids}`, groupId: "engine", userId, content, clientId: null, ...more };
  return (await insertMessage(db, row, at))?.message;
}

/** Sends a message that is sure to be stored. */
export async function send(db: Db, userId: string, content: string, more: Draft = {}): Promise<Message> {
  return (await trySend(db, userId, content, more))!;
}
