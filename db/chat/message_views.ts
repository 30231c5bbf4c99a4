/** A text that is tied to a page of a book leaves `db` only for people who have read so far, or asked to see it. */
import { eq, type SQL, sql } from "drizzle-orm";
import { textPaths } from "../../server/contract/books/text_paths.ts";
import { placeAtPosition } from "../../server/contract/books/text_places.ts";
import { asMessageFile, chatPaths, type StoredFile } from "../../server/contract/chat/paths.ts";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { Message, MessageAnchor, MessageLink, Quote } from "../../server/contract/chat/shapes.ts";
import { type PollState, presentedPoll } from "../../server/contract/groups/presented_poll.ts";
import { copyOf, pageAt, type Scale } from "../../server/contract/reading/positions.ts";
import type { Copy } from "../../server/contract/reading/shapes.ts";
import { type Db, prepared } from "../engine/client.ts";
import { isoOf, jsonArray } from "../engine/query.ts";
import { winnerText } from "../groups/polls.ts";
import { membershipOf } from "../groups/roles.ts";
import { shownName } from "../people/columns.ts";
import { chapterAt } from "../reading/chapters.ts";
import { copyJson } from "../reading/copies.ts";
import { members, messages, users } from "../schema.ts";
import { formatJson, wordsOf } from "../site/forms.ts";

export const isSeenBy = (message: string, userId: SQL): SQL => {
  const name = sql.raw(message);
  return sql`(${name}.anchor_book_id is null or ${name}.user_id = ${userId} or ${name}.anchor_position <= coalesce((
    select reached from progress where book_id = ${name}.anchor_book_id and progress.user_id = ${userId}
  ), 0) or exists (select 1 from unveilings where message_id = ${name}.id and unveilings.user_id = ${userId}))`;
};

export const copyFor = (userId: SQL): SQL =>
  sql`(select ${copyJson}
    from reader_settings join editions on editions.id = edition_id
    where reader_settings.book_id = messages.anchor_book_id and reader_settings.user_id = ${userId})`;

/** Of what was quoted from the book's text. */
const quotedText =
  sql`(select ${copyJson} from editions where id = messages.anchor_edition_id and unit = 'characters')`;

const anchorFor = (userId: SQL): SQL =>
  sql`json(case when messages.anchor_book_id is not null then json_object(
    'bookId', messages.anchor_book_id, 'position', messages.anchor_position,
    'pageCount', (select page_count from books where id = messages.anchor_book_id),
    'chapter', ${chapterAt(sql`messages.anchor_book_id`, sql`messages.anchor_position`)},
    'isSeen', ${isSeenBy("messages", userId)}, 'copy', json(${copyFor(userId)}), 'text', json(${quotedText})
  ) end)`;

const copiesOf = sql`json(case when messages.anchor_book_id is not null then (
  select json_group_object(id, ${copyJson})
  from editions where book_id = messages.anchor_book_id
) end)`;

const readersOf = sql`json(case
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

/** The engine's booleans are 0 and 1. */
interface Visibility {
  isSeen: number;
  isQuoteSeen: number;
  copy: Copy | null;
}

interface StoredReader extends Omit<Visibility, "copy"> {
  userId: string;
  editionId: string | null;
}

interface StoredAnchor extends Omit<Visibility, "isQuoteSeen"> {
  bookId: string;
  position: number;
  pageCount: number;
  chapter: string | null;
  text: Scale | null;
}

interface StoredQuote extends Quote {
  isSeen: number;
}

interface StoredLink extends Omit<MessageLink, "picture"> {
  pictureName: string | null;
}

interface StoredMessage extends Omit<Message, "anchor" | "veiled" | "files" | "replyTo" | "poll" | "link"> {
  files: StoredFile[];
  anchor: StoredAnchor | null;
  replyTo: StoredQuote | null;
  poll: PollState | null;
  link: StoredLink | null;
  readers?: StoredReader[] | null;
  copies?: Record<string, Copy> | null;
}

interface View {
  userIds: string[];
  message: Message;
}

/** As everybody in its group sees it but for those of `views`. */
export interface ShownMessage {
  message: Message;
  views: View[];
}

function viewOf(
  { readers: _, copies: __, files, anchor, replyTo, poll, link, ...message }: StoredMessage,
  visibility: Visibility,
): Message {
  const placed = {
    ...message,
    ...poll && { poll: presentedPoll(message.groupId, poll) },
    anchor: anchor && anchorOf(message.groupId, anchor, visibility),
  };
  if (anchor && !visibility.isSeen) {
    const { length } = message.content;
    return { ...placed, content: "", format: null, length, files: [], replyTo: null, mentions: [], veiled: true };
  }
  return {
    ...placed,
    ...link && { link: linkOf(link) },
    files: files.map(asMessageFile),
    replyTo: replyTo && quoteFor(replyTo, visibility),
    veiled: false,
  };
}

const linkOf = ({ pictureName, ...link }: StoredLink): MessageLink => ({
  ...link,
  picture: pictureName && chatPaths.linkPicture(pictureName),
});

function anchorOf(groupId: string, stored: StoredAnchor, { isSeen, copy }: Visibility): MessageAnchor {
  const { bookId, pageCount, position, chapter, text } = stored;
  const anchor: MessageAnchor = { bookId, page: pageAt(copyOf({ pageCount, edition: copy }), position) };
  if (isSeen && chapter !== null) anchor.chapter = chapter;
  if (isSeen && text) anchor.url = textPaths.read(groupId, bookId, placeAtPosition(text, position));
  return anchor;
}

function quoteFor({ isSeen: _, ...quote }: StoredQuote, { isQuoteSeen }: Visibility): Quote {
  return isQuoteSeen ? quote : { ...quote, excerpt: "", veiled: true };
}

const asMessage = (stored: StoredMessage): Message =>
  viewOf(stored, {
    isSeen: stored.anchor?.isSeen ?? 1,
    isQuoteSeen: stored.replyTo?.isSeen ?? 1,
    copy: stored.anchor?.copy ?? null,
  });

/** People who join the group meanwhile are not among those who see its text. */
function asShown(stored: StoredMessage): ShownMessage {
  if (!stored.readers) return { message: asMessage(stored), views: [] };
  const unseen = { isSeen: stored.anchor ? 0 : 1, isQuoteSeen: 0, editionId: null };
  const byVisibility = Map.groupBy(stored.readers, keyOf);
  byVisibility.delete(keyOf(unseen));
  const visibilityOf = ({ editionId, ...reader }: Omit<StoredReader, "userId">): Visibility => (
    { ...reader, copy: stored.copies?.[editionId ?? ""] ?? null }
  );
  return {
    message: viewOf(stored, visibilityOf(unseen)),
    views: [...byVisibility.values()].map((readers) => ({
      userIds: readers.map(({ userId }) => userId),
      message: viewOf(stored, visibilityOf(readers[0])),
    })),
  };
}

const keyOf = ({ isSeen, isQuoteSeen, editionId }: Omit<StoredReader, "userId">): string =>
  `${isSeen} ${isQuoteSeen} ${editionId}`;

/** In one line. */
export const beginning = (text: SQL): SQL =>
  sql`replace(substr(${text}, 1, ${sql.raw(String(chatLimits.message.excerpt))}), char(10), ' ')`;

/** @param message its name in a query */
export const excerptOf = (message: string): SQL =>
  beginning(sql`coalesce(
    nullif(${wordsOf("messages", message)}, ''), (select name from files where message_id = ${
    sql.raw(message)
  }.id order by id limit 1), ''
  )`);

const viewer = sql`${members.userId}`;

const quote = sql`json((
  select json_object(
    'id', quoted.id, 'seq', quoted.seq, 'excerpt', ${excerptOf("quoted")},
    'username', (select ${shownName("users")} from users where id = quoted.user_id), 'isSeen', ${
  isSeenBy("quoted", viewer)
}
  ) from messages quoted where quoted.group_id = messages.group_id and quoted.seq = messages.reply_to_seq
))`;

const filesOf = sql`json((
  select json_group_array(json_object(
    'id', id, 'name', name, 'type', type, 'size', size, 'width', width, 'height', height
  )) from (select * from files where message_id = messages.id order by id)
))`;

const reactionsOf = sql`json((
  select json_group_array(json(reaction)) from (
    select json_object('emoji', emoji, 'userIds', json_group_array(user_id)) as reaction
    from reactions where message_id = messages.id group by emoji order by min(created_at), emoji
  )
))`;

/** Of a message to everyone as many as a list may have; its author alone where members do not see one another. */
const mentionsOf = sql`json(case
  when not exists (select 1 from mentions where message_id = messages.id) then '[]'
  when messages.content not like '%@everyone%'
    then (select json_group_array(user_id) from mentions where message_id = messages.id)
  when exists (select 1 from group_settings where group_settings.group_id = messages.group_id and hide_members)
    then json_array(messages.user_id)
  else (select json_group_array(user_id) from (
    select user_id from mentions where message_id = messages.id limit ${sql.raw(String(chatLimits.message.mentioned))}
  )) end)`;

const pollOf = sql`json(case when messages.poll_id is not null and messages.deleted_at is null then (
  select json_object('id', polls.id, 'kind', polls.kind, 'isClosed', polls.closed_at is not null,
    'isWinnerUnknown', polls.winner_id is '', 'winner', ${winnerText}) from polls where polls.id = messages.poll_id
) end)`;

// The version before leaves it when it deletes a message.
const linkedPage = sql`json(case when messages.link_key is not null and messages.deleted_at is null then (
  select json_object('url', url, 'site', site, 'title', title, 'pictureName', picture_name)
  from link_previews where key = messages.link_key
) end)`;

const messageKeys = sql`
  'id', messages.id, 'content', messages.content, 'format', json(${
  formatJson("messages")
}), 'groupId', messages.group_id, 'userId', messages.user_id,
  'username', ${shownName("users")}, 'timestamp', ${isoOf(messages.createdAt)}, 'seq', messages.seq,
  'clientId', messages.client_id, 'rev', messages.rev, 'editedAt', ${isoOf(messages.editedAt)},
  'deletedAt', ${isoOf(messages.deletedAt)}, 'pinnedAt', ${isoOf(messages.pinnedAt)}, 'replyTo', ${quote},
  'mentions', ${mentionsOf}, 'reactions', ${reactionsOf}, 'files', ${filesOf},
  'anchor', ${anchorFor(viewer)}, 'poll', ${pollOf}, 'link', ${linkedPage}`;

export const namedMembership = (userId: string) => membershipOf(sql.placeholder(userId), sql.placeholder("groupId"));

const messagesWith = (q: Db["q"], keys: SQL) =>
  q.select({ json: sql<string>`json_object(${keys})`.as("json") }).from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .innerJoin(members, namedMembership("viewerId"));

export const visibleMessages = (q: Db["q"]) => messagesWith(q, messageKeys);

export const shownMessages = (q: Db["q"]) =>
  messagesWith(q, sql`${messageKeys}, 'readers', ${readersOf}, 'copies', ${copiesOf}`);

export const messageList = (where: SQL | undefined, order: SQL) =>
  prepared((q) => {
    const ordered = visibleMessages(q).where(where).orderBy(order).limit(sql.placeholder("limit")).as("ordered");
    return q.select({ json: jsonArray(ordered.json) }).from(ordered).prepare();
  });

export const parseMessage = (json: string): Message => asMessage(JSON.parse(json));

export function parseShown(json: string): { message: Message; shown: ShownMessage } {
  const stored: StoredMessage = JSON.parse(json);
  return { message: asMessage(stored), shown: asShown(stored) };
}

export const parseMessages = (json: string): Message[] => (JSON.parse(json) as StoredMessage[]).map(asMessage);
