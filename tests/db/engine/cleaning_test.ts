import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { copyDatabase } from "../../../db/engine/backup.ts";
import { cleanDatabase } from "../../../db/engine/database_file.ts";
import { type Db, openDb } from "../../../db/engine/client.ts";
import { test } from "../../support/db.ts";

/** Enough for their rows to be moved between pages while the file is written. */
const readers = 2000;

/** Stores readers, each with a word of their own. */
const addReaders = ({ q, write }: Db) =>
  write([q.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${readers})
    insert into users (id, username, email, password_hash, bio, created_at)
    select 'u' || i, 'u' || i, i || '@example.org', '', 'Jabberwock' || i || ':' || hex(zeroblob(i % 100)), i
    from n`)]);

/** Deletes every other one. */
async function deleteHalf(file: string): Promise<void> {
  const db = await openDb({ url: `file:${file}` });
  await db.write([db.q.run(sql`delete from users where created_at % 2 = 0`)]);
  await db.close();
}

/** The deleted ones whose word is still in the bytes. */
async function readable(file: string): Promise<number[]> {
  const text = new TextDecoder("latin1").decode(await Deno.readFile(file));
  return [...text.matchAll(/Jabberwock(\d+):/g)].map(([, number]) => Number(number)).filter((number) =>
    number % 2 === 0
  );
}

test.empty("In a file that was written anew, what is deleted later is in no byte", async ({ db, file }) => {
  await addReaders(db);
  await db.close();
  await cleanDatabase(file);
  await deleteHalf(file);
  assert.deepEqual(await readable(file), []);
});

test.empty("In a copy of a database, what is deleted later is in no byte", async ({ db, file }) => {
  await addReaders(db);
  const copy = `${file}-copy`;
  await copyDatabase(file, copy);
  await deleteHalf(copy);
  assert.deepEqual(await readable(copy), []);
});
