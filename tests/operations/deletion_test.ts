import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { deleteGroup } from "../../db/groups/groups.ts";
import { deleteAccount } from "../../server/actions/account/deletion.ts";
import { openLog } from "../../server/log.ts";
import { backUp } from "../../server/operations/backup.ts";
import { openPurge } from "../../server/operations/purge.ts";
import { startApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { lineOutput } from "../support/log.ts";
import { folder, query, until, valueOf } from "../support/operate.ts";
import { cast } from "../support/people.ts";
import { castOnFile, startProcess } from "../support/process.ts";
import { addTraces, findIn, traces } from "../support/traces.ts";

Deno.test("A large group is deleted at once and its contents in parts, between other requests and after a crash", async () => {
  await using cast = await castOnFile();
  const { file, tokens } = cast;
  await query(
    file,
    `insert into messages (id, group_id, seq, user_id, content, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
      select printf('%08d', n), 'engine', n, 'ada', 'What of chapter nine?', n from numbers`,
  );
  await using service = await startProcess(file);
  const status = async (method: string, token: string) => (await service.call(method, "/groups/engine", token)).status;
  const countMessages = () => valueOf(file, "select count(*) from messages");
  assert.equal(await status("DELETE", tokens.ada), 200);
  assert.deepEqual([await status("GET", tokens.ada), await status("GET", tokens.grace)], [404, 404]);
  const left = new Set<number>();
  await until(async () => {
    assert.equal(await service.statusOf("/healthz"), 200);
    return left.add(await countMessages()).size === 3;
  });
  await service.end("SIGKILL");
  assert.ok(await countMessages() > 0);
  await service.start();
  assert.equal(await status("GET", tokens.ada), 404);
  await until(async () => {
    assert.equal(await service.statusOf("/healthz"), 200);
    return await valueOf(file, "select count(*) from groups") === 0;
  });
  assert.equal(await countMessages(), 0);
});

Deno.test("Contents of deleted groups that could not be deleted are deleted later", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await deleteGroup(db, "ada", "engine");
  const lines: string[] = [];
  const log = openLog("warn", lineOutput((line) => lines.push(line)));
  await db.write([db.q.run(sql`alter table groups rename to elsewhere`)]);
  const purge = openPurge({ db, log, retryAfter: 20 });
  purge.sweep();
  await until(() => lines.length >= 2);
  await db.write([db.q.run(sql`alter table elsewhere rename to groups`)]);
  await until(async () => (await db.q.all(sql`select 1 from groups`)).length === 0);
  assert.match(lines[0], /could not be deleted yet/);
  await purge.close();
});

Deno.test("What somebody was called, wrote for themselves or in groups of their own is in no byte of the database, its log or a backup once their account is deleted", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Ada");
  await app.person("Grace");
  await addTraces(app.deps.db, ada.id);
  assert.deepEqual(await findIn(file, traces), traces);
  await deleteAccount(app.deps, ada.id);
  // Mail is stored where it cannot be sent, this one too.
  await app.deps.db.write([app.deps.db.q.run(sql`delete from mails`)]);
  await app.deps.purge.sweep();
  assert.deepEqual(await findIn(file, traces), []);
  assert.equal(await valueOf(file, "select username from users where username not like 'deleted-%'"), "grace");
  await backUp(app.deps.config.databaseUrl, `${home.path}/copy.db`);
  assert.deepEqual(await findIn(`${home.path}/copy.db`, traces), []);
});

Deno.test("A message that was changed or deleted leaves no word in the index and the log after a day's cleaning", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Ada");
  const messages = `/groups/${(await app.group(ada)).id}/messages`;
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
  /** Starts and stops it. @returns how often it has logged what it overwrites */
  const start = async () => {
    await using app = await startApp({ folder: home.path });
    await app.person("Ada");
    return app.log.filter((line) => line.includes("without what was deleted")).length;
  };
  await start();
  const statements = ["update users set bio = 'Zymurgical'", "update users set bio = null", "pragma user_version = 0"];
  await query(file, ...statements);
  assert.deepEqual(await findIn(file, ["Zymurgical"]), ["Zymurgical"]);
  assert.equal(await start(), 2);
  assert.deepEqual(await findIn(file, ["Zymurgical"]), []);
  assert.equal(await start(), 0);
});
