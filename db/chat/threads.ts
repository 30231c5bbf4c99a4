/** All replies to a message, however deep. A trigger (`0018_club`) finds the thread of each, and who is in it. */
import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { HistoryQuery, Message } from "../../server/contract/chat/shapes.ts";
import type { Thread, ThreadPage } from "../../server/contract/chat/thread_shapes.ts";
import type { Db } from "../engine/client.ts";
import { iso, pageOf } from "../engine/query.ts";
import { isMember } from "../groups/members.ts";
import { mayRead } from "../groups/roles.ts";
import { messages } from "../schema.ts";
import { messageList, parseMessages } from "./message_views.ts";

const value = sql.placeholder;

export interface ThreadId {
  groupId: string;
  /** Of its first message. */
  seq: number;
}

interface ThreadRow extends Omit<Thread, "first" | "latestAt"> {
  seq: number;
  latestAt: number;
}

const max = sql.raw(String(chatLimits.unreadMax));
const counted = sql.raw(String(chatLimits.threads.counted));
/** So many are looked at: its reader may have written most of them. */
const looked = sql.raw(String(10 * chatLimits.unreadMax));

const ofThread = sql`messages.group_id = thread_reads.group_id and messages.thread_seq = thread_reads.thread_seq`;

const unread = sql`(select count(*) from (
  select 1 from (
    select user_id, deleted_at from messages where ${ofThread} and messages.seq > thread_reads.last_read_seq
    order by messages.seq desc limit ${looked}
  ) where user_id <> thread_reads.user_id and deleted_at is null limit ${max}
))`;

const latestSeq = sql`(select max(messages.seq) from messages where ${ofThread})`;

/** Of rows named `thread_reads`, which have a `latest_seq` as well. */
const threadColumns = sql`thread_reads.thread_seq as seq, thread_reads.latest_seq as latestSeq,
  thread_reads.last_read_seq as lastReadSeq, ${unread} as unread,
  (select count(*) from (select 1 from messages where ${ofThread} limit ${counted})) as replies,
  (select created_at from messages
    where messages.group_id = thread_reads.group_id and messages.seq = thread_reads.latest_seq) as latestAt`;

const firstOnes = messageList(
  and(eq(messages.groupId, value("groupId")), sql`messages.seq in (select value from json_each(${value("seqs")}))`),
  desc(messages.seq),
);

async function withFirst(db: Db, viewerId: string, groupId: string, rows: ThreadRow[]): Promise<Thread[]> {
  const seqs = JSON.stringify(rows.map(({ seq }) => seq));
  const row = await firstOnes(db).get({ viewerId, groupId, seqs, limit: rows.length });
  const bySeq = new Map(parseMessages(row!.json).map((message) => [message.seq, message]));
  return rows.flatMap(({ seq, latestAt, ...thread }) => {
    const first = bySeq.get(seq);
    return first ? [{ ...thread, latestAt: iso(latestAt), first }] : [];
  });
}

/** Those that the viewer is in, the one with the latest reply first. Undefined to an outsider. */
export async function listThreads(
  db: Db,
  viewerId: string,
  groupId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<ThreadPage | undefined> {
  const size = chatLimits.threads.page;
  const rows = await db.q.all<ThreadRow>(sql`
    select ${threadColumns} from (
      select thread_reads.*, ${latestSeq} as latest_seq from thread_reads
      where thread_reads.user_id = ${viewerId} and thread_reads.group_id = ${groupId} and ${mayRead(viewerId, groupId)}
        and ${latestSeq} < ${before}
      order by latest_seq desc limit ${size + 1}
    ) thread_reads order by latestSeq desc`);
  if (rows.length === 0) return await isMember(db, viewerId, groupId) ? { threads: [], hasMore: false } : undefined;
  const page = pageOf(rows, size);
  return { threads: await withFirst(db, viewerId, groupId, page.rows), hasMore: page.hasMore };
}

/**
 * The one that a message is in, at whatever place of it; one without a reply is a thread of none. Undefined to an
 * outsider, and where there is no such message.
 */
export async function findThread(db: Db, viewerId: string, { groupId, seq }: ThreadId): Promise<Thread | undefined> {
  const rows = await db.q.all<ThreadRow>(sql`
    select ${threadColumns} from (
      select first.group_id, first.seq as thread_seq, ${viewerId} as user_id, own.last_read_seq, coalesce((
        select max(seq) from messages where messages.group_id = first.group_id and messages.thread_seq = first.seq
      ), first.seq) as latest_seq
      from messages first left join thread_reads own
        on own.group_id = first.group_id and own.thread_seq = first.seq and own.user_id = ${viewerId}
      where first.group_id = ${groupId} and first.seq = (
        select coalesce(thread_seq, seq) from messages where messages.group_id = ${groupId} and messages.seq = ${seq}
      ) and ${mayRead(viewerId, groupId)}
    ) thread_reads`);
  return (await withFirst(db, viewerId, groupId, rows))[0];
}

const inThread = and(
  eq(messages.groupId, value("groupId")),
  eq(messages.threadSeq, value("thread")),
  lt(messages.seq, value("before")),
  gt(messages.seq, value("after")),
);
const oldestFirst = messageList(inThread, asc(messages.seq));
const newestFirst = messageList(inThread, desc(messages.seq));

interface Replies {
  messages: Message[];
  hasMore: boolean;
}

/** Oldest first. To outsiders there are none. */
export async function listReplies(
  db: Db,
  viewerId: string,
  { groupId, seq: thread }: ThreadId,
  { before = Number.MAX_SAFE_INTEGER, after, limit }: HistoryQuery,
): Promise<Replies> {
  const list = after === undefined ? newestFirst : oldestFirst;
  const row = await list(db).get({ viewerId, groupId, thread, before, after: after ?? 0, limit: limit + 1 });
  const { rows, hasMore } = pageOf(parseMessages(row!.json), limit);
  return { messages: after === undefined ? rows.reverse() : rows, hasMore };
}

export interface People {
  ids: string[];
  count: number;
}

/** Members who are in it, and how many. */
export async function listPeopleIn(db: Db, viewerId: string, { groupId, seq }: ThreadId): Promise<People> {
  const [row] = await db.q.all<{ ids: string; count: number }>(sql`
    select count(*) as count, coalesce((select json_group_array(user_id) from (
      select among.user_id from thread_reads among join members on members.group_id = among.group_id
        and members.user_id = among.user_id
      where among.group_id = ${groupId} and among.thread_seq = ${seq}
      order by among.rowid limit ${chatLimits.threads.people}
    )), '[]') as ids
    from thread_reads join members on members.group_id = thread_reads.group_id
      and members.user_id = thread_reads.user_id
    where thread_reads.group_id = ${groupId} and thread_reads.thread_seq = ${seq} and ${mayRead(viewerId, groupId)}`);
  return { count: row.count, ids: row.count > 0 ? JSON.parse(row.ids) : [] };
}

/** Never back, nor beyond its latest reply. @returns how many are unread then; undefined to an outsider */
export async function markThreadRead(
  db: Db,
  userId: string,
  { groupId, seq, upTo }: ThreadId & { upTo: number },
): Promise<number | undefined> {
  const own = sql`thread_reads.group_id = ${groupId} and thread_reads.thread_seq = ${seq}
    and thread_reads.user_id = ${userId}`;
  const [, rows] = await db.write([
    db.q.run(sql`update thread_reads set last_read_seq = min(${upTo}, ${latestSeq})
      where ${own} and thread_reads.last_read_seq < min(${upTo}, ${latestSeq}) and ${mayRead(userId, groupId)}`),
    db.q.all<{ unread: number }>(sql`select coalesce((select ${unread} from thread_reads where ${own}), 0) as unread
      where ${mayRead(userId, groupId)}`),
  ]);
  return rows[0]?.unread;
}
