import assert from "node:assert/strict";
import { deleteMessage } from "../../../db/chat/message_changes.ts";
import { findThread, listPeopleIn, listReplies, listThreads, markThreadRead } from "../../../db/chat/threads.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deletePartOfGroup } from "../../../db/groups/deletion.ts";
import { deleteGroup } from "../../../db/groups/groups.ts";
import { deleteMember } from "../../../db/groups/members.ts";
import { threadReads } from "../../../db/schema.ts";
import { threads as limits } from "../../../server/contract/chat/limits.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { test } from "../../support/db.ts";
import { send } from "../../support/talking.ts";

const groupId = "engine";
const reply = (db: Db, userId: string, content: string, to: Message) => send(db, userId, content, { replyTo: to.id });
const listed = async (db: Db, viewer: string, before?: number) =>
  (await listThreads(db, viewer, groupId, before))?.threads.map(({ first, replies, unread }) => [
    first.content,
    replies,
    unread,
  ]);
const contents = async (db: Db, viewer: string, seq: number, query: { before?: number; after?: number } = {}) =>
  (await listReplies(db, viewer, { groupId, seq }, { limit: 50, ...query })).messages.map(({ content }) => content);

test("replies to a message and to its replies are one thread in their order, and what is between them is not in it", async ({ db }) => {
  const first = await send(db, "ada", "Why?");
  const one = await reply(db, "grace", "Because", first);
  await send(db, "ada", "Something else");
  const two = await reply(db, "ada", "Of what?", one);
  await reply(db, "grace", "Of cards", two);
  assert.deepEqual(await contents(db, "grace", first.seq), ["Because", "Of what?", "Of cards"]);
  assert.deepEqual(await contents(db, "grace", first.seq, { before: two.seq }), ["Because"]);
  assert.deepEqual(await contents(db, "grace", first.seq, { after: one.seq }), ["Of what?", "Of cards"]);
  const page = await listReplies(db, "ada", { groupId, seq: first.seq }, { limit: 2 });
  assert.deepEqual([page.messages.map(({ content }) => content), page.hasMore], [["Of what?", "Of cards"], true]);
  const thread = await findThread(db, "ada", { groupId, seq: two.seq });
  assert.deepEqual(thread, await findThread(db, "ada", { groupId, seq: first.seq }));
  assert.deepEqual([thread?.first.seq, thread?.replies], [first.seq, 3]);
});

test("a thread has new replies of others for members who wrote in it, until they have read it", async ({ db }) => {
  const first = await send(db, "ada", "Why?");
  const one = await reply(db, "grace", "Because", first);
  const two = await reply(db, "grace", "And so on", one);
  assert.deepEqual(await listed(db, "ada"), [["Why?", 2, 2]]);
  assert.deepEqual(await listed(db, "grace"), [["Why?", 2, 0]]);
  const read = (userId: string, upTo: number) => markThreadRead(db, userId, { groupId, seq: first.seq, upTo });
  assert.equal(await read("ada", one.seq), 1);
  assert.equal(await read("ada", 0), 1, "never back");
  await reply(db, "ada", "Of what?", first);
  assert.deepEqual(await listed(db, "ada"), [["Why?", 3, 1]]);
  assert.equal(await read("ada", 1_000), 0);
  await deleteMessage(db, "grace", { groupId, id: (await reply(db, "grace", "Of nothing", two)).id }, 2);
  const thread = await findThread(db, "ada", { groupId, seq: first.seq });
  assert.deepEqual([thread?.unread, thread?.replies, thread?.lastReadSeq], [0, 4, first.seq + 3]);
});

test("the threads that a member is in are listed by their latest reply, in pages", async ({ db }) => {
  const firsts = [];
  for (let n = 0; n <= limits.page; n++) {
    const first = await send(db, "ada", `${n}`);
    firsts.push(first);
    await reply(db, "grace", "Yes", first);
  }
  await reply(db, "grace", "Yes again", firsts[0]);
  await reply(db, "ada", "Mine alone", await send(db, "ada", "Mine"));
  const { threads, hasMore } = (await listThreads(db, "grace", groupId))!;
  assert.deepEqual([threads.length, hasMore, threads[0].first.content], [limits.page, true, "0"]);
  assert.deepEqual(await listed(db, "grace", threads.at(-1)!.latestSeq), [["1", 1, 0]]);
});

test("outsiders see no thread, and a member who has left is not named in it", async ({ db }) => {
  const first = await send(db, "ada", "Why?");
  await reply(db, "grace", "Because", first);
  const thread = { groupId, seq: first.seq };
  assert.deepEqual((await listPeopleIn(db, "ada", thread)).ids.sort(), ["ada", "grace"]);
  assert.equal(await listThreads(db, "mallory", groupId), undefined);
  assert.equal(await findThread(db, "mallory", thread), undefined);
  assert.deepEqual(await contents(db, "mallory", first.seq), []);
  assert.deepEqual(await listPeopleIn(db, "mallory", thread), { ids: [], count: 0 });
  assert.equal(await markThreadRead(db, "mallory", { ...thread, upTo: 2 }), undefined);
  await deleteMember(db, "ada", { groupId, userId: "grace" });
  assert.deepEqual(await listPeopleIn(db, "ada", thread), { ids: ["ada"], count: 1 });
  assert.deepEqual((await db.q.select().from(threadReads)).map(({ userId }) => userId), ["ada"]);
});

test("a reply to somebody whose account is deleted is stored, and that person is in no thread", async ({ db }) => {
  const first = await send(db, "grace", "Why?");
  await db.write([db.q.run("update users set deleted_at = 1 where id = 'grace'")]);
  await reply(db, "ada", "Because", first);
  assert.deepEqual(await listed(db, "ada"), [["Why?", 1, 0]]);
  assert.deepEqual((await listPeopleIn(db, "ada", { groupId, seq: first.seq })).ids, ["ada"]);
});

test("when the group is deleted nothing of its threads stays", async ({ db }) => {
  await reply(db, "grace", "Because", await send(db, "ada", "Why?"));
  await deleteGroup(db, "ada", groupId);
  while (await deletePartOfGroup(db, groupId));
  assert.deepEqual(await db.q.select().from(threadReads), []);
});
