import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { version } from "../../server/version.ts";
import { folder, until } from "../support/operate.ts";
import { reservePort } from "../support/ports.ts";
import { TestProcess } from "../support/process.ts";

const migrations = fileURLToPath(new URL("../../db/migrations", import.meta.url));
/** Enough rows for the migrations to take a while. */
const people = 30_000;

// spec: trust.1
Deno.test("Killed repeatedly while it migrates an old database, the service completes the migration at the next start", async () => {
  await using home = await folder();
  const file = `${home.path}/old.db`;
  await makeOld(file);
  assert.equal(await applied(file), 1);
  await using service = new TestProcess({ DATABASE_URL: `file:${file}` });
  for (const written of [1, 100_000, 1_000_000, 2_000_000, 4_000_000]) {
    let opened = false;
    const starting = service.start().then(() => opened = true, () => {});
    await until(() => opened || sizeOf(`${file}-wal`) >= written);
    await service.end("SIGKILL");
    await starting;
    assert.equal(opened, false, "it was killed when all was done");
    // All or nothing: an interrupted migration leaves no trace.
    assert.equal(await applied(file), 1);
    assert.equal(await value(file, "PRAGMA integrity_check"), "ok");
  }
  await service.start();
  assert.equal(await applied(file), journal().length);
  assert.equal(await value(file, "select count(*) from user_words"), people);
  assert.equal(await value(file, "select count(*) from user_words where user_words match 'reader777'"), 1);
  assert.equal(await value(file, "PRAGMA integrity_check"), "ok");
  await service.end("SIGTERM");
});

Deno.test("While an old database is migrated the service says so, and is not ready; then it answers, and has logged what it did and how long that took", async () => {
  await using home = await folder();
  const file = `${home.path}/old.db`;
  await makeOld(file);
  const port = reservePort();
  await using service = new TestProcess({ DATABASE_URL: `file:${file}`, PORT: `${port}` });
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
  const lines = service.lines.filter(Boolean).map((line) => JSON.parse(line));
  assert.equal(lines[0].version, version);
  const done = lines.find(({ msg, migrations }) => msg === "the database was updated" && migrations);
  assert.equal(done.migrations[0], "0001_people");
  assert.ok(done.ms > 0);
  assert.equal((await service.end("SIGTERM")).code, 0);
});

Deno.test("Asked to stop while it migrates, the service ends with 0 and has changed nothing", async () => {
  await using home = await folder();
  const file = `${home.path}/old.db`;
  await makeOld(file);
  await using service = new TestProcess({ DATABASE_URL: `file:${file}` });
  const starting = service.start().catch(() => {});
  await until(() => service.lines.some((line) => line.includes("updating the database")));
  assert.equal((await service.end("SIGTERM")).code, 0);
  await starting;
  assert.deepEqual([await applied(file), await value(file, "PRAGMA integrity_check")], [1, "ok"]);
});

const sizeOf = (file: string): number => {
  try {
    return Deno.statSync(file).size;
  } catch {
    return 0;
  }
};

const journal = (): { idx: number }[] => JSON.parse(Deno.readTextFileSync(`${migrations}/meta/_journal.json`)).entries;

/** A database of the first version, with users. */
async function makeOld(file: string): Promise<void> {
  await using first = await folder();
  await Deno.mkdir(`${first.path}/meta`);
  const all = JSON.parse(await Deno.readTextFile(`${migrations}/meta/_journal.json`));
  await Deno.writeTextFile(
    `${first.path}/meta/_journal.json`,
    JSON.stringify({ ...all, entries: all.entries.slice(0, 1) }),
  );
  const name = `${all.entries[0].tag}.sql`;
  await Deno.copyFile(`${migrations}/${name}`, `${first.path}/${name}`);
  const client = createClient({ url: `file:${file}` });
  await client.execute("PRAGMA journal_mode=WAL");
  await migrate(drizzle(client), { migrationsFolder: first.path });
  await client.execute(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${people})
    insert into users (id, username, email, password_hash, full_name, created_at)
    select 'u' || i, 'reader' || i, 'reader' || i || '@example.org', '', 'Reader the ' || i || 'th of them', i from n`);
  client.close();
}

const applied = (file: string) => value(file, "select count(*) from __drizzle_migrations");

async function value<T = number>(file: string, question: string): Promise<T> {
  const client = createClient({ url: `file:${file}` });
  const { rows } = await client.execute(question);
  client.close();
  return rows[0][0] as T;
}
