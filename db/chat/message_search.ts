import { and, desc, eq, sql } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { MessagePage } from "../../server/contract/chat/shapes.ts";
import { type Db, prepared, shortWait } from "../engine/client.ts";
import { jsonArray, pageOf } from "../engine/query.ts";
import { isMember } from "../groups/members.ts";
import { members, messages } from "../schema.ts";
import { isSeenBy, parseMessages, visibleMessages } from "./message_views.ts";

const value = sql.placeholder;
const part = 500;

const matching = prepared((q) => {
  const ordered = visibleMessages(q)
    .innerJoin(sql`message_words`, sql`message_words.rowid = messages.number`)
    .where(and(
      sql`message_words match ${value("match")}`,
      sql`message_words.rowid < coalesce(
        (select number from messages where group_id = ${value("groupId")} and seq = ${value("before")}), ${value("all")}
      )`,
      eq(messages.groupId, value("groupId")),
      sql`messages.deleted_at is null`,
      isSeenBy("messages", sql`${members.userId}`),
    ))
    .orderBy(desc(sql`message_words.rowid`)).limit(value("limit")).as("ordered");
  return q.select({ json: jsonArray(ordered.json) }).from(ordered).prepare();
});

export async function searchMessages(
  db: Db,
  viewerId: string,
  groupId: string,
  { query, before = 0 }: { query: string; before?: number },
): Promise<MessagePage | undefined> {
  if (!await isMember(db, viewerId, groupId)) return undefined;
  const match = matchOf(groupId, query);
  if (!match) return { messages: [], hasMore: false };
  const { searchLength } = chatLimits.chat;
  const all = Number.MAX_SAFE_INTEGER;
  const row = await matching(db).get({ viewerId, groupId, match, before, all, limit: searchLength + 1 });
  const { rows, hasMore } = pageOf(parseMessages(row!.json), searchLength);
  return { messages: rows, hasMore };
}

/** Each word may take 10 ms. */
const mostWords = 10;
const mostBeginnings = 4;

function matchOf(groupId: string, query: string): string | undefined {
  const written = query.match(/[\p{L}\p{N}\p{M}]+/gu);
  if (!written) return undefined;
  const words = [...new Set(written)].slice(0, mostWords);
  const isBeginning = (word: string) => words.length <= mostBeginnings && [...word].length > 1;
  const terms = words.map((word) => `"${word}"${isBeginning(word) ? "*" : ""}`);
  return `groups : "${groupId.replaceAll("-", "")}" AND content : (${terms.join(" AND ")})`;
}

export async function indexMessages(db: Db): Promise<boolean> {
  const [waiting] = await db.q.all(sql`select 1 from messages where number is null limit 1`);
  if (!waiting) return false;
  const [{ rowsAffected }] = await db.write([
    // `is not null` names the partial index: without it all messages are read.
    db.q.run(sql`update messages set number = numbered.number from (
      select id, row_number() over () + (
        select coalesce(max(number), 0) from messages where number is not null
      ) as number
      from (select id from messages where number is null order by created_at limit ${part})
    ) as numbered where messages.id = numbered.id`),
    db.q.run(sql`insert into message_words (rowid, groups, content)
      select number, replace(group_id, '-', ''), content from messages
      where number > (select coalesce(max(id), 0) from message_words_docsize)`),
  ]);
  return rowsAffected === part;
}

/** Pages of the index that one commit writes: some milliseconds. */
const mergedPages = 16;

/** The index only marks words of messages that were deleted or changed, until it writes its pages anew. */
export async function mergeDeletedWords(db: Db): Promise<boolean> {
  const before = await stateOfIndex(db);
  if (!before.hasMarks) return false;
  await db.write([
    // Below 0 all pages are merged into one another, in several parts.
    db.q.run(sql`insert into message_words (message_words, rank) values ('merge', ${-mergedPages})`),
  ], shortWait);
  const after = await stateOfIndex(db);
  return after.hasMarks && after.structure !== before.structure;
}

/** FTS5 has its structure in row 10, and marks of what is deleted in rows from 2^53 on. */
async function stateOfIndex({ q }: Db): Promise<{ hasMarks: boolean; structure: string }> {
  const [{ structure, marks }] = await q.all<{ structure: string; marks: number }>(sql`select
    (select hex(block) from message_words_data where id = 10) as structure,
    exists (select 1 from message_words_data where id > (1 << 53)) as marks`);
  return { hasMarks: marks === 1, structure };
}
