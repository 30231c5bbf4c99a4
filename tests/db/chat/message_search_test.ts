import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/engine/client.ts";
import { deletePartOfGroup } from "../../../db/groups/deletion.ts";
import { deleteGroup, insertGroup } from "../../../db/groups/groups.ts";
import { deleteMember, insertMember } from "../../../db/groups/members.ts";
import { deleteMessage, editMessage } from "../../../db/chat/message_changes.ts";
import { indexMessages, mergeWords, searchMessages } from "../../../db/chat/message_search.ts";
import { send } from "../../support/talking.ts";
import { test } from "../../support/db.ts";

interface Search {
  viewer?: string;
  groupId?: string;
  before?: number;
}

/** The numbers of the messages that are found, in their order; undefined to an outsider. */
async function search(db: Db, query: string, { viewer = "ada", groupId = "engine", before }: Search = {}) {
  while (await indexMessages(db));
  const page = await searchMessages(db, viewer, groupId, { query, before });
  return page?.messages.map(({ seq }) => seq);
}

const sendAll = async (db: Db, texts: string[]) => {
  for (const text of texts) await send(db, "ada", text);
};

test("a search finds the messages with all of its words, the latest first; the group's id is none of them", async ({ db }) => {
  await sendAll(db, ["The second proof is easier", "Which proof?", "The second chapter", "proof of the second kind"]);
  assert.deepEqual(await search(db, "second proof"), [4, 1]);
  assert.deepEqual(await search(db, "PROOF"), [4, 2, 1]);
  assert.deepEqual(await search(db, "lemma"), []);
  await sendAll(db, ["the engine"]);
  assert.deepEqual(await search(db, "engine"), [5]);
});

test("a word of a search is the beginning of a word, one letter a whole one, and so is each of five words", async ({ db }) => {
  await sendAll(db, ["Chapter nine", "plan B", "B is for books", "reading of chapters", "one two three four fives"]);
  assert.deepEqual(await search(db, "ch"), [4, 1]);
  assert.deepEqual(await search(db, "chap ni"), [1]);
  assert.deepEqual(await search(db, "apter"), []);
  assert.deepEqual(await search(db, "b"), [3, 2]);
  assert.deepEqual(await search(db, "one two three fou"), [5]);
  assert.deepEqual(await search(db, "one two three four five"), []);
  assert.deepEqual(await search(db, "one two three four fives fives"), [5]);
});

test("a search finds words with and without their accents, and other scripts", async ({ db }) => {
  await sendAll(db, [
    "Le résumé de Zoë",
    "a resume",
    "Größe",
    "Война и мир",
    "नमस्ते दुनिया",
    "Ærø, Łódź",
    "שלום",
    "책을",
  ]);
  assert.deepEqual(await search(db, "resume"), [2, 1]);
  assert.deepEqual(await search(db, "RÉSUMÉ zoe"), [1]);
  assert.deepEqual([await search(db, "große"), await search(db, "Grosse")], [[3], [3]]);
  assert.deepEqual(await search(db, "мир"), [4]);
  assert.deepEqual(await search(db, "नमस्ते"), [5]);
  assert.deepEqual(await search(db, "aero lodz"), [6]);
  assert.deepEqual(await search(db, "שלום"), [7]);
  assert.deepEqual(await search(db, "책을"), [8]);
});

test("of scripts without spaces words are found wherever they are, as they are written, and beside other letters", async ({ db }) => {
  await sendAll(db, [
    "我们明天读这本书的第三章",
    "明日はパーティーで本を読みます",
    "หนังสือเล่มนี้ดีมาก ม้าตัวนั้น",
    "我的iPhone手机",
    "ဒီစာအုပ်ကောင်းတယ်",
    "𠮷野家はここです",
  ]);
  const found: Record<string, number[]> = {
    "读": [1],
    "第三章": [1],
    "章三第": [],
    "读书": [],
    "明天 第三章": [1],
    "明": [2, 1],
    "本を読": [2],
    "ーティ": [2],
    "ﾊﾟｰﾃｨｰ": [2],
    "はーティ": [],
    "バーティー": [],
    "เล่ม": [3],
    "ม้า": [3],
    "มา": [3],
    "มาตัว": [],
    "iphone": [4],
    "iPh": [4],
    "iPhone手机": [4],
    "手机iPhone": [4],
    "机手": [],
    "စာအုပ်": [5],
    "စအပ": [],
    "野家": [6],
    "𠮷野": [6],
    "\u3099": [],
    "读 \u0e48": [1],
    "我们明天读这本书的第三章我们明天读这本书的第三章": [],
  };
  for (const [query, seqs] of Object.entries(found)) assert.deepEqual(await search(db, query), seqs, query);
  const beginning = "的一是不了在人有我他这个们中来上大为和国地到以说";
  await sendAll(db, [`${beginning}时要就出`]);
  assert.deepEqual(await search(db, `${beginning}会可也你`), [7], "what is long is looked for by its beginning");
});

test("a search knows the words that are shown of a message, not how they are written", async ({ db }) => {
  const { id } = await send(db, "ada", "a **bold** plan, ||the butler||");
  const form = (text: string) =>
    db.write([db.q.run(sql`update messages set form = ${JSON.stringify({ text })} where id = ${id}`)]);
  await form("a bold plan, ▒▒▒");
  assert.deepEqual([await search(db, "bold plan"), await search(db, "butler")], [[1], []]);
  await form("another plan");
  assert.deepEqual([await search(db, "another"), await search(db, "bold")], [[1], []]);
});

test("only the messages of the group are found, and only by its members", async ({ db }) => {
  await insertGroup(db, "mallory", { id: "other", groupName: "Other", description: null }, 1);
  await insertMember(db, "mallory", { groupId: "other", userId: "grace" }, 1);
  await send(db, "ada", "our secret other");
  await send(db, "mallory", "their secret engine", { groupId: "other" });
  assert.deepEqual(await search(db, "secret", { viewer: "grace" }), [1]);
  assert.deepEqual(await search(db, "their", { viewer: "grace" }), []);
  assert.deepEqual(await search(db, "their", { viewer: "grace", groupId: "other" }), [1]);
  for (const query of ["secret", "engine", "", "other engine"]) {
    assert.equal(await search(db, query, { viewer: "mallory" }), undefined);
    assert.equal(await search(db, query, { viewer: "ada", groupId: "other" }), undefined);
  }
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  assert.equal(await search(db, "secret", { viewer: "grace" }), undefined);
});

test("an edited message is found by its new words alone, and a deleted one not at all", async ({ db }) => {
  const [one, two, three] = [
    await send(db, "ada", "chapter nine"),
    await send(db, "ada", "chapter ten"),
    await send(db, "ada", "chapter eleven"),
  ];
  const edit = (id: string, content: string) => editMessage(db, "ada", { groupId: "engine", id, content }, 2);
  await edit(two.id, "not indexed yet");
  assert.deepEqual(await search(db, "chapter"), [3, 1]);
  await edit(one.id, "page nine");
  const notIndexed = await searchMessages(db, "ada", "engine", { query: "chapter" });
  assert.deepEqual(notIndexed?.messages.map(({ seq }) => seq), [3], "its former words are gone at once");
  assert.deepEqual(await search(db, "chapter"), [3]);
  assert.deepEqual(await search(db, "page"), [1]);
  await deleteMessage(db, "ada", { groupId: "engine", id: three.id }, 3);
  await deleteMessage(db, "ada", { groupId: "engine", id: one.id }, 3);
  assert.deepEqual([await search(db, "chapter"), await search(db, "page nine")], [[], []]);
  assert.deepEqual(await search(db, "indexed"), [2]);
  await edit(two.id, "chapter");
  await send(db, "ada", "chapter twelve");
  assert.deepEqual(await search(db, "chapter"), [4, 2], "it stays where it was");
});

test("a message that is changed, or deleted, while its words are made is indexed as it is then", async ({ db }) => {
  const [one, two] = [await send(db, "ada", "chapter nine"), await send(db, "ada", "chapter ten")];
  const indexing = [indexMessages(db), indexMessages(db)];
  await editMessage(db, "ada", { groupId: "engine", id: one.id, content: "page nine" }, 2);
  await deleteMessage(db, "ada", { groupId: "engine", id: two.id }, 2);
  await Promise.all(indexing);
  assert.deepEqual([await search(db, "chapter"), await search(db, "page")], [[], [1]]);
});

test("a search goes on before the last message that it found, also when that was deleted meanwhile", async ({ db }) => {
  const sent = await Promise.all(Array.from({ length: 70 }, (_, n) => send(db, "ada", `proof ${n}`)));
  await indexMessages(db);
  const page = async (before?: number) => {
    const { messages, hasMore } = (await searchMessages(db, "grace", "engine", { query: "proof", before }))!;
    return [messages[0].seq, messages.at(-1)!.seq, messages.length, hasMore];
  };
  assert.deepEqual(await page(), [70, 41, 30, true]);
  await deleteMessage(db, "ada", { groupId: "engine", id: sent[40].id }, 2);
  assert.deepEqual(await page(41), [40, 11, 30, true]);
  assert.deepEqual(await page(11), [10, 1, 10, false]);
});

test("what a search language would read as its own is words or nothing", async ({ db }) => {
  await sendAll(db, ["to be or not to be", "groups: near and far", `a "quoted" thing`]);
  const found: Record<string, number[]> = {
    "not": [1],
    "OR": [1],
    "be NOT to": [1],
    "NEAR(far)": [2],
    "groups : engine": [],
    "groups:near": [2],
    '"quoted': [3],
    'quoted" OR "be': [],
    "quo*": [3],
    "^to": [1],
    "-quoted": [3],
    "{content}: be": [],
    "(((": [],
    "\"\"'';--*": [],
    "%": [],
    "🙂": [],
    "": [],
  };
  for (const [query, seqs] of Object.entries(found)) assert.deepEqual(await search(db, query), seqs, query);
  for (
    const long of [
      "x".repeat(200),
      "z ".repeat(100),
      "ab".repeat(100),
      '"'.repeat(200),
      "é".repeat(200),
      "\u3099".repeat(200),
    ]
  ) {
    assert.deepEqual(await search(db, long), [], long);
  }
});

test("messages are indexed in parts, once, and those of a deleted group are taken out", async ({ db }) => {
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  await send(db, "ada", "proof of the first group");
  await indexMessages(db);
  await Promise.all(Array.from({ length: 600 }, (_, n) => send(db, "ada", `proof ${n}`, { groupId: "other" })));
  const parts = { count: 0 };
  while (await indexMessages(db)) parts.count++;
  assert.equal(parts.count, 2);
  const indexed = async () =>
    (await db.q.all<{ id: number }>(sql`select rowid as id from message_words where message_words match 'proof'`))
      .length;
  assert.equal(await indexed(), 601);
  await deleteGroup(db, "ada", "other");
  while (await deletePartOfGroup(db, "other"));
  assert.equal(await indexed(), 1);
  const [{ deletemerge }] = await db.q.all<{ deletemerge: number }>(
    sql`select v as deletemerge from message_words_config where k = 'deletemerge'`,
  );
  assert.equal(deletemerge, 75, "few deletions clear much of the index at a time");
  // Their numbers are given again.
  await send(db, "ada", "a later proof");
  assert.deepEqual(await search(db, "proof"), [2, 1]);
  assert.equal(await indexed(), 2);
});

test("what many commits have added to the index is merged, so that a search reads few segments", async ({ db }) => {
  for (let n = 1; n <= 40; n++) {
    await send(db, "ada", `proof ${n}`);
    await indexMessages(db);
    while (await mergeWords(db));
  }
  const [{ segments }] = await db.q.all<{ segments: number }>(
    sql`select count(distinct segid) as segments from message_words_idx`,
  );
  assert.ok(segments < 10, `${segments}`);
  assert.equal((await search(db, "proof"))?.length, 30);
});
