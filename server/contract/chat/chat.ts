import * as chatLimits from "./limits.ts";
import { z } from "zod";
import { pageNumber } from "../books/books.ts";
import { hasVisible, id, rawText, text } from "../site/fields.ts";
import type { PublicUser } from "../people/users.ts";
import { validationServerTexts, validationTexts } from "../site/texts.ts";
import { chatTexts } from "./texts.ts";

const upTo = (max: number) =>
  text(max).pipe(z.string().max(max, validationTexts.tooLong(max))).meta({ maxLength: max });
const content = upTo(chatLimits.message.max);
/** Returned exactly as it was sent, and so must be what the database can store. */
const clientId = z.string().min(1).max(100, { abort: true })
  .refine((value) => value.isWellFormed() && !value.includes("\0"), validationServerTexts.invalid)
  .nullish().transform((value) => value ?? null);

/** The page of a book, in the author's copy. */
export const AnchorFields = z.object({ bookId: id, page: pageNumber });

const fields = {
  content,
  clientId,
  /** The id of the message that it replies to. */
  replyTo: id.nullish().transform((value) => value ?? null),
  /** The ids of uploaded files. */
  files: z.array(id).max(chatLimits.message.files).nullish().transform((value) => [...new Set(value)]),
  anchor: AnchorFields.nullish().transform((value) => value ?? null),
};

/** A text, or files with or without one. */
const isSomething = ({ content, files }: { content: string; files: string[] }) =>
  files.length > 0 || hasVisible(content);
const emptyContent = { path: ["content"], error: chatTexts.empty };

/** A message as the JSON API takes it. */
export const NewContent = z.object(fields).refine(isSomething, emptyContent);

/** A message as the socket takes it. Author, name and time are the server's and are not read. */
export const NewMessageEvent = z.object({ groupId: id, ...fields }).refine(isSomething, emptyContent);

/** What an author changes a message to; that it may be empty beside files only is known where it is stored. */
export const EditedContent = z.object({ content: content.transform((value) => hasVisible(value) ? value : "") });

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const oneEmoji = /^(\p{RGI_Emoji}|\p{Emoji}\uFE0F?)$/v;

/** A single emoji, in one of the ways it may be written. Digits and the like are emoji only with a keycap. */
export const Emoji = rawText(chatLimits.message.emoji, { tooLong: chatTexts.oneEmoji }).transform(asRecommended)
  .pipe(z.string().refine(isEmoji, chatTexts.oneEmoji));

/** With the variation selector that keyboards differ about, where Unicode recommends it. */
function asRecommended(value: string): string {
  const selected = `${value}\uFE0F`;
  return /^\p{RGI_Emoji}$/v.test(selected) ? selected : value.normalize();
}

function isEmoji(value: string): boolean {
  return [...graphemes.segment(value)].length === 1 && oneEmoji.test(value) && !/^[\d#*]\uFE0F?$/.test(value);
}

/** The `seq` up to which a group is read. */
export const ReadPosition = z.object({
  // A form has it as text.
  seq: z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number).pipe(z.int().min(0)),
});
/** As the socket takes it. */
export const ReadEvent = z.object({ groupId: id, seq: z.int().min(0) });

/** Which changes to list. */
export const ChangesQuery = z.object({ after: z.coerce.number().int().min(0) });

/** What to search messages for, and the `seq` before which. */
export const MessageQuery = z.object({
  query: upTo(chatLimits.message.query),
  before: z.coerce.number().int().min(1).optional(),
});

/** The time before which messages were pinned, as the last one of a page has it. */
export const PinsQuery = z.object({ before: z.iso.datetime().transform((time) => Date.parse(time)).optional() });

/** What `joinGroup` takes, and `join` of a handshake's `auth`. */
export const JoinGroupEvent = z.union([
  id.transform((groupId) => ({ groupId, after: undefined, rev: undefined })),
  z.object({ groupId: id, after: z.int().min(0).optional(), rev: z.int().min(0).optional() }),
]);

/** A part of a history. A larger `limit` is read as `pageLength`. */
export const HistoryQuery = z.object({
  before: z.coerce.number().int().min(1).optional(),
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).default(chatLimits.chat.historyLength)
    .transform((limit) => Math.min(limit, chatLimits.chat.pageLength)),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

const seqFrom = (min: number) =>
  z.coerce.number().int().min(min).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);

/**
 * What a page of the history shows, from a URL: what is before a message or around one, maybe to reply to it, or what
 * is new for anything else.
 */
export const ChatPlace = z.object({
  before: seqFrom(2),
  message: seqFrom(1),
  reply: z.string().optional().transform((value) => value !== undefined),
});

/** Who writes messages, as they name them. */
export type Author = Pick<PublicUser, "id" | "username">;

/** How the members of a group are shown, by id. */
export type MemberDirectory = Record<string, { username: string; name: string; picture?: string }>;

export interface Message {
  id: string;
  /** Empty once it is deleted. */
  content: string;
  groupId: string;
  userId: string;
  username: string;
  timestamp: string;
  /** Counts up from 1 in each group, without gaps. */
  seq: number;
  clientId: string | null;
  editedAt: string | null;
  deletedAt: string | null;
  /** Rises by one in each group with every new message and every change of one. */
  rev: number;
  replyTo: Quote | null;
  /** The ids of the members whom it mentions. */
  mentions: string[];
  /** In the order in which each was first given. */
  reactions: Reaction[];
  pinnedAt: string | null;
  files: MessageFile[];
  /** The page of a book that it is tied to. */
  anchor: MessageAnchor | null;
  /** Whether its reader has not read so far: it then has no text, files, mentions, and nothing that it replies to. */
  veiled: boolean;
  /** Of a veiled one: how many characters its text has. */
  length?: number;
}

/** A page of a book, in the reader's own copy. */
export interface Anchor {
  bookId: string;
  page: number;
}

/** The page that a message is tied to. */
export interface MessageAnchor extends Anchor {
  /** The title of its chapter, where that is known and the message is not veiled: it may give away what happens. */
  chapter?: string;
}

/** The message that another one replies to; its excerpt is empty once it is deleted, and while it is veiled. */
export interface Quote {
  id: string;
  seq: number;
  username: string;
  excerpt: string;
  veiled?: true;
}

export interface Reaction {
  emoji: string;
  userIds: string[];
}

/** A file of a message, `File` of the contract; a picture has a width and a height in pixels, and a preview. */
export interface MessageFile {
  id: string;
  name: string;
  /** Media type. */
  type: string;
  /** In bytes. */
  size: number;
  width: number | null;
  height: number | null;
  url: string;
  previewUrl: string | null;
}

/** How far somebody has read a group. */
export interface ReadState {
  lastReadSeq: number;
  /** Of others' messages, at most `chatLimits.unreadMax`. */
  unread: number;
  /** Of those that mention them. */
  mentions: number;
}

/**
 * The latest message of a group, as lists of groups show it. Its excerpt is empty if it is deleted, or tied to a page:
 * lists do not tell who has read so far.
 */
export interface LastMessage {
  username: string;
  fullName: string | null;
  excerpt: string;
  timestamp: string;
  veiled?: true;
  /** The reader has blocked its author. */
  folded?: true;
}

/** What a client sends. */
export interface NewMessage {
  content: string;
  groupId: string;
  userId: string;
  username: string;
  timestamp: string;
  clientId?: string;
  replyTo?: string;
  files?: string[];
  anchor?: Anchor;
}

export interface MessagePage {
  messages: Message[];
  hasMore: boolean;
}

/** What is new or has changed after a `rev`, each message once, in the order of their `rev`. */
export interface Changes extends MessagePage {
  /** Up to which nothing is missing with these. */
  rev: number;
}
