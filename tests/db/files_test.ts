import assert from "node:assert/strict";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { listMessages } from "../../db/chat/messages.ts";
import type { Db } from "../../db/engine/client.ts";
import { deletePartOfGroup } from "../../db/groups/deletion.ts";
import {
  abandonFile,
  appendChunk,
  claimMore,
  claimSpace,
  deletePartOfUnused,
  findFile,
  finishFile,
  removeUnsentFile,
  storageUsed,
} from "../../db/chat/files.ts";
import { deleteGroup } from "../../db/groups/groups.ts";
import { deleteMember } from "../../db/groups/members.ts";
import { deleteMessage } from "../../db/chat/message_changes.ts";
import { cast } from "../support/people.ts";
import { freshDb } from "../support/db.ts";

const { unusedFor, unfinishedFor } = chatLimits.file;
const now = 10 * unusedFor;
const groupId = "engine";

/** A file of Ada's, of so many chunks. */
async function file(db: Db, id: string, { chunks = 1, at = now, userId = "ada" } = {}) {
  const bytes = new Uint8Array(10);
  assert.ok(await claimSpace(db, { id, groupId, userId, bytes: 10 * chunks }, { quota: 1000, now: at }));
  for (let number = 0; number < chunks; number++) {
    assert.ok(await appendChunk(db, { fileId: id, variant: "original", number, bytes }));
  }
  const stored = { id, name: `${id}.txt`, type: "text/plain", size: 10 * chunks, width: null, height: null };
  assert.ok(await finishFile(db, stored, { storedSize: 10 * chunks, hash: "" }));
}

const message = (id: string, files: string[], more = {}) => (
  { id, groupId, userId: "ada", content: "", clientId: null, files, ...more }
);

const chunksIn = async (db: Db) =>
  (await db.q.all<{ count: number }>("select count(*) as count from file_chunks"))[0].count;
const filesIn = async (db: Db) => (await db.q.all<{ count: number }>("select count(*) as count from files"))[0].count;

async function sweep(db: Db, at = now): Promise<number> {
  let parts = 0;
  while (await deletePartOfUnused(db, at)) parts++;
  return parts;
}

Deno.test("a file is sent with one message only, by its uploader, in its group, once it is whole", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await file(db, "one");
  assert.equal(await insertMessage(db, message("m0", ["one"], { userId: "grace" }), now), undefined);
  const sent = await insertMessage(db, message("m1", ["one"]), now);
  assert.deepEqual(sent?.message.files.map(({ name, url }) => [name, url]), [["one.txt", "/files/one/one.txt"]]);
  assert.equal(await insertMessage(db, message("m2", ["one"]), now), undefined);
  assert.equal(await insertMessage(db, message("m3", ["nothing"]), now), undefined);
  await claimSpace(db, { id: "half", groupId, userId: "ada", bytes: 10 }, { quota: 1000, now });
  assert.equal(await insertMessage(db, message("m4", ["half"]), now), undefined);
  const { messages } = (await listMessages(db, "grace", groupId, { limit: 10 }))!;
  assert.deepEqual(messages.map(({ id, files }) => [id, files.length]), [["m1", 1]]);
});

Deno.test("the files of a message are in the order of their upload", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  for (const id of ["a", "b", "c"]) await file(db, id);
  const sent = await insertMessage(db, message("m1", ["c", "a", "b"]), now);
  assert.deepEqual(sent?.message.files.map(({ id }) => id), ["a", "b", "c"]);
});

Deno.test("members read what was sent, the uploader what was not, and nobody what is not whole or was deleted", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await file(db, "one");
  const readers = async () => {
    const found = await Promise.all(["ada", "grace", "mallory"].map((id) => findFile(db, id, "one")));
    return found.map((file) => file?.size);
  };
  assert.deepEqual(await readers(), [10, undefined, undefined]);
  await insertMessage(db, message("m1", ["one"]), now);
  assert.deepEqual(await readers(), [10, 10, undefined]);
  await deleteMessage(db, "ada", { groupId, id: "m1" }, now);
  assert.deepEqual(await readers(), [undefined, undefined, undefined]);
  await claimSpace(db, { id: "half", groupId, userId: "ada", bytes: 10 }, { quota: 1000, now });
  assert.equal(await findFile(db, "ada", "half"), undefined);
});

Deno.test("space is claimed up to the quota, is free again when a file is removed, and is no outsider's", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  const claim = (id: string, bytes: number, userId = "ada") =>
    claimSpace(db, { id, groupId, userId, bytes }, { quota: 100, now });
  assert.equal(await claim("a", 101), false);
  assert.equal(await claim("b", 60), true);
  assert.equal(await claim("c", 41), false);
  assert.equal(await claim("d", 40), true);
  assert.equal(await claim("e", 1), false);
  assert.equal(await claim("f", 0, "mallory"), false);
  assert.equal(await storageUsed(db, groupId), 100);
  assert.equal(await abandonFile(db, "b"), true);
  assert.equal(await removeUnsentFile(db, "grace", "d"), false);
  assert.equal(await removeUnsentFile(db, "ada", "d"), true);
  assert.equal(await storageUsed(db, groupId), 0);
});

Deno.test("space for more of a file is claimed up to the quota, while the file is there", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  const claim = (id: string, most: number) =>
    claimSpace(db, { id, groupId, userId: "ada", bytes: 10, most }, { quota: 100, now });
  const more = (id: string, bytes: number) => claimMore(db, { id, groupId, bytes }, { quota: 100 });
  assert.equal(await claim("a", 101), false);
  assert.equal(await claim("a", 100), true);
  assert.equal(await claim("b", 90), true);
  assert.equal(await storageUsed(db, groupId), 20);
  assert.deepEqual(await Promise.all([more("a", 50), more("b", 50)]), [true, false]);
  assert.equal(await more("b", 30), true);
  assert.equal(await storageUsed(db, groupId), 100);
  await abandonFile(db, "a");
  assert.equal(await more("a", 1), false);
  assert.equal(await storageUsed(db, groupId), 40);
});

Deno.test("an upload ends where its file is gone, or its uploader no member any more", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  const stored = { name: "a.txt", type: "text/plain", size: 1, width: null, height: null };
  const half = (id: string) => claimSpace(db, { id, groupId, userId: "grace", bytes: 1 }, { quota: 100, now });
  await half("a");
  await abandonFile(db, "a");
  const chunk = { variant: "original", number: 0, bytes: new Uint8Array(1) } as const;
  assert.equal(await appendChunk(db, { ...chunk, fileId: "a" }), false);
  assert.equal(await finishFile(db, { ...stored, id: "a" }, { storedSize: 1, hash: "" }), false);
  await half("b");
  await db.write([db.q.run("delete from members where user_id = 'grace'")]);
  assert.equal(await finishFile(db, { ...stored, id: "b" }, { storedSize: 1, hash: "" }), false);
});

Deno.test("what was not sent within a day, and an upload that broke off, is deleted in small parts", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await file(db, "old", { chunks: 20, at: now - unusedFor });
  await file(db, "new", { chunks: 2, at: now - unusedFor + 1 });
  await file(db, "sent", { chunks: 2, at: now - 2 * unusedFor });
  await insertMessage(db, message("m1", ["sent"]), now);
  for (const [id, at] of [["broken", now - unfinishedFor], ["running", now - unfinishedFor + 1]] as const) {
    await claimSpace(db, { id, groupId, userId: "ada", bytes: 10 }, { quota: 1000, now: at });
  }
  assert.ok(await sweep(db) >= 4, "parts");
  const left = await db.q.all<{ id: string }>("select id from files order by id");
  assert.deepEqual(left.map(({ id }) => id), ["new", "running", "sent"]);
  assert.equal(await chunksIn(db), 4);
});

Deno.test("a deleted message's files are deleted next, and another message's stay", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  for (const id of ["one", "two"]) await file(db, id, { chunks: 10 });
  await insertMessage(db, message("m1", ["one"]), now);
  await insertMessage(db, message("m2", ["two"]), now);
  await deleteMessage(db, "ada", { groupId, id: "m1" }, now);
  assert.equal(await storageUsed(db, groupId), 100);
  await sweep(db);
  assert.deepEqual([await filesIn(db), await chunksIn(db)], [1, 10]);
});

Deno.test("what a member had not sent takes no room after they leave, is deleted next, and what they sent stays", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  for (const id of ["sent", "unsent"]) await file(db, id, { userId: "grace" });
  await file(db, "other");
  await claimSpace(db, { id: "half", groupId, userId: "grace", bytes: 10 }, { quota: 1000, now });
  await insertMessage(db, message("m1", ["sent"], { userId: "grace" }), now);
  await deleteMember(db, "ada", { groupId, userId: "grace" });
  assert.equal(await storageUsed(db, groupId), 20);
  await sweep(db);
  const left = await db.q.all<{ id: string }>("select id from files order by id");
  assert.deepEqual(left.map(({ id }) => id), ["other", "sent"]);
});

Deno.test("a deleted group's files are deleted before its messages, eight chunks at a time", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await file(db, "sent", { chunks: 20 });
  await file(db, "unsent", { chunks: 3 });
  await insertMessage(db, message("m1", ["sent"]), now);
  await deleteGroup(db, "ada", groupId);
  const steps = [];
  while (await deletePartOfGroup(db, groupId)) steps.push(await chunksIn(db));
  assert.deepEqual(steps.slice(0, 3), [15, 7, 0]);
  assert.deepEqual([await filesIn(db), await chunksIn(db)], [0, 0]);
});
