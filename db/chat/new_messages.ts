import { and, desc, eq, sql } from "drizzle-orm";
import { everyone, mentionedNames } from "../../server/contract/chat/mentions.ts";
import { noMarks } from "../../server/contract/chat/page_message.ts";
import { type Message } from "../../server/contract/chat/shapes.ts";
import { hashOf } from "../../server/contract/people/names.ts";
import type { Written } from "../../server/contract/site/written_shapes.ts";
import { hasRoom, type Quota, sizeOf, unlimited } from "../account/storage.ts";
import { isOnShelf } from "../books/conditions.ts";
import { bound, builtOnce, type Db, prepared } from "../engine/client.ts";
import { iso, listed } from "../engine/query.ts";
import { isOpenFor, mayOrganize, membershipOf } from "../groups/roles.ts";
import { hasBlocked } from "../people/blocks.ts";
import { groups, messages, users } from "../schema.ts";
import { storeForm } from "../site/forms.ts";
import { isUnsent } from "./files.ts";
import { namedMembership, parseMessage, parseShown, type ShownMessage, visibleMessages } from "./message_views.ts";
import { findByClientId, readMessage } from "./messages.ts";
import { closeBatch, duplicateOf, insertPlain, type Numbered, numbered, type PlainMessage } from "./plain_messages.ts";
import { lastRev, lastSeq } from "./revisions.ts";

const value = sql.placeholder;

export interface NewMessageRow extends Quota, Written {
  id: string;
  groupId: string;
  userId: string;
  clientId: string | null;
  replyTo?: string | null;
  files?: string[];
  anchor?: { bookId: string; position: number; editionId: string | null } | null;
}

interface InsertedMessage {
  message: Message;
  isDirect?: boolean;
  shown?: ShownMessage;
}

const duplicate = duplicateOf({
  fingerprint: value("fingerprint"),
  userId: value("userId"),
  groupId: value("groupId"),
  content: value("content"),
  now: value("now"),
});

const mayBeStored = sql`case when ${value("files")} = '[]'
  then not exists (select 1 from messages where ${duplicate})
  else json_array_length(${value("files")}) = (
    select count(*) from files where id in (select value from json_each(${value("files")}))
    and group_id = ${value("groupId")} and user_id = ${value("userId")} and ${isUnsent}
  )
end`;

const replied = sql`from messages where id = ${value("replyTo")} and group_id = ${value("groupId")}`;

const insertion = prepared((q) =>
  builtOnce(q.all<Numbered>(sql`
    insert into messages (id, group_id, seq, user_id, content, client_id, created_at, rev, reply_to_seq, fingerprint,
      anchor_book_id, anchor_position, anchor_edition_id)
    select ${value("id")}, group_id,
      ${lastSeq(value("groupId"))} + 1,
      user_id, ${value("content")}, ${value("clientId")}, ${value("now")},
      ${lastRev(value("groupId"))} + 1,
      (select seq ${replied}), ${value("fingerprint")}, ${value("bookId")}, ${value("position")}, ${value("editionId")}
    from members where ${namedMembership("userId")} and ${isOpenFor(value("userId"), value("groupId"))}
      and (${value("replyTo")} is null or exists (select 1 ${replied}))
      and (${value("bookId")} is null
        or exists (select 1 from books where id = ${value("bookId")} and group_id = ${value("groupId")}
          and ${isOnShelf()}))
      and ${hasRoom(value("userId"), sizeOf(value("content")), { quota: value("quota") })} and ${mayBeStored}
    on conflict (group_id, user_id, client_id) do nothing
    returning ${numbered}`))
);

const activity = prepared((q) =>
  q.update(groups).set({ activeAt: sql`${value("now")}` })
    .where(and(eq(groups.id, value("groupId")), sql`changes() > 0`)).prepare()
);

interface WrittenMessage extends Pick<NewMessageRow, "id" | "userId" | "content"> {
  at?: number;
}

export const isWritten = ({ id, userId, content, at }: WrittenMessage) =>
  sql`messages.id = ${id} and messages.user_id = ${userId} and messages.content = ${content} and messages.edited_at is ${
    at ?? null
  }`;

/** Of an organizer `@everyone` mentions all members, where the group's settings say so. */
export function insertMentions(db: Db, written: WrittenMessage) {
  const names = mentionedNames(written.content);
  const byName = sql`join users on users.username in ${listed(names)}
    join members on ${membershipOf(users.id, messages.groupId)}`;
  const all = sql`join members on members.group_id = messages.group_id join users on users.id = members.user_id
    and (users.username in ${listed(names)} or ${isToEveryone})`;
  return db.q.run(sql`insert into mentions (message_id, user_id, group_id, seq)
    select messages.id, users.id, messages.group_id, messages.seq from messages
    ${names.includes(everyone) ? all : byName}
    where ${isWritten(written)} and users.id <> messages.user_id
      and not ${hasBlocked(sql`users.id`, sql`messages.user_id`)}
    on conflict do nothing`);
}

const isToEveryone = sql`(exists (select 1 from group_settings
  where group_settings.group_id = messages.group_id and everyone)
  and ${mayOrganize(sql`messages.user_id`, sql`messages.group_id`)})`;

const takeFiles = (db: Db, { id, files = [] }: NewMessageRow) =>
  db.q.run(sql`update files set message_id = ${id}
    where id in ${listed(files)} and exists (select 1 from messages where id = ${id})`);

/** What most messages are not. */
const isMoreThanPlain = ({ content, form, replyTo, files = [], anchor }: NewMessageRow): boolean =>
  Boolean(form || replyTo || anchor || files.length || content.includes("@"));

function insertionOf(db: Db, { replyTo = null, files = [], anchor }: NewMessageRow, message: PlainMessage) {
  const { bookId = null, position = null, editionId = null } = anchor ?? {};
  const references = { replyTo, files: JSON.stringify(files), bookId, position, editionId };
  return [bound(insertion(db), { ...message, ...references }), bound(activity(db), { ...message })] as const;
}

async function insertReferring(db: Db, row: NewMessageRow, message: PlainMessage) {
  closeBatch(db);
  const referring = [
    insertMentions(db, row),
    takeFiles(db, row),
    storeForm(db, "messages", row, isWritten(row)),
    readMessage(db, row.userId, row),
  ] as const;
  const [[stored], , , , , shown] = await db.write([...insertionOf(db, row, message), ...referring]);
  return stored && { ...parseShown((shown as [{ json: string }])[0].json), isDirect: stored.isDirect === 1 };
}

/** @returns this message, or the one that it repeats; undefined where it may not be stored */
export async function insertMessage(db: Db, row: NewMessageRow, now: number): Promise<InsertedMessage | undefined> {
  const { id, groupId, userId, content, clientId, quota = unlimited } = row;
  const plain = { id, groupId, userId, content, clientId, fingerprint: fingerprintOf(row), quota, now };
  if (isMoreThanPlain(row)) return await insertReferring(db, row, plain) ?? await findEarlier(db, row, plain);
  const stored = await insertPlain(db, plain, () => insertionOf(db, row, plain));
  if (!stored) return await findEarlier(db, row, plain);
  const { username, seq, rev } = stored;
  const message = { ...noMarks, id, content, groupId, userId, username, timestamp: iso(now), seq, clientId, rev };
  return { message, isDirect: stored.isDirect === 1, shown: { message, views: [] } };
}

function fingerprintOf({ userId, groupId, content, replyTo = null, files = [], anchor }: NewMessageRow): number | null {
  if (files.length > 0) return null;
  const place = anchor ? `${anchor.bookId} ${anchor.position} ` : "";
  return hashOf(`${userId} ${groupId} ${replyTo} ${place}${content}`);
}

async function findEarlier(
  db: Db,
  { groupId, userId, clientId, content }: NewMessageRow,
  { fingerprint, now }: PlainMessage,
): Promise<InsertedMessage | undefined> {
  const same = clientId === null ? undefined : await findByClientId(db, userId, { groupId, clientId });
  if (same) return { message: same };
  const row = fingerprint === null
    ? undefined
    : await duplicated(db).get({ viewerId: userId, userId, groupId, content, fingerprint, now });
  return row && { message: parseMessage(row.json) };
}

const duplicated = prepared((q) =>
  visibleMessages(q).where(duplicate).orderBy(desc(messages.createdAt)).limit(1).prepare()
);
