import assert from "node:assert/strict";
import { type Db, openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { findReader } from "../../db/reading/readers.ts";
import { migrateUpTo, storeFormerGroup } from "../support/former_tables.ts";
import { folder } from "../support/operate.ts";

const write = async (db: Db, ...statements: string[]) => {
  for (const statement of statements) await db.write([db.q.run(statement)]);
};
const turn = (page: number) =>
  `insert into progress (book_id, user_id, current_page, read_at) values ('sketch', 'grace', ${page}, ${page})
    on conflict (book_id, user_id) do update set current_page = ${page}, read_at = ${page}`;

/** Grace's position and how far she was, in pages. */
async function place(db: Db) {
  const { position, reached, finishedAt } = (await findReader(db, "grace", "sketch"))!;
  return [position / 1e7, reached / 1e7, finishedAt];
}

Deno.test("Readers of the version before are where they were, also while it still runs, and notes have an id", async () => {
  await using home = await folder();
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrateUpTo(db, "0008_alive");
  await storeFormerGroup(db);
  const book = (id: string) =>
    `insert into books (id, group_id, title, page_count, categories, created_at) values ('${id}', 'engine', 'T', 100, '[]', 1)`;
  const note = (page: number) =>
    `insert into notes (book_id, user_id, page_number, content, updated_at) values ('sketch', 'grace', ${page}, 'n', 1)`;
  await write(db, book("sketch"), turn(30), note(1));
  await write(db, book("done"), `insert into progress values ('done', 'grace', 100, 7)`);
  await migrate(db);
  assert.deepEqual(await place(db), [30, 30, null]);
  assert.equal((await findReader(db, "grace", "done"))?.finishedAt, 7);
  await write(db, turn(20), note(2));
  assert.deepEqual(await place(db), [20, 30, null]);
  await write(db, turn(40));
  assert.deepEqual(await place(db), [40, 40, null]);
  await write(db, "delete from progress", turn(10));
  assert.deepEqual(await place(db), [10, 10, null]);
  await write(db, turn(100));
  assert.deepEqual(await place(db), [100, 100, 100]);
  const ids = await db.q.all<{ id: string }>("select distinct id from notes where id is not null");
  assert.equal(ids.length, 2);
  await db.close();
});
