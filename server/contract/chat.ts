import { z } from "zod";
import * as constants from "./constants.ts";
import { id, requiredText } from "./fields.ts";
import { texts } from "./texts.ts";
import type { PublicUser } from "./users.ts";

const content = requiredText(constants.message.max, texts.chat.empty);
/** Returned exactly as it was sent, and so must be what the database can store. */
const clientId = z.string().min(1).max(100, { abort: true })
  .refine((value) => value.isWellFormed() && !value.includes("\0"), texts.validation.invalid)
  .nullish().transform((value) => value ?? null);

/** A message as the JSON API takes it. */
export const NewContent = z.object({ content, clientId });

/** A message as the socket takes it. Author, name and time are the server's and are not read. */
export const NewMessageEvent = z.object({ groupId: id, content, clientId });

/** What `joinGroup` takes, and `join` of a handshake's `auth`. */
export const JoinGroupEvent = z.union([
  id.transform((groupId) => ({ groupId, after: undefined })),
  z.object({ groupId: id, after: z.int().min(0).optional() }),
]);

/** A part of a history. A larger `limit` is read as `pageLength`. */
export const HistoryQuery = z.object({
  before: z.coerce.number().int().min(1).optional(),
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).default(constants.chat.historyLength)
    .transform((limit) => Math.min(limit, constants.chat.pageLength)),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** Where a page of the history ends, from a URL: before a message, or at the history's end for anything else. */
export const HistoryPlace = z.object({ before: z.coerce.number().int().min(2).optional().catch(undefined) });

/** Who writes messages, as they name them. */
export type Author = Pick<PublicUser, "id" | "username">;

/** How the members of a group are shown, by id. */
export type MemberDirectory = Record<string, { username: string; name: string; picture?: string }>;

export interface Message {
  id: string;
  content: string;
  groupId: string;
  userId: string;
  username: string;
  timestamp: string;
  /** Counts up from 1 in each group, without gaps. */
  seq: number;
  clientId: string | null;
}

/** What a client sends. */
export interface NewMessage {
  content: string;
  groupId: string;
  userId: string;
  username: string;
  timestamp: string;
  clientId?: string;
}

export interface MessagePage {
  messages: Message[];
  hasMore: boolean;
}
