import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { eq, sql } from "drizzle-orm";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { type Db, openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { messages } from "../../db/schema.ts";
import { deleteAccount } from "../../server/actions/account/deletion.ts";
import { backUp } from "../../server/operations/backup.ts";
import { assertAlive } from "../support/alive.ts";
import { startApp } from "../support/app.ts";
import { migrateUpTo, storeFormerGroup, storeFormerMessage } from "../support/former_tables.ts";
import { folder } from "../support/operate.ts";
import { cast } from "../support/people.ts";
import { startSqld } from "../support/servers/sqld.ts";
import { addTraces, findIn, traces } from "../support/traces.ts";

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
  const each = Array.from({ length: 10 }, (_, n) => n);
  const stored = await Promise.all(test.dbs.map(async (db, instance) => {
    const seqs: number[] = [];
    // Three at a time, each after those before, as one sender's are.
    for (const n of each) {
      const sent = await Promise.all([1, 2, 3].map((nth) => say(db, `${instance} says ${n}, ${nth}`)));
      seqs.push(...sent.map((message) => message!.seq));
    }
    return seqs;
  }));
  for (const seqs of stored) assert.deepEqual(seqs, seqs.toSorted((a, b) => a - b));
  const rows = await test.dbs[0].q.select({ seq: messages.seq, content: messages.content }).from(messages)
    .where(eq(messages.groupId, "engine")).orderBy(messages.seq);
  assert.deepEqual(rows.map(({ seq }) => seq), rows.map((_, n) => n + 1));
  assert.equal(new Set(rows.map(({ content }) => content)).size, 8 * 3 * each.length);
});

Deno.test("A message that is sent again through another instance is stored once; one that another program's transaction keeps out, or the server's absence, is stored afterwards", async () => {
  await using test = await openInstances(4);
  const [first, second] = test.dbs;
  const answers = await Promise.all(test.dbs.flatMap((db) => [say(db, "Hello"), say(db, "Hello")]));
  assert.deepEqual(answers.map((message) => message!.seq), answers.map(() => 1));

  const other = createClient({ url: test.sqld.url });
  const transaction = await other.transaction("write");
  await transaction.execute("update groups set description = 'changed'");
  const saying = Promise.all([say(first, "Two"), say(second, "Three")]);
  // Reads do not wait.
  assert.equal((await first.q.select().from(messages)).length, 1);
  await transaction.commit();
  assert.deepEqual((await saying).map((message) => message!.seq).sort(), [2, 3]);
  other.close();

  await test.sqld.end("SIGKILL");
  await assert.rejects(say(second, "Meanwhile"));
  await test.sqld.start();
  assert.deepEqual([(await say(second, "After"))!.seq, (await say(first, "After that"))!.seq], [4, 5]);
});

Deno.test("On a libSQL server too, messages of the version before are changed and found as new ones are", async () => {
  await using sqld = await startSqld();
  const db = await openDb({ url: sqld.url });
  await migrateUpTo(db, "0007_instances");
  await storeFormerGroup(db);
  await migrate(db);
  await assertAlive(db, { storeByFormerVersion: (seq) => storeFormerMessage(db, seq) });
  await db.close();
});

Deno.test("On a libSQL server too, nothing of a deleted account is in a byte of a backup", async () => {
  await using sqld = await startSqld();
  await using home = await folder();
  await using app = await startApp({ env: { DATABASE_URL: sqld.url } });
  const ada = await app.person("Ada");
  await addTraces(app.deps.db, ada.id);
  const backup = async (name: string) => {
    const file = `${home.path}/${name}.db`;
    await backUp(`file:${sqld.folder}/data/dbs/default/data`, file);
    return await findIn(file, traces);
  };
  assert.deepEqual(await backup("before"), traces);
  await deleteAccount(app.deps, ada.id);
  await app.deps.db.write([app.deps.db.q.run(sql`delete from mails`)]);
  await app.deps.purge.sweep();
  assert.deepEqual(await backup("after"), []);
});
