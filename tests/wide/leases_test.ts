import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { type Db, openDb } from "../../db/engine/client.ts";
import { knownMigrations } from "../../db/engine/migrate.ts";
import { readStarterShelf, starterShelfVersion } from "../../server/library/starter_shelf.ts";
import { startApp } from "../support/app.ts";
import { settingsOf } from "../support/cluster.ts";
import type { Engine } from "../support/engine.ts";
import { until } from "../support/operate.ts";
import { runProcess, TestProcess } from "../support/process.ts";
import { startRedis } from "../support/servers/redis.ts";
import { startSqld } from "../support/servers/sqld.ts";

interface Engines {
  sqld: Engine;
  redis?: Engine;
}

async function startService(engines: Engines): Promise<TestProcess> {
  const service = new TestProcess(settingsOf(engines));
  await service.start();
  return service;
}

const refusal = ({ sqld }: Engines) =>
  `DATABASE_URL: the database cannot be used. ${sqld.url}: another service has it open.`;
const isRefused = (engines: Engines) =>
  assert.rejects(startApp({ env: settingsOf(engines) }), { message: refusal(engines) });

async function isRefusedAsProcess(engines: Engines): Promise<void> {
  const { code, out, err } = await runProcess(settingsOf(engines));
  assert.deepEqual([code, out, err], [1, [""], `Chapterhouse cannot start. ${refusal(engines)}\n`]);
}

/** Lets the leases end as they do in time where nobody renews them. */
const endLeases = (db: Db) => db.write([db.q.run(sql`update leases set expires_at = expires_at - 20000`)]);

Deno.test("A libSQL server is one service's, or that of instances with one Redis; another service is refused with one line, and waits for the lease of one that was killed", async () => {
  await using redis = await startRedis();
  await using another = await startRedis();
  const beside = async () => {
    await using sqld = await startSqld();
    await using first = await startService({ sqld });
    await Promise.all([isRefusedAsProcess({ sqld }), isRefused({ sqld, redis: another })]);
    assert.equal(await first.statusOf("/readyz"), 200);
  };
  const besideInstances = async () => {
    await using sqld = await startSqld();
    await using first = await startService({ sqld, redis });
    await redis.command("FLUSHALL");
    await until(() => redis.command("EXISTS chapterhouse:id").then((answer) => answer === ":1"));
    await using second = await startService({ sqld, redis });
    await first.end("SIGTERM");
    await Promise.all([isRefused({ sqld }), isRefused({ sqld, redis: another })]);
    assert.equal(await second.statusOf("/readyz"), 200);
    await second.end("SIGTERM");
    const db = await openDb({ url: sqld.url });
    await endLeases(db);
    await using alone = await startService({ sqld });
    assert.equal(await alone.statusOf("/readyz"), 200);
    await db.close();
  };
  const afterOthers = async () => {
    await using sqld = await startSqld();
    await using service = await startService({ sqld });
    const db = await openDb({ url: sqld.url });
    await service.end("SIGTERM");
    assert.deepEqual(await db.q.all(sql`select * from leases`), [], "a start after a clean stop would wait");
    await db.close();
    await service.start();
    await service.end("SIGKILL");
    await service.start();
    assert.equal(await service.statusOf("/readyz"), 200);
  };
  // Each waits for as long as a lease lasts.
  await Promise.all([beside(), besideInstances(), afterOthers()]);
});

Deno.test("A service that hung while another one took its libSQL server over ends with an error", async () => {
  await using sqld = await startSqld();
  await using hung = await startService({ sqld });
  hung.signal("SIGSTOP");
  const db = await openDb({ url: sqld.url });
  await endLeases(db);
  await db.close();
  await using next = await startService({ sqld });
  assert.equal((await hung.end("SIGCONT")).code, 1);
  const { msg } = hung.logged.findLast(({ level }: { level: number }) => level === 50);
  assert.equal(msg, "another service has the database now: this one ends");
  assert.equal(await next.statusOf("/readyz"), 200);
});

Deno.test("Of instances that start at once on an empty libSQL server one makes the tables and the starter shelf", async () => {
  await using sqld = await startSqld();
  await using redis = await startRedis();
  await using started = new AsyncDisposableStack();
  const services = await Promise.all([1, 2, 3].map(() => startService({ sqld, redis })));
  for (const service of services) started.use(service);
  const db = await openDb({ url: sqld.url });
  started.defer(() => db.close());
  const count = async (table: string) => (await db.q.all(sql.raw(`select 1 from ${table}`))).length;
  assert.equal(await count("__drizzle_migrations"), knownMigrations().length);
  assert.equal(await count("catalogue"), (await readStarterShelf()).length);
  assert.deepEqual(await db.q.all(sql`select fingerprint from imports`), [{
    fingerprint: `shelf ${starterShelfVersion}`,
  }]);
  // On a busy machine Redis may take longer to answer than an instance waits; that is no matter of the tables.
  const isUnexpected = ({ level, msg, reason }: { level: number; msg: string; reason?: string }) =>
    level >= 40 && !(msg.startsWith("Redis is unavailable") && reason === "It does not answer.");
  for (const { logged } of services) assert.deepEqual(logged.filter(isUnexpected), []);
});
