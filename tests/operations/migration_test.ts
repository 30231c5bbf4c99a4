import assert from "node:assert/strict";
import { openDb } from "../../db/engine/client.ts";
import { knownMigrations } from "../../db/engine/migrate.ts";
import { version } from "../../server/version.ts";
import { migrateUpTo } from "../support/former_tables.ts";
import { folder, query, until, valueOf } from "../support/operate.ts";
import { reservePort } from "../support/ports.ts";
import { TestProcess } from "../support/process.ts";

/** Enough rows for the migrations to take a while. */
const people = 30_000;

const applied = (file: string) => valueOf(file, "select count(*) from __drizzle_migrations");

Deno.test("Killed or stopped while it migrates an old database, the service has changed nothing; when it starts again it answers that it is being updated, and completes the migration", async () => {
  await using home = await folder();
  const file = `${home.path}/old.db`;
  const db = await openDb({ url: `file:${file}` });
  await migrateUpTo(db, "0000_initial");
  await db.close();
  await query(
    file,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${people})
    insert into users (id, username, email, password_hash, full_name, created_at)
    select 'u' || i, 'reader' || i, 'reader' || i || '@example.org', '', 'Reader the ' || i || 'th of them', i from n`,
  );
  const port = reservePort();
  await using service = new TestProcess({ DATABASE_URL: `file:${file}`, PORT: `${port}` });
  const isMigrating = () => service.lines.some((line) => line.includes("updating the database"));
  const sizeOfLog = () => Deno.stat(`${file}-wal`).then(({ size }) => size, () => 0);
  const ends = [["SIGKILL", 1], ["SIGKILL", 1_000_000], ["SIGKILL", 4_000_000], ["SIGTERM", 1]] as const;
  for (const [signal, written] of ends) {
    service.lines.length = 0;
    let opened = false;
    const starting = service.start().then(() => opened = true, () => {});
    await until(async () => opened || isMigrating() && await sizeOfLog() >= written);
    const { code } = await service.end(signal);
    await starting;
    assert.equal(opened, false, "it was ended when all was done");
    if (signal === "SIGTERM") assert.equal(code, 0);
    // All or nothing: an interrupted migration leaves no trace.
    assert.deepEqual([await applied(file), await valueOf(file, "PRAGMA integrity_check")], [1, "ok"]);
  }

  service.lines.length = 0;
  let opened = false;
  const starting = service.start().then(() => opened = true);
  const ask = (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => undefined);
  const health = async (): Promise<string> => (await (await ask("/healthz"))?.json())?.status;
  await until(async () => await health() === "migrating");
  const answers = await Promise.all(["/readyz", "/", "/api/groups"].map(ask));
  assert.deepEqual(answers.map((answer) => answer?.status), [503, 503, 503]);
  assert.deepEqual(answers.map((answer) => answer?.headers.get("retry-after")), [null, "10", "10"]);
  assert.match(await answers[1]!.text(), /The site is being updated/);
  assert.equal((await answers[2]!.json()).code, "unavailable");
  let answered = 0;
  while (!opened) if (await health() === "migrating") answered++;
  // A migration that held the process up would have let in none.
  assert.ok(answered > 3, `${answered}`);
  await starting;
  assert.equal(await health(), "ok");
  assert.equal(service.logged[0].version, version);
  const done = service.logged.find(({ msg, migrations }) => msg === "the database was updated" && migrations);
  assert.equal(done.migrations[0], "0001_people");
  assert.ok(done.ms > 0);
  assert.equal(await applied(file), knownMigrations().length);
  assert.equal(await valueOf(file, "select count(*) from user_words"), people);
  assert.equal(await valueOf(file, "select count(*) from user_words where user_words match 'reader777'"), 1);
  assert.equal(await valueOf(file, "PRAGMA integrity_check"), "ok");
});
