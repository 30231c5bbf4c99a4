import { z } from "zod";
import type * as chat from "./chat.ts";
import type * as files from "./files.ts";
import { count, time } from "../site/answers_shared.ts";

export const MessageFile = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: count,
  width: count.nullable(),
  height: count.nullable(),
  url: z.string(),
  previewUrl: z.string().nullable(),
}).meta({ id: "File" }) satisfies z.ZodType<chat.MessageFile>;

const Quote = z.strictObject({
  id: z.string(),
  seq: count,
  username: z.string(),
  excerpt: z.string(),
  veiled: z.literal(true).optional(),
}) satisfies z.ZodType<chat.Quote>;

const Anchor = z.strictObject({ bookId: z.string(), page: count, chapter: z.string().optional() }).meta({
  id: "Anchor",
  description: "A page of a book, in the caller's own copy.",
}) satisfies z.ZodType<chat.MessageAnchor>;

export const Message = z.strictObject({
  id: z.string(),
  content: z.string().describe("Empty once it is deleted, and while it is veiled."),
  groupId: z.string(),
  userId: z.string(),
  username: z.string(),
  timestamp: time,
  seq: z.int().min(1).describe("Rises by one in each group, without gaps."),
  clientId: z.string().nullable(),
  editedAt: time.nullable(),
  deletedAt: time.nullable(),
  rev: count.describe("Rises with every change of anything in the group."),
  replyTo: Quote.nullable(),
  mentions: z.array(z.string()),
  reactions: z.array(z.strictObject({ emoji: z.string(), userIds: z.array(z.string()) })),
  pinnedAt: time.nullable(),
  files: z.array(MessageFile),
  anchor: Anchor.nullable(),
  veiled: z.boolean(),
  length: count.optional(),
}).meta({ id: "Message" }) satisfies z.ZodType<chat.Message>;

export const MessagePage = z.strictObject({
  messages: z.array(Message),
  hasMore: z.boolean(),
}) satisfies z.ZodType<chat.MessagePage>;

export const Changes = MessagePage.extend({ rev: count }) satisfies z.ZodType<chat.Changes>;

export const Uploaded = z.strictObject({
  file: MessageFile,
  storage: z.strictObject({ used: count, quota: count }),
}) satisfies z.ZodType<files.Uploaded>;
