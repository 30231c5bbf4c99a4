import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { checkDb, type Db } from "../../../db/engine/client.ts";
import { until } from "../../support/operate.ts";
import { test } from "../../support/db.ts";

/** Long enough for any write of these tests. */
const timeout = 20_000;

/** A database, and how many writes it was asked for. */
function counted(db: Db) {
  let writes = 0;
  const write: Db["write"] = (statements, options) => {
    writes++;
    return db.write(statements, options);
  };
  return { db: { ...db, write }, writes: () => writes };
}

test.empty("However often it is asked at once, a database is tried by one write, which leaves nothing behind", async ({ db }) => {
  const test = counted(db);
  await Promise.all(Array.from({ length: 50 }, () => checkDb(test.db, timeout)));
  await checkDb(test.db, timeout);
  assert.equal(test.writes(), 1);
  assert.deepEqual(await db.q.all(sql`select * from mails`), []);
});

test.empty("A database that cannot be written is tried once a second too", async ({ db }) => {
  await db.q.run(sql`create trigger full before insert on mails begin select raise(abort, 'full'); end`);
  const test = counted(db);
  const check = () => assert.rejects(checkDb(test.db, timeout));
  const started = performance.now();
  await Promise.all(Array.from({ length: 50 }, check));
  await check();
  const seconds = (performance.now() - started) / 1000;
  const tried = test.writes();
  assert.ok(tried <= 1 + seconds, `${tried} writes in ${seconds} s`);
  await db.q.run(sql`drop trigger full`);
  await until(() => checkDb(test.db, timeout).then(() => true, () => false));
  assert.equal(test.writes(), tried + 1);
});

test.empty("A trial that hangs is shared by all that ask meanwhile, and each of them is answered in time", async ({ db }) => {
  let writes = 0;
  const hanging = { ...db, write: () => (writes++, new Promise(() => {})) } as unknown as Db;
  for (let asked = 0; asked < 5; asked++) await assert.rejects(checkDb(hanging, 5), /no answer within 5 ms/);
  assert.equal(writes, 1);
});
