import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { folder, until } from "../support/operate.ts";
import { TestProcess } from "../support/process.ts";

const migrations = fileURLToPath(new URL("../../db/migrations", import.meta.url));
/** Enough for the migrations to take their time. */
const people = 30_000;

// spec: trust.1
Deno.test("Killed again and again while it brings an old database up to date, the service does so at the next start", async () => {
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
    // All or nothing: what was begun and not ended leaves no trace.
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

const sizeOf = (file: string): number => {
  try {
    return Deno.statSync(file).size;
  } catch {
    return 0;
  }
};

const journal = (): { idx: number }[] => JSON.parse(Deno.readTextFileSync(`${migrations}/meta/_journal.json`)).entries;

/** A database as the first version left it, with people in it. */
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
