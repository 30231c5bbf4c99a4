import { and, desc, eq, sql } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { MessagePage } from "../../server/contract/chat/shapes.ts";
import { type Db, prepared, shortWait } from "../engine/client.ts";
import { jsonArray, listed, pageOf } from "../engine/query.ts";
import { giveWay } from "../engine/timing.ts";
import { isMember } from "../groups/members.ts";
import { members, messages } from "../schema.ts";
import { isSeenBy, parseMessages, visibleMessages } from "./message_views.ts";
import { phrasesOf } from "./message_words.ts";

const value = sql.placeholder;
/** Messages, and their characters: some milliseconds of a commit for each thousand. */
const part = 500;
const partLength = 25_000;

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

/** Each may take 10 ms, and characters that are in most messages and never together 50 ms. */
const mostPhrases = 10;
const mostBeginnings = 4;
/** Words, and characters of phrases, each of which takes up to 2 ms: so much of a long sentence is looked for. */
const mostTerms = 24;

function matchOf(groupId: string, query: string): string | undefined {
  const phrases = firstTerms([...new Set(phrasesOf(query))].slice(0, mostPhrases));
  if (phrases.length === 0) return undefined;
  const isBeginning = (phrase: string) =>
    phrases.length <= mostBeginnings && [...phrase].length > 1 && !phrase.includes(" ");
  const terms = phrases.map((phrase) => `"${phrase}"${isBeginning(phrase) ? "*" : ""}`);
  return `groups : "${groupId.replaceAll("-", "")}" AND content : (${terms.join(" AND ")})`;
}

function firstTerms(phrases: string[]): string[] {
  let left = mostTerms;
  return phrases.flatMap((phrase) => {
    const terms = phrase.split(" ").slice(0, left);
    left -= terms.length;
    return terms.length > 0 ? [terms.join(" ")] : [];
  });
}

/** Gives messages that have none their numbers, by which they wait for their words. @returns whether more may wait */
export async function indexMessages(db: Db): Promise<boolean> {
  const areNumbered = await numberMessages(db);
  return await indexNumbered(db) || areNumbered;
}

async function numberMessages(db: Db): Promise<boolean> {
  const [waiting] = await db.q.all(sql`select 1 from messages where number is null limit 1`);
  if (!waiting) return false;
  // `is not null` names the partial index: without it all messages are read.
  const [{ rowsAffected }] = await db.write([db.q.run(sql`update messages set number = numbered.number from (
    select id, row_number() over () + (
      select coalesce(max(number), 0) from messages where number is not null
    ) as number
    from (select id from messages where number is null order by created_at limit ${part})
  ) as numbered where messages.id = numbered.id`)]);
  return rowsAffected === part;
}

interface Unindexed {
  id: number;
  text: string;
}

/** The latest first: after an upgrade a whole index may wait. */
async function indexNumbered(db: Db): Promise<boolean> {
  const waiting = sql`select unindexed_messages.id, coalesce(form ->> '$.text', content) as text
    from unindexed_messages join messages on messages.number = unindexed_messages.number
    order by unindexed_messages.id desc limit ${part}`;
  const rows = await db.q.all<Unindexed>(sql`select id, text from (
    select id, text, sum(length(text)) over (order by id desc) - length(text) as before from (${waiting})
  ) where before < ${partLength}`);
  if (rows.length === 0) return false;
  const words: [number, string][] = [];
  for (const { id, text } of rows) {
    await giveWay();
    words.push([id, phrasesOf(text).join(" ")]);
  }
  const made = JSON.stringify(words);
  await db.write([
    db.q.run(sql`insert or replace into message_words (rowid, groups, content)
      select messages.number, replace(group_id, '-', ''), indexed.value ->> 1
      from json_each(${made}) as indexed join unindexed_messages on unindexed_messages.id = indexed.value ->> 0
      join messages on messages.number = unindexed_messages.number order by messages.number`),
    db.q.run(sql`delete from unindexed_messages where id in ${listed(rows.map(({ id }) => id))}`),
  ]);
  return true;
}

/** Pages of the index that one commit writes: some milliseconds. */
const mergedPages = 32;

/** What each commit has added to the index is a segment of its own, until those of a size are merged. */
export const mergeWords = (db: Db): Promise<boolean> => mergePages(db, mergedPages);

/** The index only marks words of messages that were deleted or changed, until it writes its pages anew. */
export async function mergeDeletedWords(db: Db): Promise<boolean> {
  const hasMarks = async () => (await stateOfIndex(db)).hasMarks;
  // Below 0 all pages are merged into one another, in several parts.
  return await hasMarks() && await mergePages(db, -mergedPages) && await hasMarks();
}

async function mergePages(db: Db, pages: number): Promise<boolean> {
  const { structure } = await stateOfIndex(db);
  await db.write([
    db.q.run(sql`insert into message_words (message_words, rank) values ('merge', ${pages})`),
  ], shortWait);
  return (await stateOfIndex(db)).structure !== structure;
}

/** FTS5 has its structure in row 10, and marks of what is deleted in rows from 2^53 on. */
async function stateOfIndex({ q }: Db): Promise<{ hasMarks: boolean; structure: string }> {
  const [{ structure, marks }] = await q.all<{ structure: string; marks: number }>(sql`select
    (select hex(block) from message_words_data where id = 10) as structure,
    exists (select 1 from message_words_data where id > (1 << 53)) as marks`);
  return { hasMarks: marks === 1, structure };
}
