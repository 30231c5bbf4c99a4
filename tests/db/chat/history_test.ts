import assert from "node:assert/strict";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { listMessages } from "../../../db/chat/messages.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deleteMember } from "../../../db/groups/members.ts";
import { insertGroup } from "../../../db/groups/groups.ts";
import { messages } from "../../../db/schema.ts";
import { trySend } from "../../support/talking.ts";
import { noMarks } from "../../../server/contract/chat/page_message.ts";
import { test } from "../../support/db.ts";

const read = async (db: Db, viewer: string, query: { before?: number; after?: number; limit?: number } = {}) => {
  const page = await listMessages(db, viewer, "engine", { limit: 100, ...query });
  return page && { seqs: page.messages.map(({ seq }) => seq), hasMore: page.hasMore };
};

test("a stored message has its number, its author's name and its time", async ({ db }) => {
  const stored = await trySend(db, "grace", "Hello", { id: "m1", clientId: "c1" });
  assert.deepEqual(stored, {
    id: "m1",
    content: "Hello",
    groupId: "engine",
    userId: "grace",
    username: "grace",
    seq: 1,
    rev: 1,
    ...noMarks,
    clientId: "c1",
    timestamp: "1970-01-01T00:00:01.000Z",
  });
  assert.deepEqual((await listMessages(db, "ada", "engine", { limit: 10 }))?.messages, [stored]);
});

test("messages sent to two groups at once are numbered in each group in order, without gaps", async ({ db }) => {
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  const before = db.commits();
  const stored = await Promise.all(
    Array.from({ length: 300 }, (_, n) => trySend(db, "ada", `${n}`, { groupId: n % 3 ? "engine" : "other" })),
  );
  for (const [groupId, count] of [["engine", 200], ["other", 100]] as const) {
    const seqs = stored.filter((message) => message?.groupId === groupId).map((message) => message?.seq);
    assert.deepEqual(seqs, Array.from({ length: count }, (_, n) => n + 1));
  }
  assert.equal(db.commits() - before, 1);
});

test("a message sent many times with one clientId, at once and later, is stored once and returned as the first", async ({ db }) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => trySend(db, "ada", `try ${n}`, { clientId: "c1" })),
  );
  const later = await trySend(db, "ada", "much later", { clientId: "c1" });
  for (const answer of [...answers, later]) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0]?.content, "try 0");
  assert.equal((await trySend(db, "ada", "next"))?.seq, 2);
});

test("the same clientId from another sender or in another group is another message", async ({ db }) => {
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  const [one, two, three] = [
    await trySend(db, "ada", "one", { clientId: "c" }),
    await trySend(db, "grace", "two", { clientId: "c" }),
    await trySend(db, "ada", "three", { clientId: "c", groupId: "other" }),
  ];
  assert.deepEqual([one?.seq, two?.seq, three?.seq], [1, 2, 1]);
  assert.deepEqual([one?.content, two?.content, three?.content], ["one", "two", "three"]);
});

test("a retry that shares its commit with a failing write is still stored once", async ({ db }) => {
  const clash = { id: "clash", groupId: "engine", userId: "ada", content: "same id", clientId: null };
  const results = await Promise.allSettled([
    trySend(db, "ada", "one", { id: "clash", clientId: "c" }),
    insertMessage(db, clash, 1),
    trySend(db, "ada", "one again", { clientId: "c" }),
  ]);
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual((await db.q.select().from(messages)).map(({ content, seq }) => [content, seq]), [["one", 1]]);
});

test("neither an outsider nor a removed member stores or reads messages, not even with a member's clientId; a removed one's stay", async ({ db }) => {
  await trySend(db, "ada", "secret", { clientId: "c" });
  assert.equal(await trySend(db, "mallory", "let me in"), undefined);
  assert.equal(await trySend(db, "mallory", "let me in", { clientId: "c" }), undefined);
  assert.equal(await read(db, "mallory"), undefined);
  assert.equal((await db.q.select().from(messages)).length, 1);
  await trySend(db, "grace", "I was here", { clientId: "c" });
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  assert.equal(await trySend(db, "grace", "still?"), undefined);
  assert.equal(await trySend(db, "grace", "I was here", { clientId: "c" }), undefined);
  assert.equal(await read(db, "grace"), undefined);
  const left = (await listMessages(db, "ada", "engine", { limit: 10 }))!.messages;
  assert.deepEqual(left.map(({ content, username }) => `${username}: ${content}`), [
    "ada: secret",
    "grace: I was here",
  ]);
});

test("history is read from its end, before a number or after one, and reports whether there is more", async ({ db }) => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => trySend(db, "ada", `${n}`)));
  assert.deepEqual(await read(db, "grace", { limit: 3 }), { seqs: [8, 9, 10], hasMore: true });
  assert.deepEqual(await read(db, "grace", { limit: 10 }), { seqs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], hasMore: false });
  assert.deepEqual(await read(db, "grace", { before: 8, limit: 3 }), { seqs: [5, 6, 7], hasMore: true });
  assert.deepEqual(await read(db, "grace", { before: 3, limit: 3 }), { seqs: [1, 2], hasMore: false });
  assert.deepEqual(await read(db, "grace", { after: 0, limit: 3 }), { seqs: [1, 2, 3], hasMore: true });
  assert.deepEqual(await read(db, "grace", { after: 7, limit: 3 }), { seqs: [8, 9, 10], hasMore: false });
  assert.deepEqual(await read(db, "grace", { after: 10 }), { seqs: [], hasMore: false });
  assert.deepEqual(await read(db, "grace", { after: 2, before: 6 }), { seqs: [3, 4, 5], hasMore: false });
});
