import assert from "node:assert/strict";
import { defaultLimits } from "../../server/rate_limits.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import { openRoom } from "./room.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster({ env: { RATE_LIMITS: "on" } });
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

Deno.test("failed logins count for all instances together", async () => {
  const { points } = defaultLimits.login;
  for (let n = 0; n < points; n++) assert.equal(await logIn("emmy", n), 404);
  for (let n = 0; n < cluster.nodes.length; n++) assert.equal(await logIn("emmy", n), 429);
  assert.equal(await logIn("sofia", 0), 404, "another account is not concerned");
});

Deno.test("messages of one member count for all instances together, also those sent at once", async () => {
  using room = await openRoom(cluster);
  const { points } = defaultLimits.chat;
  const clients = await Promise.all(cluster.nodes.map((node) => room.enter("ada", node)));
  const answers = await Promise.all(
    Array.from({ length: points + 5 }, (_, n) => clients[n % clients.length].ask(`message ${n}`)),
  );
  const refused = answers.filter((answer) => answer?.success === false);
  assert.deepEqual(refused.map((answer) => answer?.success === false && answer.code), Array(5).fill("rate_limited"));
  const grace = await room.enter("grace", cluster);
  assert.equal((await grace.ask("Grace's own"))?.success, true);
});

Deno.test("while Redis is out each instance counts alone, and no limit is lifted", async () => {
  const { points } = defaultLimits.login;
  await cluster.redis.end("SIGKILL");
  await until(async () => {
    const answers = await Promise.all(cluster.nodes.map(({ url }) => fetch(`${url}/readyz`).then((one) => one.json())));
    return answers.every(({ redis }) => redis === "unavailable");
  });
  for (const n of cluster.nodes.keys()) {
    for (let failure = 0; failure < points; failure++) assert.equal(await logIn("hypatia", n), 404);
    assert.equal(await logIn("hypatia", n), 429);
  }
  await cluster.redis.start();
});

/** Tries a wrong password at an instance. @returns the status */
async function logIn(name: string, n: number): Promise<number> {
  const { url } = cluster.nodes[n % cluster.nodes.length];
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.org`, password: "a-wrong-one" }),
  });
  await answer.text();
  return answer.status;
}
