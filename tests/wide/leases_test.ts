import assert from "node:assert/strict";
import { buildIfStale } from "../../islands/runtime/build.ts";
import { settingsOf } from "../support/cluster.ts";
import type { Engine } from "../support/engine.ts";
import { until } from "../support/operate.ts";
import { runProcess } from "../support/process.ts";
import { startRedis } from "../support/redis.ts";
import { isReady, startService } from "../support/server_service.ts";
import { startSqld } from "../support/sqld.ts";

await buildIfStale();

async function isRefused(engines: { sqld: Engine; redis?: Engine }): Promise<void> {
  const { code, out, err } = await runProcess(settingsOf(engines));
  assert.deepEqual([code, out], [1, [""]]);
  assert.equal(
    err,
    `Chapterhouse cannot start. DATABASE_URL: the database cannot be used. ${engines.sqld.url}: ` +
      "another service has it open.\n",
  );
}

Deno.test("Without Redis a second service on a libSQL server is refused with one line, and so is an instance with Redis", async () => {
  await using sqld = await startSqld();
  await using redis = await startRedis();
  await using first = await startService({ sqld });
  await Promise.all([isRefused({ sqld }), isRefused({ sqld, redis })]);
  assert.ok(await isReady(first));
});

Deno.test("Beside instances with Redis a service without it is refused, or with another one, and starts once they have ended", async () => {
  await using sqld = await startSqld();
  await using redis = await startRedis();
  await using another = await startRedis();
  await using first = await startService({ sqld, redis });
  await redis.command("FLUSHALL");
  await until(() => redis.command("EXISTS chapterhouse:id").then((answer) => answer === ":1"));
  await using second = await startService({ sqld, redis });
  await first.end("SIGTERM");
  await Promise.all([isRefused({ sqld }), isRefused({ sqld, redis: another })]);
  assert.ok(await isReady(second));
  await second.end("SIGTERM");
  await using alone = await startService({ sqld });
  assert.ok(await isReady(alone));
});
