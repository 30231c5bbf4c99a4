import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { conflict, openDb } from "../../db/engine/client.ts";
import { knownMigrations, migrate } from "../../db/engine/migrate.ts";
import { freshDb } from "../support/db.ts";
import { folder } from "../support/operate.ts";

Deno.test("Where two processes migrate at once, every migration is applied once", async () => {
  await using home = await folder();
  const dbs = await Promise.all([1, 2].map(() => openDb({ url: `file:${home.path}/test.db` })));
  const results = await Promise.allSettled(dbs.map(migrate));
  // The other one finds nothing to do, or fails where it had begun.
  assert.ok(results.some(({ status }) => status === "fulfilled"));
  const applied = await dbs[0].q.all<{ at: number }>(
    sql`select created_at as at from __drizzle_migrations order by at`,
  );
  assert.deepEqual(applied.map(({ at }) => at), knownMigrations());
  for (const db of dbs) await db.close();
});

Deno.test("No migration is applied twice, even one that could be", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  const again = db.write([
    db.q.run(sql`update users set bio = 'changed twice'`),
    db.q.run(sql`insert into __drizzle_migrations (hash, created_at)
      select hash, created_at from __drizzle_migrations order by created_at desc limit 1`),
  ]);
  const error = await again.then(() => assert.fail("it was applied"), (error) => error);
  assert.equal(conflict(error), "__drizzle_migrations.created_at");
});
