import assert from "node:assert/strict";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { listMessages } from "../../../db/chat/messages.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deletePartOfGroup } from "../../../db/groups/deletion.ts";
import * as files from "../../../db/chat/files.ts";
import { deleteGroup, insertGroup } from "../../../db/groups/groups.ts";
import { deleteMember } from "../../../db/groups/members.ts";
import { deleteMessage } from "../../../db/chat/message_changes.ts";
import { test } from "../../support/db.ts";

const { unusedFor, unfinishedFor } = chatLimits.file;
const now = 10 * unusedFor;
const groupId = "engine";

/** A file of Ada's, of so many chunks. */
async function file(db: Db, id: string, { chunks = 1, at = now, userId = "ada", groupId = "engine" } = {}) {
  const bytes = new Uint8Array(10);
  assert.ok(await files.claimSpace(db, { id, groupId, userId, bytes: 10 * chunks }, { quota: 1000, now: at }));
  for (let number = 0; number < chunks; number++) {
    assert.ok(await files.appendChunk(db, { fileId: id, variant: "original", number, bytes }));
  }
  const stored = { id, name: `${id}.txt`, type: "text/plain", size: 10 * chunks, width: null, height: null };
  assert.ok(await files.finishFile(db, stored, { storedSize: 10 * chunks, hash: "" }));
}

const message = (id: string, files: string[], more = {}) => (
  { id, groupId, userId: "ada", content: "", clientId: null, files, ...more }
);

const chunksIn = async (db: Db) =>
  (await db.q.all<{ count: number }>("select count(*) as count from file_chunks"))[0].count;
const filesIn = async (db: Db) => (await db.q.all<{ count: number }>("select count(*) as count from files"))[0].count;

async function sweep(db: Db, at = now): Promise<number> {
  let parts = 0;
  while (await files.deletePartOfUnused(db, at)) parts++;
  return parts;
}

test("files are sent with one message only, in the order of their upload, by their uploader, in their group, once they are whole", async ({ db }) => {
  await file(db, "one");
  assert.equal(await insertMessage(db, message("m0", ["one"], { userId: "grace" }), now), undefined);
  const sent = await insertMessage(db, message("m1", ["one"]), now);
  assert.deepEqual(sent?.message.files.map(({ name, url }) => [name, url]), [["one.txt", "/files/one/one.txt"]]);
  assert.equal(await insertMessage(db, message("m2", ["one"]), now), undefined);
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  await file(db, "elsewhere", { groupId: "other" });
  await file(db, "mine");
  for (const files of [["nothing"], ["elsewhere"], ["mine", "nothing"]]) {
    assert.equal(await insertMessage(db, message("m3", files), now), undefined, `${files}`);
  }
  await files.claimSpace(db, { id: "half", groupId, userId: "ada", bytes: 10 }, { quota: 1000, now });
  assert.equal(await insertMessage(db, message("m4", ["half"]), now), undefined);
  const { messages } = (await listMessages(db, "grace", groupId, { limit: 10 }))!;
  assert.deepEqual(messages.map(({ id, files }) => [id, files.length]), [["m1", 1]]);
  for (const id of ["a", "b", "c"]) await file(db, id);
  const three = await insertMessage(db, message("m5", ["c", "a", "b"]), now);
  assert.deepEqual(three?.message.files.map(({ id }) => id), ["a", "b", "c"]);
  await deleteMessage(db, "ada", { groupId, id: "m1" }, now);
  assert.equal(await insertMessage(db, message("m6", ["one"]), now), undefined);
});

test("members read what was sent, the uploader what was not, and nobody what is not whole or was deleted", async ({ db }) => {
  await file(db, "one");
  const readers = async () => {
    const found = await Promise.all(["ada", "grace", "mallory"].map((id) => files.findFile(db, id, "one")));
    return found.map((file) => file?.size);
  };
  assert.deepEqual(await readers(), [10, undefined, undefined]);
  await insertMessage(db, message("m1", ["one"]), now);
  assert.deepEqual(await readers(), [10, 10, undefined]);
  await deleteMessage(db, "ada", { groupId, id: "m1" }, now);
  assert.deepEqual(await readers(), [undefined, undefined, undefined]);
  await files.claimSpace(db, { id: "half", groupId, userId: "ada", bytes: 10 }, { quota: 1000, now });
  assert.equal(await files.findFile(db, "ada", "half"), undefined);
});

test("space is claimed up to the quota, is free again when a file is removed, and is no outsider's", async ({ db }) => {
  const claim = (id: string, bytes: number, userId = "ada") =>
    files.claimSpace(db, { id, groupId, userId, bytes }, { quota: 100, now });
  assert.equal(await claim("a", 101), false);
  assert.equal(await claim("b", 60), true);
  assert.equal(await claim("c", 41), false);
  assert.equal(await claim("d", 40), true);
  assert.equal(await claim("e", 1), false);
  assert.equal(await claim("f", 0, "mallory"), false);
  assert.equal(await files.storageUsed(db, groupId), 100);
  assert.equal(await files.abandonFile(db, "b"), true);
  assert.equal(await files.removeUnsentFile(db, "grace", "d"), false);
  assert.equal(await files.removeUnsentFile(db, "ada", "d"), true);
  assert.equal(await files.storageUsed(db, groupId), 0);
});

test("space for more of a file is claimed up to the quota, while the file is there", async ({ db }) => {
  const claim = (id: string, most: number) =>
    files.claimSpace(db, { id, groupId, userId: "ada", bytes: 10, most }, { quota: 100, now });
  const more = (id: string, bytes: number) => files.claimMore(db, { id, groupId, bytes }, { quota: 100 });
  assert.equal(await claim("a", 101), false);
  assert.equal(await claim("a", 100), true);
  assert.equal(await claim("b", 90), true);
  assert.equal(await files.storageUsed(db, groupId), 20);
  assert.deepEqual(await Promise.all([more("a", 50), more("b", 50)]), [true, false]);
  assert.equal(await more("b", 30), true);
  assert.equal(await files.storageUsed(db, groupId), 100);
  await files.abandonFile(db, "a");
  assert.equal(await more("a", 1), false);
  assert.equal(await files.storageUsed(db, groupId), 40);
});

test("an upload ends where its file is gone, or its uploader no member any more", async ({ db }) => {
  const stored = { name: "a.txt", type: "text/plain", size: 1, width: null, height: null };
  const half = (id: string) => files.claimSpace(db, { id, groupId, userId: "grace", bytes: 1 }, { quota: 100, now });
  await half("a");
  await files.abandonFile(db, "a");
  const chunk = { variant: "original", number: 0, bytes: new Uint8Array(1) } as const;
  assert.equal(await files.appendChunk(db, { ...chunk, fileId: "a" }), false);
  assert.equal(await files.finishFile(db, { ...stored, id: "a" }, { storedSize: 1, hash: "" }), false);
  await half("b");
  await db.write([db.q.run("delete from members where user_id = 'grace'")]);
  assert.equal(await files.finishFile(db, { ...stored, id: "b" }, { storedSize: 1, hash: "" }), false);
});

test("what was not sent within a day, and an upload that broke off, is deleted in small parts", async ({ db }) => {
  await file(db, "old", { chunks: 20, at: now - unusedFor });
  await file(db, "new", { chunks: 2, at: now - unusedFor + 1 });
  await file(db, "sent", { chunks: 2, at: now - 2 * unusedFor });
  await insertMessage(db, message("m1", ["sent"]), now);
  for (const [id, at] of [["broken", now - unfinishedFor], ["running", now - unfinishedFor + 1]] as const) {
    await files.claimSpace(db, { id, groupId, userId: "ada", bytes: 10 }, { quota: 1000, now: at });
  }
  assert.ok(await sweep(db) >= 4, "parts");
  const left = await db.q.all<{ id: string }>("select id from files order by id");
  assert.deepEqual(left.map(({ id }) => id), ["new", "running", "sent"]);
  assert.equal(await chunksIn(db), 4);
});

test("a deleted message's files are deleted next, and another message's stay", async ({ db }) => {
  for (const id of ["one", "two"]) await file(db, id, { chunks: 10 });
  await insertMessage(db, message("m1", ["one"]), now);
  await insertMessage(db, message("m2", ["two"]), now);
  await deleteMessage(db, "ada", { groupId, id: "m1" }, now);
  assert.equal(await files.storageUsed(db, groupId), 100);
  await sweep(db);
  assert.deepEqual([await filesIn(db), await chunksIn(db)], [1, 10]);
});

test("what a member had not sent takes no room after they leave, is deleted next, and what they sent stays", async ({ db }) => {
  for (const id of ["sent", "unsent"]) await file(db, id, { userId: "grace" });
  await file(db, "other");
  await files.claimSpace(db, { id: "half", groupId, userId: "grace", bytes: 10 }, { quota: 1000, now });
  await insertMessage(db, message("m1", ["sent"], { userId: "grace" }), now);
  await deleteMember(db, "ada", { groupId, userId: "grace" });
  assert.equal(await files.storageUsed(db, groupId), 20);
  await sweep(db);
  const left = await db.q.all<{ id: string }>("select id from files order by id");
  assert.deepEqual(left.map(({ id }) => id), ["other", "sent"]);
});

test("a deleted group's files are deleted before its messages, eight chunks at a time", async ({ db }) => {
  await file(db, "sent", { chunks: 20 });
  await file(db, "unsent", { chunks: 3 });
  await insertMessage(db, message("m1", ["sent"]), now);
  await deleteGroup(db, "ada", groupId);
  const steps = [];
  while (await deletePartOfGroup(db, groupId)) steps.push(await chunksIn(db));
  assert.deepEqual(steps.slice(0, 3), [15, 7, 0]);
  assert.deepEqual([await filesIn(db), await chunksIn(db)], [0, 0]);
});
