import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { type Db, libsqlError } from "../../db/client.ts";
import { users } from "../../db/schema.ts";
import { insertUser } from "../../db/users.ts";
import { asAppError } from "../../server/errors.ts";
import { freshDb } from "../support/db.ts";
import { person } from "../support/people.ts";

/** Another connection to the file, which keeps everyone else from writing until it is closed. */
async function lock(file: string) {
  const client = createClient({ url: `file:${file}` });
  const transaction = await client.transaction("write");
  return {
    async [Symbol.asyncDispose]() {
      await transaction.rollback();
      client.close();
    },
  };
}

/** The wait blocks this very process, so that nobody could let go of the lock meanwhile. */
const impatient = (db: Db) => pragma(db, "busy_timeout = 20");

/** Changes a setting of the connection that writes. */
const pragma = (db: Db, setting: string) => db.write([db.q.run(sql.raw(`PRAGMA ${setting}`))]);

Deno.test("while another process holds the database, writes fail as unavailable and reads go on; then all is as before", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await impatient(db);
  await db.write([insertUser(db, person("ada"))]);
  {
    await using _locked = await lock(fresh.file);
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

Deno.test("a write waits for another process to let go", async () => {
  await using fresh = await freshDb();
  const holder = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", new URL("../support/hold_lock.ts", import.meta.url).pathname, fresh.file],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const told = holder.stdout.getReader();
  assert.equal(new TextDecoder().decode((await told.read()).value).trim(), "held");
  await holder.stdin.close();
  await fresh.db.write([insertUser(fresh.db, person("ada"))]);
  assert.equal((await fresh.db.q.select().from(users)).length, 1);
  await told.cancel();
  assert.ok((await holder.status).success);
});

Deno.test("a database that can only be read answers reads and refuses writes as unavailable", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await pragma(db, "query_only = ON");
  const refused = await db.write([insertUser(db, person("ada"))]).catch((error) => error);
  assert.equal(asAppError(refused).status, 503);
  assert.deepEqual(await db.q.select().from(users), []);
});

Deno.test("a full disk refuses what does not fit as unavailable, and works again once there is room", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  const [pages] = Object.values(await db.q.get(sql`PRAGMA page_count`) as object);
  await pragma(db, `max_page_count = ${pages}`);
  const large = insertUser(db, person("ada", { fullName: "x".repeat(100_000) }));
  const refused = await db.write([large]).catch((error) => error);
  assert.equal(libsqlError(refused)?.code, "SQLITE_FULL");
  assert.equal(asAppError(refused).status, 503);
  await pragma(db, "max_page_count = 1000000");
  await db.write([large]);
  assert.equal((await db.q.select().from(users)).length, 1);
});
