import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { eq } from "drizzle-orm";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { type Db, openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { messages } from "../../db/schema.ts";
import { cast } from "../support/people.ts";
import { startSqld } from "../support/sqld.ts";

/** The databases of several instances on one libSQL server, in which Ada's group is. */
async function openInstances(count: number) {
  await using starting = new AsyncDisposableStack();
  const sqld = starting.use(await startSqld());
  const dbs: Db[] = [];
  for (let n = 0; n < count; n++) {
    const db = await openDb({ url: sqld.url });
    starting.defer(() => db.close());
    dbs.push(db);
  }
  await migrate(dbs[0]);
  await cast(dbs[0]);
  const stack = starting.move();
  return { dbs, sqld, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Ada's message to her group. */
async function say(db: Db, content: string) {
  const row = { id: crypto.randomUUID(), groupId: "engine", userId: "ada", content, clientId: content };
  return (await insertMessage(db, row, 0))?.message;
}

Deno.test("Messages that eight instances store in one group at once are each stored once, numbered without gaps", async () => {
  await using test = await openInstances(8);
  const each = Array.from({ length: 60 }, (_, n) => n);
  const stored = await Promise.all(test.dbs.map(async (db, instance) => {
    const seqs: number[] = [];
    // Each after the one before, as one sender's are.
    for (const n of each) seqs.push((await say(db, `${instance} says ${n}`))!.seq);
    return seqs;
  }));
  for (const seqs of stored) assert.deepEqual(seqs, seqs.toSorted((a, b) => a - b));
  const rows = await test.dbs[0].q.select({ seq: messages.seq, content: messages.content }).from(messages)
    .where(eq(messages.groupId, "engine")).orderBy(messages.seq);
  assert.deepEqual(rows.map(({ seq }) => seq), rows.map((_, n) => n + 1));
  assert.equal(new Set(rows.map(({ content }) => content)).size, 8 * each.length);
});

Deno.test("A message that a client sends again through another instance is stored once", async () => {
  await using test = await openInstances(4);
  const answers = await Promise.all(test.dbs.flatMap((db) => [say(db, "Hello"), say(db, "Hello")]));
  assert.deepEqual(answers.map((message) => message!.seq), answers.map(() => 1));
});

Deno.test("A write that another program's open transaction keeps out is stored once that has ended", async () => {
  await using test = await openInstances(2);
  const [first, second] = test.dbs;
  const other = createClient({ url: test.sqld.url });
  const transaction = await other.transaction("write");
  await transaction.execute("update groups set description = 'changed'");
  const saying = Promise.all([say(first, "Hello"), say(second, "Hello again")]);
  // Reads do not wait.
  assert.deepEqual(await first.q.select().from(messages), []);
  await transaction.commit();
  assert.deepEqual((await saying).map((message) => message!.seq).sort(), [1, 2]);
  other.close();
});

Deno.test("Writes fail while the libSQL server is away, and are stored once it is back with all that was stored before", async () => {
  await using test = await openInstances(2);
  const [first, second] = test.dbs;
  await say(first, "Before");
  await test.sqld.end("SIGKILL");
  await assert.rejects(say(second, "Meanwhile"));
  await test.sqld.start();
  assert.equal((await say(second, "After"))!.seq, 2);
  assert.equal((await say(first, "After that"))!.seq, 3);
});
