import { z } from "zod";
import { pageNumber } from "../books/shapes.ts";
import { typedPlace } from "../books/text_shapes.ts";
import * as chatLimits from "./limits.ts";
import { chatServerTexts, chatTexts } from "./texts.ts";
import type { PublicUser } from "../people/shapes.ts";
import { hasVisible, id, rawText, text } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { Format } from "../site/written_shapes.ts";
import { validationServerTexts, validationTexts } from "../site/texts.ts";

const upTo = (max: number) =>
  text(max).pipe(z.string().max(max, validationTexts.tooLong(max))).meta({ maxLength: max });
const content = upTo(chatLimits.message.max);
/** Returned exactly as it was sent, and so must be what the database can store. */
const clientId = z.string().min(1).max(100, { abort: true })
  .refine((value) => value.isWellFormed() && !value.includes("\0"), validationServerTexts.invalid)
  .nullish().transform((value) => value ?? null);

export const NewAnchor = z.object({
  bookId: id,
  page: pageNumber,
  at: typedPlace.optional().describe(
    "Of what is quoted from the book's text: its place there, which the page follows.",
  ),
});
export type NewAnchor = z.infer<typeof NewAnchor>;

const fields = {
  content,
  clientId,
  replyTo: id.nullish().transform((value) => value ?? null),
  files: z.array(id).max(chatLimits.message.files).nullish().transform((value) => [...new Set(value)]),
  anchor: NewAnchor.nullish().transform((value) => value ?? null),
};

const isSomething = ({ content, files }: { content: string; files: string[] }) =>
  files.length > 0 || hasVisible(content);
const emptyContent = { path: ["content"], error: chatTexts.empty };

export const Draft = z.object(fields).refine(isSomething, emptyContent);
export type Draft = z.infer<typeof Draft>;

/** As the socket takes it. Author, name and time are the server's and are not read. */
export const DraftEvent = z.object({ groupId: id, ...fields }).refine(isSomething, emptyContent);

/** What an author changes a message to; that it may be empty beside files only is known where it is stored. */
export const MessageEdit = z.object({ content: content.transform((value) => hasVisible(value) ? value : "") });

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const oneEmoji = /^(\p{RGI_Emoji}|\p{Emoji}\uFE0F?)$/v;

/** A single emoji, in one of the ways it may be written. Digits and the like are emoji only with a keycap. */
export const Emoji = rawText(chatLimits.message.emoji, { tooLong: chatServerTexts.oneEmoji }).transform(asRecommended)
  .pipe(z.string().refine(isEmoji, chatServerTexts.oneEmoji));

/** With the variation selector that keyboards differ about, where Unicode recommends it. */
function asRecommended(value: string): string {
  const selected = `${value}\uFE0F`;
  return /^\p{RGI_Emoji}$/v.test(selected) ? selected : value.normalize();
}

function isEmoji(value: string): boolean {
  return [...graphemes.segment(value)].length === 1 && oneEmoji.test(value) && !/^[\d#*]\uFE0F?$/.test(value);
}

export const ReadPosition = z.object({
  // A form has it as text.
  seq: z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number).pipe(z.int().min(0)),
});
export const ReadEvent = z.object({ groupId: id, seq: z.int().min(0) });

export const ChangesQuery = z.object({
  after: z.coerce.number<number>().int().min(0).describe("A revision: a `rev`."),
});

export const MessageQuery = z.object({
  query: upTo(chatLimits.message.query).describe(
    "Words, or their beginnings; anything that stands together in scripts without spaces.",
  ),
  before: z.coerce.number<number>().int().min(1).optional().describe("The `seq` of the last one of the page before."),
});

export const PinsQuery = z.object({
  before: z.iso.datetime().transform((time) => Date.parse(time)).optional()
    .describe("When the last one of the page before was pinned."),
});

export const JoinGroupEvent = z.union([
  id.transform((groupId) => ({ groupId, after: undefined, rev: undefined })),
  z.object({ groupId: id, after: z.int().min(0).optional(), rev: z.int().min(0).optional() }),
]);

export const HistoryQuery = z.object({
  before: z.coerce.number<number>().int().min(1).optional().describe("The `seq` of the first one of the page after."),
  after: z.coerce.number<number>().int().min(0).optional().describe("The `seq` of the last one of the page before."),
  limit: z.coerce.number<number>().int().min(1).default(chatLimits.chat.historyLength)
    .transform((limit) => Math.min(limit, chatLimits.chat.pageLength))
    .describe(`How many; more than ${chatLimits.chat.pageLength} is read as that.`),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

const seqFrom = (min: number) =>
  z.coerce.number().int().min(min).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);

const flag = z.string().optional().transform((value) => value !== undefined);

/**
 * From a URL: what is before a message or around one, maybe to reply to it, or the latest; what is new for anything
 * else.
 */
export const ChatPlace = z.object({
  before: seqFrom(2),
  message: seqFrom(1),
  latest: flag,
  reply: flag,
});

export type Author = Pick<PublicUser, "id" | "username">;

/** By id; for those who may mention all members also by `everyone`. */
export type MemberDirectory = Record<string, { username: string; name: string; picture?: string }>;

export const MessageFile = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.string().describe("The media type."),
  size: count.describe("In bytes."),
  width: count.nullable(),
  height: count.nullable(),
  url: z.string(),
  previewUrl: z.string().nullable(),
}).meta({ id: "File" });
export type MessageFile = z.infer<typeof MessageFile>;

/** Its excerpt is empty once it is deleted, and while it is veiled. */
const Quote = z.strictObject({
  id: z.string(),
  seq: count,
  username: z.string(),
  excerpt: z.string(),
  veiled: z.literal(true).optional(),
});
export type Quote = z.infer<typeof Quote>;

const Anchor = z.strictObject({ bookId: z.string(), page: count }).meta({
  id: "Anchor",
  description: "A page of a book, in the caller's own copy.",
});
export type Anchor = z.infer<typeof Anchor>;

/** Chapter and place may give away what happens: they are left out while the message is veiled. */
const MessageAnchor = z.strictObject({
  ...Anchor.shape,
  chapter: z.string().optional(),
  url: z.string().optional().describe("Where it stands in the book's text, of what is quoted from there."),
}).meta({ id: "MessageAnchor" });
export type MessageAnchor = z.infer<typeof MessageAnchor>;

const Reaction = z.strictObject({ emoji: z.string(), userIds: z.array(z.string()) });
export type Reaction = z.infer<typeof Reaction>;

const PresentedPoll = z.strictObject({
  url: z.string().describe("Of its page."),
  text: z.string().describe("What kind it is, and once it is closed what has won."),
  action: z.string().describe("What one does there: votes, or sees the results."),
}).meta({ id: "PresentedPoll", description: "The poll that a message presents." });
export type PresentedPoll = z.infer<typeof PresentedPoll>;

const MessageLink = z.strictObject({
  url: z.string().describe("As it is in the text."),
  site: z.string().describe("The host that the page is at, maybe after redirects."),
  title: z.string(),
  picture: z.string().nullable().describe("Of this server, for people who are logged in."),
}).meta({ id: "MessageLink", description: "The page that the first link of a message leads to." });
export type MessageLink = z.infer<typeof MessageLink>;

/** A message as its reader may see it: a veiled one has no text, files, mentions, and nothing that it replies to. */
export const Message = z.strictObject({
  id: z.string(),
  content: z.string().describe("Empty once it is deleted, and while it is veiled."),
  format: Format,
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
  mentions: z.array(z.string()).describe("The ids of members."),
  reactions: z.array(Reaction),
  pinnedAt: time.nullable(),
  files: z.array(MessageFile),
  anchor: MessageAnchor.nullable(),
  veiled: z.boolean().describe("Whether the caller has not read as far as its page."),
  length: count.optional().describe("Of a veiled one: how many characters its text has."),
  poll: PresentedPoll.optional().describe("Of one that presents a poll, whose question is its text."),
  link: MessageLink.optional().describe("Of one with a link, once its page was read, where the operator allows it."),
}).meta({ id: "Message" });
export type Message = z.infer<typeof Message>;

export const MessagePage = z.strictObject({ messages: z.array(Message), hasMore: z.boolean() });
export type MessagePage = z.infer<typeof MessagePage>;

/** What is new or has changed after a `rev`, each message once, in the order of their `rev`. */
export const Talk = MessagePage.extend({ ahead: count.describe("How many are further on than the caller has read.") });

export const Changes = MessagePage.extend({ rev: count.describe("Up to which nothing is missing with these.") });
export type Changes = z.infer<typeof Changes>;

export const ReadState = z.strictObject({ lastReadSeq: count, unread: count, mentions: count });
export type ReadState = z.infer<typeof ReadState>;

/** Its excerpt is empty if it is deleted, or tied to a page: lists do not say how far its readers are. */
export const LastMessage = z.strictObject({
  username: z.string(),
  fullName: z.string().nullable(),
  excerpt: z.string(),
  timestamp: time,
  veiled: z.literal(true).optional(),
  folded: z.literal(true).optional().describe("The caller has blocked its author."),
}).meta({ id: "LastMessage" });
export type LastMessage = z.infer<typeof LastMessage>;

const Storage = z.strictObject({ used: count, quota: count });
export type Storage = z.infer<typeof Storage>;

export const Uploaded = z.strictObject({ file: MessageFile, storage: Storage });
export type Uploaded = z.infer<typeof Uploaded>;
