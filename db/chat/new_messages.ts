import { and, desc, eq, sql } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { mentionedNames } from "../../server/contract/chat/mentions.ts";
import { noMarks } from "../../server/contract/chat/page_message.ts";
import { type Message } from "../../server/contract/chat/shapes.ts";
import { hashOf } from "../../server/contract/people/names.ts";
import { hasRoom, type Quota, sizeOf, unlimited } from "../account/storage.ts";
import { bound, type Db, prepared } from "../engine/client.ts";
import { iso, listed } from "../engine/query.ts";
import { membershipOf } from "../groups/roles.ts";
import { hasBlocked } from "../people/blocks.ts";
import { groups, messages, users } from "../schema.ts";
import { isUnsent } from "./files.ts";
import { namedMembership, parseMessage, parseShown, type ShownMessage, visibleMessages } from "./message_views.ts";
import { findByClientId, readMessage } from "./messages.ts";

const value = sql.placeholder;

export interface NewMessageRow extends Quota {
  id: string;
  groupId: string;
  userId: string;
  content: string;
  clientId: string | null;
  replyTo?: string | null;
  files?: string[];
  anchor?: { bookId: string; position: number; editionId: string | null } | null;
}

interface InsertedMessage {
  message: Message;
  shown?: ShownMessage;
}

const duplicateWindow = sql.raw(String(chatLimits.chat.duplicateWindow));

/**
 * An author's text of a moment ago. One with files is never repeated, nor one with a later time, of before the clock was
 * set back; that of another instance may be a moment later.
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

const insertion = prepared((q) => {
  const statement = q.all<{ seq: number; rev: number; username: string }>(sql`
    insert into messages (id, group_id, seq, user_id, content, client_id, created_at, rev, reply_to_seq, fingerprint,
      anchor_book_id, anchor_position, anchor_edition_id)
    select ${value("id")}, group_id,
      (select coalesce(max(seq), 0) + 1 from messages where group_id = ${value("groupId")}),
      user_id, ${value("content")}, ${value("clientId")}, ${value("now")},
      (select coalesce(max(rev), 0) + 1 from messages where group_id = ${value("groupId")}),
      (select seq ${replied}), ${value("fingerprint")}, ${value("bookId")}, ${value("position")}, ${value("editionId")}
    from members where ${namedMembership("userId")}
      and (${value("replyTo")} is null or exists (select 1 ${replied}))
      and (${value("bookId")} is null
        or exists (select 1 from books where id = ${value("bookId")} and group_id = ${value("groupId")}))
      and ${hasRoom(value("userId"), sizeOf(value("content")), { quota: value("quota") })} and ${mayBeStored}
    on conflict (group_id, user_id, client_id) do nothing
    returning seq, rev, (select username from users where id = messages.user_id) as username`);
  const query = statement.getQuery();
  return Object.assign(statement, { getQuery: () => query });
});

const activity = prepared((q) =>
  q.update(groups).set({ activeAt: sql`${value("now")}` })
    .where(and(eq(groups.id, value("groupId")), sql`changes() > 0`)).prepare()
);

interface Written extends Pick<NewMessageRow, "id" | "userId" | "content"> {
  at?: number;
}

export const isWritten = ({ userId, content, at }: Written) =>
  sql`messages.user_id = ${userId} and messages.content = ${content} and messages.edited_at is ${at ?? null}`;

export const insertMentions = (db: Db, written: Written) =>
  db.q.run(sql`insert into mentions (message_id, user_id, group_id, seq)
    select messages.id, users.id, messages.group_id, messages.seq from messages
    join users on users.username in ${listed(mentionedNames(written.content))}
    join members on ${membershipOf(users.id, messages.groupId)}
    where messages.id = ${written.id} and ${isWritten(written)} and users.id <> messages.user_id
      and not ${hasBlocked(sql`users.id`, sql`messages.user_id`)}
    on conflict do nothing`);

const takeFiles = (db: Db, { id, files = [] }: NewMessageRow) =>
  db.q.run(sql`update files set message_id = ${id}
    where id in ${listed(files)} and exists (select 1 from messages where id = ${id})`);

const references = (db: Db, row: NewMessageRow) =>
  row.replyTo || row.anchor || row.files?.length || row.content.includes("@")
    ? [insertMentions(db, row), takeFiles(db, row), readMessage(db, row.userId, row)]
    : [];

/** @returns this message, or the one that it repeats; undefined where it may not be stored */
export async function insertMessage(db: Db, row: NewMessageRow, now: number): Promise<InsertedMessage | undefined> {
  const { id, groupId, userId, content, clientId, replyTo = null, files = [], anchor, quota = unlimited } = row;
  const fingerprint = fingerprintOf(row);
  const { bookId = null, position = null, editionId = null } = anchor ?? {};
  const [[stored], , ...referring] = await db.write([
    bound(insertion(db), {
      id,
      groupId,
      userId,
      content,
      clientId,
      replyTo,
      fingerprint,
      files: JSON.stringify(files),
      bookId,
      position,
      editionId,
      quota,
      now,
    }),
    bound(activity(db), { groupId, now }),
    ...references(db, row),
  ]);
  if (!stored) return await findEarlier(db, row, { fingerprint, now });
  if (referring.length > 0) return parseShown((referring.at(-1) as [{ json: string }])[0].json);
  const { username, seq, rev } = stored;
  const message = { ...noMarks, id, content, groupId, userId, username, timestamp: iso(now), seq, clientId, rev };
  return { message, shown: { message, views: [] } };
}

function fingerprintOf({ userId, groupId, content, replyTo = null, files = [], anchor }: NewMessageRow): number | null {
  if (files.length > 0) return null;
  const place = anchor ? `${anchor.bookId} ${anchor.position} ` : "";
  return hashOf(`${userId} ${groupId} ${replyTo} ${place}${content}`);
}

async function findEarlier(
  db: Db,
  { groupId, userId, clientId, content }: NewMessageRow,
  { fingerprint, now }: { fingerprint: number | null; now: number },
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
