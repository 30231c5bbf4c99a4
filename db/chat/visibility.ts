/**
 * Messages that are tied to a page of a book are veiled for those who have not read so far. The engine finds who has;
 * a text leaves `db` only for them.
 */
import { type SQL, sql } from "drizzle-orm";
import { asMessageFile, type StoredFile } from "../../server/contract/chat/files.ts";
import type { Message, Quote } from "../../server/contract/chat/shapes.ts";
import { copyOf } from "../../server/contract/reading/copy.ts";
import { type Edition, pageAt } from "../../server/contract/reading/positions.ts";
import { chapterAt } from "../reading/chapters.ts";
import { editionJson } from "../reading/copies.ts";

/** Whether a user may see the text of a row of `messages`, under this name: most are tied to no page. */
export const isSeenBy = (message: string, userId: SQL): SQL => {
  const name = sql.raw(message);
  return sql`(${name}.anchor_book_id is null or ${name}.user_id = ${userId} or ${name}.anchor_position <= coalesce((
    select reached from progress where book_id = ${name}.anchor_book_id and progress.user_id = ${userId}
  ), 0) or exists (select 1 from unveilings where message_id = ${name}.id and unveilings.user_id = ${userId}))`;
};

/** A user's copy of the book that a row of `messages` is tied to, as JSON; null for the book's own pages. */
const copyFor = (userId: SQL): SQL =>
  sql`(select ${editionJson}
    from reader_settings join editions on editions.id = edition_id
    where reader_settings.book_id = messages.anchor_book_id and reader_settings.user_id = ${userId})`;

/** What the page of a row of `messages` is for a user, as JSON of a `StoredAnchor`. */
export const anchorFor = (userId: SQL): SQL =>
  sql`json(case when messages.anchor_book_id is not null then json_object(
    'bookId', messages.anchor_book_id, 'position', messages.anchor_position,
    'pageCount', (select page_count from books where id = messages.anchor_book_id),
    'chapter', ${chapterAt(sql`messages.anchor_book_id`, sql`messages.anchor_position`)},
    'isSeen', ${isSeenBy("messages", userId)}, 'copy', json(${copyFor(userId)})
  ) end)`;

/** The copies of the book that a row of `messages` is tied to, as JSON by their ids. */
export const copiesOf = sql`json(case when messages.anchor_book_id is not null then (
  select json_group_object(id, ${editionJson})
  from editions where book_id = messages.anchor_book_id
) end)`;

/** How each member of a group sees a row of `messages`, as JSON of `StoredReader`s; null where all see it whole. */
export const audience = sql`json(case
  when messages.anchor_book_id is not null or (
    select anchor_book_id from messages quoted
    where quoted.group_id = messages.group_id and quoted.seq = messages.reply_to_seq
  ) is not null then (
    select json_group_array(json_object(
      'userId', readers.user_id, 'isSeen', ${isSeenBy("messages", sql`readers.user_id`)},
      'isQuoteSeen', coalesce((
        select ${isSeenBy("quoted", sql`readers.user_id`)} from messages quoted
        where quoted.group_id = messages.group_id and quoted.seq = messages.reply_to_seq
      ), 1), 'editionId', (
        select edition_id from reader_settings
        where reader_settings.book_id = messages.anchor_book_id and reader_settings.user_id = readers.user_id
      )
    )) from members readers where readers.group_id = messages.group_id
  ) end)`;

/** How somebody sees a message; the engine's booleans are 0 and 1. */
interface Sight {
  isSeen: number;
  isQuoteSeen: number;
  copy: Edition | null;
}

interface StoredReader extends Omit<Sight, "copy"> {
  userId: string;
  editionId: string | null;
}

interface StoredAnchor extends Omit<Sight, "isQuoteSeen"> {
  bookId: string;
  position: number;
  /** Of the book. */
  pageCount: number;
  chapter: string | null;
}

interface StoredQuote extends Quote {
  /** For the viewer. */
  isSeen: number;
}

/** The engine's JSON of a message, with its text also where its reader may not see it. */
export interface StoredMessage extends Omit<Message, "anchor" | "veiled" | "files" | "replyTo"> {
  files: StoredFile[];
  anchor: StoredAnchor | null;
  replyTo: StoredQuote | null;
  audience?: StoredReader[] | null;
  copies?: Record<string, Edition> | null;
}

/** How some of a group see a message. */
export interface View {
  userIds: string[];
  message: Message;
}

/** A message as everybody in its group sees it but for those of `views`. */
export interface ShownMessage {
  message: Message;
  views: View[];
}

function viewOf({ audience: _, copies: __, files, anchor, replyTo, ...message }: StoredMessage, sight: Sight): Message {
  const placed = {
    ...message,
    anchor: anchor && {
      bookId: anchor.bookId,
      page: pageAt(copyOf({ pageCount: anchor.pageCount, edition: sight.copy }), anchor.position),
      ...(sight.isSeen && anchor.chapter !== null ? { chapter: anchor.chapter } : undefined),
    },
  };
  if (anchor && !sight.isSeen) {
    const { length } = message.content;
    return { ...placed, content: "", length, files: [], replyTo: null, mentions: [], veiled: true };
  }
  return { ...placed, files: files.map(asMessageFile), replyTo: replyTo && quoteFor(replyTo, sight), veiled: false };
}

function quoteFor({ isSeen: _, ...quote }: StoredQuote, { isQuoteSeen }: Sight): Quote {
  return isQuoteSeen ? quote : { ...quote, excerpt: "", veiled: true };
}

/** A message as its viewer sees it. */
export const asMessage = (stored: StoredMessage): Message =>
  viewOf(stored, {
    isSeen: stored.anchor?.isSeen ?? 1,
    isQuoteSeen: stored.replyTo?.isSeen ?? 1,
    copy: stored.anchor?.copy ?? null,
  });

/** A message as its group sees it. Who joins the group meanwhile is not among those who see its text. */
export function asShown(stored: StoredMessage): ShownMessage {
  if (!stored.audience) return { message: asMessage(stored), views: [] };
  const unseen = { isSeen: stored.anchor ? 0 : 1, isQuoteSeen: 0, editionId: null };
  const bySight = Map.groupBy(stored.audience, keyOf);
  bySight.delete(keyOf(unseen));
  const sightOf = ({ editionId, ...reader }: Omit<StoredReader, "userId">): Sight => (
    { ...reader, copy: stored.copies?.[editionId ?? ""] ?? null }
  );
  return {
    message: viewOf(stored, sightOf(unseen)),
    views: [...bySight.values()].map((readers) => ({
      userIds: readers.map(({ userId }) => userId),
      message: viewOf(stored, sightOf(readers[0])),
    })),
  };
}

/** The same for those who see the same. */
const keyOf = ({ isSeen, isQuoteSeen, editionId }: Omit<StoredReader, "userId">): string =>
  `${isSeen} ${isQuoteSeen} ${editionId}`;
