/**
 * Plain messages that wait for the same commit are one statement. A libSQL server prepares every statement anew, which
 * costs it three times what storing a message does.
 */
import { and, eq, inArray, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { hasRoom, sizeOf } from "../account/storage.ts";
import { bound, builtOnce, type Db, isUnavailable, late, prepared, type Statement } from "../engine/client.ts";
import { isOpenFor, membershipOf } from "../groups/roles.ts";
import { groups, members, messages } from "../schema.ts";
import { lastRev, lastSeq } from "./revisions.ts";

const value = sql.placeholder;

/**
 * A message without mentions, reply, anchor or files. JSON passes on its texts as they are: they are well-formed,
 * without NUL.
 */
export interface PlainMessage {
  id: string;
  groupId: string;
  userId: string;
  content: string;
  clientId: string | null;
  fingerprint: number | null;
  quota: number;
  now: number;
}

export interface Numbered {
  id: string;
  seq: number;
  rev: number;
  username: string;
  isDirect: number;
}

/** What both ways of storing one give of it. */
export const numbered = sql`id, seq, rev, (select username from users where id = messages.user_id) as username,
  (select kind = 'direct' from groups where groups.id = messages.group_id) as "isDirect"`;

/** What stores one by itself: the first statement gives its row, the second marks its group as active. */
type Alone = () => readonly [Statement, Statement];

interface Batch {
  messages: PlainMessage[];
  stored: Promise<Map<string, Numbered>>;
}

const mostInBatch = 100;

/** The batch that takes in more, until its commit begins: a process has one queue for each handle. */
const openBatches = new WeakMap<Db, Batch>();

/** What a caller writes after this is stored after the batch, and before later messages. */
export const closeBatch = (db: Db): boolean => openBatches.delete(db);

/** @returns undefined where it may not be stored, or was before */
export async function insertPlain(db: Db, message: PlainMessage, alone: Alone): Promise<Numbered | undefined> {
  const batch = joinBatch(db, message) ?? openBatch(db, message, alone);
  try {
    const stored = (await batch.stored).get(message.id);
    if (stored || batch.messages.length === 1) return stored;
  } catch (error) {
    if (isUnavailable(error) || batch.messages.length === 1) throw error;
  }
  // Another message of the batch may have failed it, or used up the room.
  const [[stored]] = await db.write(alone()) as [Numbered[], unknown];
  return stored;
}

function joinBatch(db: Db, message: PlainMessage): Batch | undefined {
  const batch = openBatches.get(db);
  if (!batch || batch.messages.length === mostInBatch) return undefined;
  if (batch.messages.some((other) => isRepeated(message, other))) return undefined;
  batch.messages.push(message);
  return batch;
}

/** A statement does not see what it stores itself. */
const isRepeated = (one: PlainMessage, other: PlainMessage): boolean =>
  one.id === other.id || one.fingerprint === other.fingerprint ||
  one.clientId !== null && one.clientId === other.clientId &&
    one.userId === other.userId && one.groupId === other.groupId;

function openBatch(db: Db, first: PlainMessage, alone: Alone): Batch {
  const messages = [first];
  const close = () => openBatches.get(db)?.messages === messages && closeBatch(db);
  let built: readonly [Statement, Statement] | undefined;
  const statements = () => {
    close();
    return built ??= messages.length === 1 ? alone() : insertionOf(db, messages);
  };
  const write = async () => {
    try {
      const [rows] = await db.write([late(() => statements()[0]), late(() => statements()[1])]) as [
        Numbered[],
        unknown,
      ];
      return new Map(rows.map((row) => [row.id, row]));
    } finally {
      // A write that waits for a lock in vain is rejected before its statements are made.
      close();
    }
  };
  const batch = { messages, stored: write() };
  openBatches.set(db, batch);
  return batch;
}

const insertionOf = (db: Db, messages: PlainMessage[]): readonly [Statement, Statement] => [
  bound(insertion(db), { messages: JSON.stringify(messages) }),
  bound(activity(db), { now: messages.at(-1)!.now, ids: JSON.stringify(messages.map(({ id }) => id)) }),
];

const duplicateWindow = sql.raw(String(chatLimits.chat.duplicateWindow));

/**
 * An author's text of a moment ago. One with files is never repeated, nor one with a later time, of before the clock
 * was set back; that of another instance may be a moment later.
 */
export const duplicateOf = (
  { fingerprint, userId, groupId, content, now }: Record<
    "fingerprint" | "userId" | "groupId" | "content" | "now",
    SQLWrapper
  >,
): SQL =>
  and(
    eq(messages.fingerprint, fingerprint),
    eq(messages.userId, userId),
    eq(messages.groupId, groupId),
    sql`${messages.createdAt} between ${now} - ${duplicateWindow} and ${now} + ${duplicateWindow}`,
    eq(messages.content, content),
    sql`messages.deleted_at is null`,
  )!;

const draft = {
  userId: sql`drafts.user_id`,
  groupId: sql`drafts.group_id`,
  content: sql`drafts.content`,
  clientId: sql`drafts.client_id`,
  fingerprint: sql`drafts.fingerprint`,
  now: sql`drafts.created_at`,
};

/** Each author's messages take room one after the other. */
const drafts = sql`
  select *, sum(${sizeOf(sql`content`)}) over (partition by user_id order by nth) as size from (
    select key as nth, value ->> 'id' as id, value ->> 'groupId' as group_id, value ->> 'userId' as user_id,
      value ->> 'content' as content, value ->> 'clientId' as client_id, value ->> 'fingerprint' as fingerprint,
      value ->> 'quota' as quota, value ->> 'now' as created_at
    from json_each(${value("messages")}))`;

const accepted = sql`
  select drafts.*, row_number() over (partition by drafts.group_id order by drafts.nth) as nth_in_group
  from (${drafts}) drafts join ${members} on ${membershipOf(draft.userId, draft.groupId)}
  where ${isOpenFor(draft.userId, draft.groupId)}
    and ${hasRoom(draft.userId, sql`drafts.size`, { quota: sql`drafts.quota` })}
    and not exists (select 1 from messages where messages.user_id = ${draft.userId}
      and messages.group_id = ${draft.groupId} and messages.client_id = ${draft.clientId})
    and not exists (select 1 from messages where ${duplicateOf(draft)})`;

const insertion = prepared((q) =>
  builtOnce(q.all<Numbered>(sql`
    insert into messages (id, group_id, seq, user_id, content, client_id, created_at, rev, fingerprint)
    select id, group_id,
      ${lastSeq(sql`accepted.group_id`)} + nth_in_group,
      user_id, content, client_id, created_at,
      ${lastRev(sql`accepted.group_id`)} + nth_in_group,
      fingerprint
    from (${accepted}) accepted
    returning ${numbered}`))
);

const activity = prepared((q) =>
  q.update(groups).set({ activeAt: sql`${value("now")}` }).where(inArray(
    groups.id,
    sql`(select group_id from messages where id in (select value from json_each(${value("ids")})))`,
  )).prepare()
);
