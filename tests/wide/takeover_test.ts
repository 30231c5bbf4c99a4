import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { openDb } from "../../db/engine/client.ts";
import { knownMigrations } from "../../db/engine/migrate.ts";
import { readStarterShelf, starterShelfVersion } from "../../server/library/starter_shelf.ts";
import { buildIfStale } from "../../islands/runtime/build.ts";
import { startRedis } from "../support/redis.ts";
import { isReady, startService } from "../support/server_service.ts";
import { startSqld } from "../support/sqld.ts";

await buildIfStale();

Deno.test("After a service was stopped or killed, the next one can open its libSQL server", async () => {
  await using sqld = await startSqld();
  await using service = await startService({ sqld });
  const db = await openDb({ url: sqld.url });
  await service.end("SIGTERM");
  assert.deepEqual(await db.q.all(sql`select * from leases`), [], "a start after a clean stop would wait");
  await db.close();
  await service.start();
  await service.end("SIGKILL");
  await service.start();
  assert.ok(await isReady(service));
});

Deno.test("A service that hung while another one took its libSQL server over ends with an error", async () => {
  await using sqld = await startSqld();
  await using hung = await startService({ sqld });
  hung.signal("SIGSTOP");
  await using next = await startService({ sqld });
  const { code, out } = await hung.end("SIGCONT");
  assert.equal(code, 1);
  const { level, msg } = JSON.parse(out.filter(Boolean).at(-1)!);
  assert.deepEqual([level, msg], [50, "another service has the database now: this one ends"]);
  assert.ok(await isReady(next));
});

Deno.test("Of instances that start at once on an empty libSQL server one makes the tables and the shelf", async () => {
  await using sqld = await startSqld();
  await using redis = await startRedis();
  await using started = new AsyncDisposableStack();
  const services = await Promise.all([1, 2, 3].map(() => startService({ sqld, redis })));
  for (const service of services) started.use(service);
  const db = await openDb({ url: sqld.url });
  started.defer(() => db.close());
  const count = async (table: string) =>
    (await db.q.get<{ n: number }>(sql.raw(`select count(*) as n from ${table}`))).n;
  assert.equal(await count("__drizzle_migrations"), knownMigrations().length);
  assert.equal(await count("catalogue"), (await readStarterShelf()).length);
  assert.deepEqual(await db.q.all(sql`select fingerprint from imports`), [{
    fingerprint: `shelf ${starterShelfVersion}`,
  }]);
  for (const { lines } of services) {
    assert.ok(lines.every((line) => !line || JSON.parse(line).level < 40), lines.join());
  }
});
