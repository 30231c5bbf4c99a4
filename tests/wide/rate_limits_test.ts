import assert from "node:assert/strict";
import { readConfig } from "../../server/settings/settings.ts";
import { TooMany } from "../../server/errors.ts";
import { openLog } from "../../server/log.ts";
import { openLimiter } from "../../server/rate_limits.ts";
import { openRedis } from "../../server/cluster/redis.ts";
import { startRedis } from "../support/redis.ts";

const key = "chapterhouse:limit:login:ada";

async function open() {
  await using opening = new AsyncDisposableStack();
  const redis = opening.use(await startRedis());
  const link = await openRedis({ url: redis.url, log: openLog("silent") });
  opening.defer(() => link.close());
  const { rateLimits } = readConfig({ RATE_LIMITS: "login=3/300" });
  const opened = opening.move();
  return {
    limiter: openLimiter(rateLimits, link),
    count: () => link.run((client) => client.get(key)),
    end: () => link.run((client) => client.del(key)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

Deno.test("in Redis, calls are allowed up to the limit, and refused ones do not count", async () => {
  await using test = await open();
  const { take, giveBack } = test.limiter;
  for (let call = 0; call < 3; call++) await take("login", "ada");
  for (let call = 0; call < 5; call++) {
    await assert.rejects(take("login", "ada"), (error) => {
      assert.ok(error instanceof TooMany);
      const seconds = Number(error.details.headers?.["Retry-After"]);
      return seconds >= 200 && seconds <= 300;
    });
  }
  assert.equal(await test.count(), "3");
  await giveBack("login", "ada");
  await take("login", "ada");
  await assert.rejects(take("login", "ada"), TooMany);
});

Deno.test("in Redis, what is given back after its count has ended allows no call more", async () => {
  await using test = await open();
  const { take, giveBack } = test.limiter;
  for (let call = 0; call < 3; call++) await take("login", "ada");
  await test.end();
  for (let call = 0; call < 3; call++) await giveBack("login", "ada");
  assert.equal(await test.count(), null);
  const allowed = await Promise.allSettled(Array.from({ length: 20 }, () => take("login", "ada")));
  assert.equal(allowed.filter(({ status }) => status === "fulfilled").length, 3);
});

Deno.test("in Redis, a cleared count starts again", async () => {
  await using test = await open();
  const { take, clear } = test.limiter;
  for (let call = 0; call < 3; call++) await take("login", "ada");
  await clear("login", "ada");
  await take("login", "ada");
});
