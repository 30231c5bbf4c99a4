import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { rowSize } from "../../../db/account/storage.ts";
import type { Db } from "../../../db/engine/client.ts";
import { insertGroup } from "../../../db/groups/groups.ts";
import { groups, messages } from "../../../db/schema.ts";
import { freshDb, test } from "../../support/db.ts";
import { holdLock } from "../../support/lock.ts";
import { cast } from "../../support/people.ts";
import { loseNextAnswer } from "../../support/lost_answer.ts";
import { trySend } from "../../support/talking.ts";

async function stored(db: Db, groupId = "engine") {
  const rows = await db.q.select().from(messages).where(eq(messages.groupId, groupId)).orderBy(asc(messages.seq));
  assert.deepEqual(rows.map(({ seq, rev }) => [seq, rev]), rows.map((_, n) => [n + 1, n + 1]));
  return rows.map(({ content }) => content);
}

test("of messages in one commit an outsider's and repeated ones are not stored, and leave no gaps between the others", async ({ db }) => {
  await trySend(db, "grace", "Before", { clientId: "c", at: 1_000 });
  const sent = await Promise.all([
    trySend(db, "ada", "One"),
    trySend(db, "mallory", "Let me in"),
    trySend(db, "grace", "Before", { at: 1_500 }),
    trySend(db, "grace", "Before, once more", { clientId: "c" }),
    trySend(db, "ada", "One"),
    trySend(db, "grace", "Two", { clientId: "d" }),
    trySend(db, "grace", "Two, once more", { clientId: "d" }),
    trySend(db, "ada", "Three"),
  ]);
  assert.deepEqual(sent.map((message) => message?.seq), [2, undefined, 1, 1, 2, 3, 3, 4]);
  assert.deepEqual(await stored(db), ["Before", "One", "Two", "Three"]);
});

test("messages in one commit keep the order in which they were sent, whether they name somebody or not", async ({ db }) => {
  const texts = ["One", "@grace", "Two", '"Three" \\ 3', "Four\nlines", "@ada", "Five \u{1f600}"];
  const sent = await Promise.all(texts.map((text) => trySend(db, "ada", text)));
  assert.deepEqual(sent.map((message) => message?.seq), texts.map((_, n) => n + 1));
  assert.deepEqual(await stored(db), texts);
});

test("of three hundred messages in one commit each has its number", async ({ db }) => {
  const before = db.commits();
  const texts = Array.from({ length: 300 }, (_, n) => `${n}`);
  const sent = await Promise.all(texts.map((text) => trySend(db, Number(text) % 2 ? "ada" : "grace", text)));
  assert.deepEqual(sent.map((message) => message?.seq), texts.map((_, n) => n + 1));
  assert.deepEqual(sent.map((message) => message?.username), texts.map((text) => Number(text) % 2 ? "ada" : "grace"));
  assert.deepEqual(await stored(db), texts);
  assert.equal(db.commits() - before, 1);
});

test("a message that fails does so alone: those of its commit are stored", async ({ db }) => {
  await trySend(db, "ada", "First", { id: "taken" });
  const sent = await Promise.allSettled([
    trySend(db, "ada", "One"),
    trySend(db, "ada", "Two", { id: "taken" }),
    trySend(db, "grace", "Three"),
  ]);
  assert.deepEqual(sent.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(await stored(db), ["First", "One", "Three"]);
});

test("messages in one commit are stored up to the room that their author has, for which one that is refused does not count", async ({ db }) => {
  const quota = 2 * (rowSize.text + 1);
  await trySend(db, "ada", "1", { quota });
  const repeated = trySend(db, "ada", "1", { quota, at: 1_001 });
  const sent = await Promise.all([repeated, ...["2", "3"].map((text) => trySend(db, "ada", text, { quota }))]);
  assert.deepEqual(sent.map((message) => message?.seq), [1, 2, undefined]);
  assert.equal((await trySend(db, "grace", "4", { quota }))?.seq, 3);
  assert.deepEqual(await stored(db), ["1", "2", "4"]);
});

test("messages whose commit is not answered are not sent again, and are found where their authors send them again", async ({ db }) => {
  const send = () => ["One", "Two"].map((text) => trySend(db, "ada", text, { clientId: text }));
  loseNextAnswer(db);
  const lost = await Promise.allSettled(send());
  assert.deepEqual(lost.map(({ status }) => status), ["rejected", "rejected"]);
  assert.deepEqual((await Promise.all(send())).map((message) => message?.seq), [1, 2]);
  assert.deepEqual(await stored(db), ["One", "Two"]);
});

Deno.test("messages are stored again after another process has held the database for too long", async () => {
  await using fresh = await freshDb({ lockTimeout: 50 });
  const { db } = fresh;
  await cast(db);
  const holder = await holdLock(fresh.file);
  const first = trySend(db, "ada", "One");
  // The commit of the first has begun, and waits for the lock.
  await new Promise((resolve) => setTimeout(resolve));
  const refused = await Promise.allSettled([first, trySend(db, "grace", "Two")]);
  assert.deepEqual(refused.map(({ status }) => status), ["rejected", "rejected"]);
  await holder.letGo();
  assert.equal((await trySend(db, "ada", "Three"))?.seq, 1);
});

test("only groups in which something is stored become active", async ({ db }) => {
  for (const id of ["other", "quiet"]) await insertGroup(db, "ada", { id, groupName: id, description: null }, 1);
  await Promise.all([
    trySend(db, "ada", "Hello", { at: 5_000 }),
    trySend(db, "grace", "Hello", { groupId: "quiet", at: 5_000 }),
    trySend(db, "ada", "Hello", { groupId: "other", at: 5_000 }),
  ]);
  const rows = await db.q.select({ id: groups.id, activeAt: groups.activeAt }).from(groups).orderBy(groups.id);
  assert.deepEqual(rows.map(({ id, activeAt }) => [id, activeAt]), [["engine", 5000], ["other", 5000], ["quiet", 1]]);
});
