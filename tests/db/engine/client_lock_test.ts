import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { type Db, libsqlError, openDb } from "../../../db/engine/client.ts";
import { users } from "../../../db/schema.ts";
import { insertUser } from "../../../db/account/accounts.ts";
import { asAppError } from "../../../server/errors.ts";
import { freshDb, test } from "../../support/db.ts";
import { holdLock } from "../../support/lock.ts";
import { person } from "../../support/people.ts";

/** Sets a PRAGMA of the writing connection. */
const pragma = (db: Db, setting: string) => db.write([db.q.run(sql.raw(`PRAGMA ${setting}`))]);

Deno.test("while another process locks the database, writes fail as unavailable and reads work; afterwards both work", async () => {
  await using fresh = await freshDb({ lockTimeout: 100 });
  const { db } = fresh;
  await db.write([insertUser(db, person("ada"))]);
  {
    await using _holder = await holdLock(fresh.file);
    const writing = Promise.allSettled(["grace", "mallory"].map((name) => db.write([insertUser(db, person(name))])));
    let settled = false;
    void writing.then(() => settled = true);
    while (!settled) {
      assert.equal((await db.q.select().from(users)).length, 1);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const results = await writing;
    for (const result of results) {
      assert.ok(result.status === "rejected");
      assert.equal(libsqlError(result.reason)?.code, "SQLITE_BUSY");
      const { status, code, details } = asAppError(result.reason);
      assert.deepEqual([status, code, details.headers], [503, "unavailable", { "Retry-After": "5" }]);
    }
    assert.equal((await db.q.select().from(users)).length, 1);
  }
  await db.write([insertUser(db, person("grace"))]);
  assert.equal((await db.q.select().from(users)).length, 2);
});

test.empty("writes wait in order for another process to release the lock, without blocking anything else", async ({ db, file }) => {
  await using holder = await holdLock(file);
  const order: string[] = [];
  const store = (name: string) => db.write([insertUser(db, person(name))]).then(() => order.push(name));
  const writing = [store("ada"), store("grace")];
  for (let round = 0; round < 100; round++) {
    assert.deepEqual(await db.q.select().from(users), []);
    await new Promise((resolve) => setTimeout(resolve));
  }
  writing.push(store("mallory"));
  assert.deepEqual(order, []);
  await holder.letGo();
  await Promise.all(writing);
  assert.deepEqual(order, ["ada", "grace", "mallory"]);
  assert.equal((await db.q.select().from(users)).length, 3);
});

test.empty("while another process locks the database, a write with a short wait fails and the others go on waiting", async ({ db, file }) => {
  await using holder = await holdLock(file);
  const needed = db.write([insertUser(db, person("ada"))]);
  const refused = await db.write([insertUser(db, person("grace"))], { lockTimeout: 0 }).catch((error) => error);
  assert.equal(libsqlError(refused)?.code, "SQLITE_BUSY");
  await holder.letGo();
  await needed;
  assert.deepEqual((await db.q.select().from(users)).map(({ id }) => id), ["ada"]);
});

Deno.test("closing fails the writes that wait for another process, and does not wait itself", async () => {
  await using fresh = await freshDb({ lockTimeout: 600_000 });
  const { db } = fresh;
  await using _holder = await holdLock(fresh.file);
  const waiting = db.write([insertUser(db, person("ada"))]).catch((error) => error);
  await db.q.select().from(users);
  await db.close();
  assert.equal(asAppError(await waiting).status, 503);
});

test.empty("opening waits for a process that blocks reading, without blocking anything else", async (fresh) => {
  // A process cannot get that lock while this one has the file open.
  const file = `${fresh.file}.2`;
  await fresh.db.q.run(sql`vacuum into ${file}`);
  await using holder = await holdLock(file, "exclusive");
  let isOpen = false;
  const opening = openDb({ url: `file:${file}` });
  void opening.then(() => isOpen = true);
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setTimeout(resolve));
  assert.equal(isOpen, false);
  await holder.letGo();
  const db = await opening;
  assert.deepEqual(await db.q.select().from(users), []);
  await db.close();
});

test.empty("on a full disk writes fail as unavailable, and work again once there is space; a read-only database answers reads and fails writes so", async ({ db }) => {
  const [pages] = Object.values(await db.q.get(sql`PRAGMA page_count`) as object);
  await pragma(db, `max_page_count = ${pages}`);
  const large = insertUser(db, person("ada", { fullName: "x".repeat(100_000) }));
  const full = await db.write([large]).catch((error) => error);
  assert.equal(libsqlError(full)?.code, "SQLITE_FULL");
  assert.equal(asAppError(full).status, 503);
  await pragma(db, "max_page_count = 1000000");
  await db.write([large]);
  await pragma(db, "query_only = ON");
  const refused = await db.write([insertUser(db, person("grace"))]).catch((error) => error);
  assert.equal(asAppError(refused).status, 503);
  assert.equal((await db.q.select().from(users)).length, 1);
});
