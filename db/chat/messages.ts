/** Chat messages. Every query joins the viewer's membership. */
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { and, asc, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Changes, HistoryQuery, Message, MessagePage } from "../../server/contract/chat/shapes.ts";
import { mentionedNames } from "../../server/contract/chat/mentions.ts";
import { plainMessage } from "../../server/contract/chat/plain_message.ts";
import { hashOf } from "../../server/contract/people/names.ts";
import { hasBlocked } from "../people/blocks.ts";
import { bound, type Db, prepared } from "../engine/client.ts";
import { isUnsent } from "./files.ts";
import { isMember } from "../groups/groups.ts";
import {
  membershipOf,
  messageList,
  parseMessage,
  parseMessages,
  parseShown,
  shownMessages,
  visibleMessages,
} from "./message_columns.ts";
import { pageOf } from "../engine/page.ts";
import { groups, members, messages } from "../schema.ts";
import { iso } from "../people/columns.ts";
import { hasRoom, type Quota, sizeOf, unlimited } from "../account/storage.ts";
import type { ShownMessage } from "./visibility.ts";

export interface NewMessageRow extends Quota {
  id: string;
  groupId: string;
  userId: string;
  content: string;
  clientId: string | null;
  /** The id of the message that it replies to. */
  replyTo?: string | null;
  /** The ids of files that its author has uploaded for it. */
  files?: string[];
  /** The page that it is tied to. */
  anchor?: { bookId: string; position: number; editionId: string | null } | null;
}

/** A message that was stored, or sent before. */
export interface InsertedMessage {
  /** As its author sees it. */
  message: Message;
  /** As its group sees it; undefined for one that was sent before. */
  shown?: ShownMessage;
}

const value = sql.placeholder;

/** The next `rev` of the group of the placeholder `groupId`. */
export const nextRev = sql<number>`(
  select coalesce(max(rev), 0) + 1 from messages where group_id = ${value("groupId")}
)`;

const duplicateWindow = sql.raw(String(chatLimits.chat.duplicateWindow));

/**
 * A message of the same author with the same text, a moment ago. What has files is never a duplicate, nor is what has a
 * later time, of before the clock was set back; that of another instance may be a moment later.
 */
const duplicate = and(
  eq(messages.fingerprint, value("fingerprint")),
  eq(messages.userId, value("userId")),
  eq(messages.groupId, value("groupId")),
  sql`${messages.createdAt} between ${value("now")} - ${duplicateWindow} and ${value("now")} + ${duplicateWindow}`,
  eq(messages.content, value("content")),
  sql`messages.deleted_at is null`,
);

const mayBeStored = sql`case when ${value("files")} = '[]'
  then not exists (select 1 from messages where ${duplicate})
  else json_array_length(${value("files")}) = (
    select count(*) from files where id in (select value from json_each(${value("files")}))
    and group_id = ${value("groupId")} and user_id = ${value("userId")} and ${isUnsent}
  )
end`;

const replied = sql`from messages where id = ${value("replyTo")} and group_id = ${value("groupId")}`;

/** The columns of a message that is tied to a page. */
const anchored = {
  anchorBookId: sql<string | null>`${value("anchorBookId")}`.as("anchor_book_id"),
  anchorPosition: sql<number | null>`${value("anchorPosition")}`.as("anchor_position"),
  anchorEditionId: sql<string | null>`${value("anchorEditionId")}`.as("anchor_edition_id"),
};
const unanchored: typeof anchored = {
  anchorBookId: sql<null>`null`.as("anchor_book_id"),
  anchorPosition: sql<null>`null`.as("anchor_position"),
  anchorEditionId: sql<null>`null`.as("anchor_edition_id"),
};

const hasBook = sql`exists (select 1 from books where id = ${value("anchorBookId")} and group_id = ${
  value("groupId")
})`;

/** Apart for most messages, which are tied to no page: they cost no more than before. */
const insertionOf = (anchor: typeof anchored, where?: SQL) =>
  prepared((q) =>
    q.insert(messages).select(
      q.select({
        id: sql<string>`${value("id")}`.as("id"),
        groupId: members.groupId,
        seq: sql<number>`(
        select coalesce(max(seq), 0) + 1 from messages where group_id = ${value("groupId")}
      )`.as("seq"),
        userId: members.userId,
        content: sql<string>`${value("content")}`.as("content"),
        clientId: sql<string | null>`${value("clientId")}`.as("client_id"),
        createdAt: sql<number>`${value("now")}`.as("created_at"),
        rev: nextRev.as("rev"),
        replyToSeq: sql<number | null>`(select seq ${replied})`.as("reply_to_seq"),
        editedAt: sql<null>`null`.as("edited_at"),
        deletedAt: sql<null>`null`.as("deleted_at"),
        pinnedAt: sql<null>`null`.as("pinned_at"),
        fingerprint: sql<number | null>`${value("fingerprint")}`.as("fingerprint"),
        number: sql<null>`null`.as("number"),
        ...anchor,
      }).from(members).where(and(
        membershipOf("userId"),
        sql`(${value("replyTo")} is null or exists (select 1 ${replied}))`,
        where,
        hasRoom(value("userId"), sizeOf(value("content")), { quota: value("quota") }),
        mayBeStored,
      )),
    ).onConflictDoNothing({ target: [messages.groupId, messages.userId, messages.clientId] })
      .returning({
        seq: messages.seq,
        rev: messages.rev,
        username: sql<string>`(select username from users where id = ${messages.userId})`,
      }).prepare()
  );

const insertion = insertionOf(unanchored);
const anchoredInsertion = insertionOf(anchored, hasBook);

// Only if the statement before has stored a message.
const activity = prepared((q) =>
  q.update(groups).set({ activeAt: sql`${value("now")}` })
    .where(and(eq(groups.id, value("groupId")), sql`changes() > 0`)).prepare()
);

/** A text that a message was stored with, or edited to. */
interface Written extends Pick<NewMessageRow, "id" | "userId" | "content"> {
  editedAt?: number;
}

/** Whether a message has this text of its author, since then. */
export const isWritten = ({ userId, content, editedAt }: Written) =>
  sql`messages.user_id = ${userId} and messages.content = ${content} and messages.edited_at is ${editedAt ?? null}`;

/** The statement that records whom a message mentions, if this is its text: members, but not its author, nor who has blocked them. */
export const insertMentions = (db: Db, written: Written) =>
  db.q.run(sql`insert into mentions (message_id, user_id, group_id, seq)
    select messages.id, users.id, messages.group_id, messages.seq from messages
    join users on users.username in (select value from json_each(${JSON.stringify(mentionedNames(written.content))}))
    join members on members.group_id = messages.group_id and members.user_id = users.id
    where messages.id = ${written.id} and ${isWritten(written)} and users.id <> messages.user_id
      and not ${hasBlocked(sql`users.id`, sql`messages.user_id`)}
    on conflict do nothing`);

const takeFiles = (db: Db, { id, files = [] }: Pick<NewMessageRow, "id" | "files">) =>
  db.q.run(sql`update files set message_id = ${id}
    where id in (select value from json_each(${
    JSON.stringify(files)
  })) and exists (select 1 from messages where id = ${id})`);

/** The statements for what a message refers to, the last of which reads it; none where it refers to nothing. */
const references = (db: Db, row: NewMessageRow) =>
  row.replyTo || row.anchor || row.files?.length || row.content.includes("@")
    ? [insertMentions(db, row), takeFiles(db, row), readMessage(db, row.userId, row)]
    : [];

/**
 * Stores a message under the next `seq` and `rev` of its group, unless its `clientId` is stored already, or the same
 * text of the same author within the last second.
 *
 * @returns the message that is stored, this one or the earlier one; undefined where the author is no member or has no
 * room, or what it replies to or a file is not there
 */
export async function insertMessage(db: Db, row: NewMessageRow, now: number): Promise<InsertedMessage | undefined> {
  const { id, groupId, userId, content, clientId, replyTo = null, files = [], anchor, quota = unlimited } = row;
  const values = {
    id,
    groupId,
    userId,
    content,
    clientId,
    replyTo,
    fingerprint: fingerprintOf(row),
    files: JSON.stringify(files),
    quota,
    now,
  };
  const inserting = anchor
    ? bound(anchoredInsertion(db), {
      ...values,
      anchorBookId: anchor.bookId,
      anchorPosition: anchor.position,
      anchorEditionId: anchor.editionId,
    })
    : bound(insertion(db), values);
  const [[stored], , ...referring] = await db.write([
    inserting,
    bound(activity(db), { groupId, now }),
    ...references(db, row),
  ]);
  if (!stored) return await findEarlier(db, values);
  if (referring.length > 0) return parseShown((referring.at(-1) as [{ json: string }])[0].json);
  const { username, seq, rev } = stored;
  const message = { ...plainMessage, id, content, groupId, userId, username, timestamp: iso(now), seq, clientId, rev };
  return { message, shown: { message, views: [] } };
}

function fingerprintOf({ userId, groupId, content, replyTo = null, files = [], anchor }: NewMessageRow): number | null {
  if (files.length > 0) return null;
  const place = anchor ? `${anchor.bookId} ${anchor.position} ` : "";
  return hashOf(`${userId} ${groupId} ${replyTo} ${place}${content}`);
}

interface Unstored extends Pick<NewMessageRow, "groupId" | "userId" | "content" | "clientId"> {
  fingerprint: number | null;
  now: number;
}

async function findEarlier(db: Db, unstored: Unstored): Promise<InsertedMessage | undefined> {
  const { groupId, userId, clientId, fingerprint } = unstored;
  const same = clientId === null ? undefined : await findByClientId(db, userId, { groupId, clientId });
  if (same) return { message: same };
  const row = fingerprint === null ? undefined : await duplicated(db).get({ ...unstored, viewerId: userId });
  return row && { message: parseMessage(row.json) };
}

const duplicated = prepared((q) =>
  visibleMessages(q).where(duplicate).orderBy(desc(messages.createdAt)).limit(1).prepare()
);

const isNamed = and(eq(messages.id, value("id")), eq(messages.groupId, value("groupId")));
const oneMessage = prepared((q) => visibleMessages(q).where(isNamed).prepare());
const oneShown = prepared((q) => shownMessages(q).where(isNamed).prepare());

/** A message of a group, to a member of it. */
export async function findMessage(
  db: Db,
  viewerId: string,
  message: { groupId: string; id: string },
): Promise<Message | undefined> {
  const row = await oneMessage(db).get({ ...message, viewerId });
  return row && parseMessage(row.json);
}

/** The statement that reads a message as one of a write, to be parsed with `parseShown`. */
export const readMessage = (db: Db, viewerId: string, { groupId, id }: { groupId: string; id: string }) =>
  bound(oneShown(db), { groupId, id, viewerId });

const earlier = prepared((q) =>
  visibleMessages(q)
    .where(and(
      eq(messages.groupId, value("groupId")),
      eq(messages.userId, value("viewerId")),
      eq(messages.clientId, value("clientId")),
    )).prepare()
);

/** The message that its author, a member, has sent with this `clientId` before. */
export async function findByClientId(
  db: Db,
  authorId: string,
  { groupId, clientId }: { groupId: string; clientId: string },
): Promise<Message | undefined> {
  const row = await earlier(db).get({ viewerId: authorId, groupId, clientId });
  return row && parseMessage(row.json);
}

/** Messages after one `seq` and before another. */
const between = and(
  eq(messages.groupId, value("groupId")),
  lt(messages.seq, value("before")),
  gt(messages.seq, value("after")),
);
const oldestFirst = messageList(between, asc(messages.seq));
const newestFirst = messageList(between, desc(messages.seq));

/**
 * A part of a group's history, oldest first: the latest, or what lies before or after a `seq`. Undefined to an
 * outsider.
 */
export async function listMessages(
  db: Db,
  viewerId: string,
  groupId: string,
  { before = Number.MAX_SAFE_INTEGER, after, limit }: HistoryQuery,
): Promise<MessagePage | undefined> {
  const list = after === undefined ? newestFirst : oldestFirst;
  const row = await list(db).get({ viewerId, groupId, before, after: after ?? 0, limit: limit + 1 });
  const found = parseMessages(row!.json);
  if (found.length === 0 && !await isMember(db, viewerId, groupId)) return undefined;
  const { rows, hasMore } = pageOf(found, limit);
  return { messages: after === undefined ? rows.reverse() : rows, hasMore };
}

const changed = messageList(
  and(eq(messages.groupId, value("groupId")), gt(messages.rev, value("after"))),
  asc(messages.rev),
);

/** The messages that are new or have changed after a `rev`, in its order. Undefined to an outsider. */
export async function listChanges(
  db: Db,
  viewerId: string,
  { groupId, after }: { groupId: string; after: number },
): Promise<Changes | undefined> {
  const { pageLength } = chatLimits.chat;
  const row = await changed(db).get({ viewerId, groupId, after, limit: pageLength + 1 });
  const found = parseMessages(row!.json);
  if (found.length === 0 && !await isMember(db, viewerId, groupId)) return undefined;
  const { rows, hasMore } = pageOf(found, pageLength);
  return { messages: rows, rev: rows.at(-1)?.rev ?? after, hasMore };
}

const latest = prepared((q) =>
  shownMessages(q).where(eq(messages.groupId, value("groupId"))).orderBy(desc(messages.rev)).limit(1).prepare()
);

/** The message of a group that was sent or changed last, as the group sees it; undefined to an outsider. */
export async function findLatestChange(db: Db, viewerId: string, groupId: string): Promise<ShownMessage | undefined> {
  const row = await latest(db).get({ viewerId, groupId });
  return row && parseShown(row.json).shown;
}
