import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { deleteAccount } from "../../server/actions/account/deletion.ts";
import { backUp } from "../../server/operations/backup.ts";
import { startApp } from "../support/app.ts";
import { folder } from "../support/operate.ts";
import { addTraces, findIn, traces } from "../support/traces.ts";

Deno.test("What somebody was called, wrote for themselves or in groups of their own is in no byte of the database, its log or a backup once their account is deleted", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using app = await startApp({ folder: home.path });
  const wilhelmina = await app.person("Ada");
  await app.person("Grace");
  await addTraces(app.deps.db, wilhelmina.id);
  assert.deepEqual(await findIn(file, traces), traces);
  await deleteAccount(app.deps, wilhelmina.id);
  // Mail is stored where it cannot be sent, this one too.
  await app.deps.db.write([app.deps.db.q.run(sql`delete from mails`)]);
  await app.deps.purge.sweep();
  assert.deepEqual(await findIn(file, traces), []);
  assert.equal(await app.deps.db.q.get(sql`select 1 from users where username = 'grace'`) !== undefined, true);
  await backUp(app.deps.config.databaseUrl, `${home.path}/copy.db`);
  assert.deepEqual(await findIn(`${home.path}/copy.db`, traces), []);
});

Deno.test("A message that was changed or deleted leaves no word in the index and the log after a day's cleaning", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const messages = `/groups/${group.id}/messages`;
  const { body: { message } } = await app.call("POST", messages, ada, { content: "Quixotically speaking" });
  await app.deps.messageIndex.flush();
  assert.equal((await app.call("PUT", `${messages}/${message.id}`, ada, { content: "Speaking" })).status, 200);
  assert.deepEqual(await findIn(file, ["uixotically"]), ["uixotically"]);
  app.deps.purge.removeTraces();
  await app.deps.purge.sweep();
  assert.deepEqual(await findIn(file, ["uixotically"]), []);
});

Deno.test("What was deleted by an earlier version is overwritten once, when the service starts", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  {
    await using app = await startApp({ folder: home.path });
    await app.person("Ada");
  }
  const client = createClient({ url: `file:${file}` });
  await client.execute("update users set bio = 'Zymurgical'");
  await client.execute("update users set bio = null");
  await client.execute("pragma user_version = 0");
  client.close();
  assert.deepEqual(await findIn(file, ["Zymurgical"]), ["Zymurgical"]);
  const cleaned = (log: string[]) => log.filter((line) => line.includes("without what was deleted")).length;
  {
    await using app = await startApp({ folder: home.path });
    assert.deepEqual(await findIn(file, ["Zymurgical"]), []);
    assert.equal(cleaned(app.log), 2);
  }
  await using app = await startApp({ folder: home.path });
  assert.equal(cleaned(app.log), 0);
});
