/** Messages as the page of Grace's chat has them. */
import type { Pending } from "../../islands/chat/state/state.ts";
import { noMarks } from "../../server/contract/chat/page_message.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";

export const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
export const at = (milliseconds: number) => new Date(Date.UTC(1843, 6, 1) + milliseconds).toISOString();

/** A message of Ada's, each a minute after the one before. */
export const message = (seq: number, more: Partial<Message> = {}): Message => ({
  ...noMarks,
  id: `m${seq}`,
  content: `message ${seq}`,
  groupId: "engine",
  userId: "ada",
  username: "ada",
  timestamp: at(seq * 60_000),
  seq,
  clientId: null,
  rev: seq,
  ...more,
});

export const messages = (from: number, to: number) => range(from, to).map((seq) => message(seq));

/** What Grace is sending. */
export const draft = (clientId: string, more: Partial<Pending> = {}): Pending => ({
  clientId,
  content: "ok",
  timestamp: at(0),
  userId: "grace",
  username: "grace",
  replyTo: null,
  files: [],
  anchor: null,
  ...more,
});
