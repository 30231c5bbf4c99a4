import assert from "node:assert/strict";
import { type Cluster, settingsOf, startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import { runProcess, type TestProcess } from "../support/process.ts";
import { connect } from "../support/socket.ts";
import type { ChatClient } from "./chat_client.ts";
import { outagesOf } from "./outages.ts";
import { callApi, openRoom, type Room } from "./room.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster();
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

for (const [what, outage] of Object.entries(outagesOf(() => cluster.redis))) {
  Deno.test(`Redis ${what}: each instance serves its own sockets meanwhile, and later everyone has every message`, async () => {
    using room = await openRoom(cluster);
    const pairs = await openPairs(room);
    const logged = cluster.nodes.map(linesAboutRedis);
    await outage.begin();
    await redisIs("unavailable");
    for (const { name, ada, grace } of pairs) {
      for (let n = 1; n <= 20; n++) {
        const { seq } = await ada.say(`meanwhile ${n} at ${name}`);
        await until(() => grace.events.includes(seq));
      }
    }
    await outage.end();
    await redisIs("ready");
    const last = Math.max(...pairs.flatMap(({ ada }) => ada.acknowledged.map(({ seq }) => seq)));
    for (const { ada, grace } of pairs) await Promise.all([ada.has(last), grace.has(last)]);
    await everyoneTalks(pairs);
    for (const [n, node] of cluster.nodes.entries()) {
      const lines = linesAboutRedis(node).slice(logged[n].length);
      assert.deepEqual(lines, [
        "Redis is unavailable: other instances are not reached, and limits count here alone",
        "Redis is available again",
      ]);
    }
  });

  Deno.test(`Redis ${what}: who was removed or logged out at another instance meanwhile is out afterwards`, async () => {
    using room = await openRoom(cluster);
    const [first, second, third] = cluster.nodes;
    const nora = await room.connect("nora", second);
    await nora.join(room.groupId);
    const session = await cluster.session("grace");
    using loggedOut = await connect(third.url, session);
    const [ada, grace] = [await room.enter("ada", first), await room.enter("grace", second)];
    await outage.begin();
    await redisIs("unavailable");
    await room.call("ada", first, { method: "DELETE", path: "/groups/:group/members/nora" });
    await callApi(first, { method: "POST", path: "/auth/logout", token: session });
    await outage.end();
    assert.equal((await nora.next("error")).code, "not_found");
    assert.equal(await loggedOut.next("disconnect"), "io server disconnect");
    await redisIs("ready");
    const { seq } = await ada.say("Goodbye");
    await grace.has(seq);
    assert.deepEqual((await nora.unread()).filter(([event]) => event === "message"), []);
  });
}

Deno.test("Redis is flushed while members talk: everyone has every message, and evictions reach all instances", async () => {
  using room = await openRoom(cluster);
  const pairs = await openPairs(room);
  for (let round = 1; round <= 5; round++) {
    const talking = everyoneTalks(pairs);
    assert.equal(await cluster.redis.command("FLUSHALL"), "+OK");
    await talking;
  }
  const noras = await Promise.all(cluster.nodes.map((node) => room.enter("nora", node)));
  await room.call("ada", cluster.nodes[0], { method: "DELETE", path: "/groups/:group/members/nora" });
  await until(() => noras.every(({ errors }) => errors.includes("not_found")));
});

Deno.test("an instance that does not reach Redis reports it in one line and exits with 1", async () => {
  const { code, err, out } = await runProcess({ ...settingsOf(cluster), REDIS_URL: "redis://127.0.0.1:1" });
  assert.equal(code, 1);
  assert.match(err, /^Chapterhouse cannot start\. REDIS_URL: Redis cannot be reached\.[^\n]+\n$/);
  assert.deepEqual(out, [""]);
});

interface Pair {
  name: string;
  ada: ChatClient;
  grace: ChatClient;
}

/** Ada and Grace at each instance. */
const openPairs = (room: Room): Promise<Pair[]> =>
  Promise.all(cluster.nodes.map(async (node, n) => ({
    name: `instance ${n}`,
    ada: await room.enter("ada", node),
    grace: await room.enter("grace", node),
  })));

/** Everyone sends some messages, and waits for those of all. */
async function everyoneTalks(pairs: Pair[]): Promise<void> {
  const sent = await Promise.all(pairs.map(async ({ ada }) => {
    for (let n = 1; n < 20; n++) await ada.say(`${crypto.randomUUID()}`);
    return (await ada.say(`${crypto.randomUUID()}`)).seq;
  }));
  for (const { ada, grace } of pairs) await Promise.all([ada.has(Math.max(...sent)), grace.has(Math.max(...sent))]);
}

/** Waits until every instance reports this of Redis, and that it is ready all the same. */
async function redisIs(state: "ready" | "unavailable"): Promise<void> {
  for (const { url } of cluster.nodes) {
    await until(async () => {
      const answer = await fetch(`${url}/readyz`);
      const body = await answer.json();
      assert.deepEqual([answer.status, body.status], [200, "ready"]);
      return body.redis === state;
    });
  }
}

const linesAboutRedis = ({ lines }: TestProcess): string[] =>
  lines.filter((line) => line.includes("Redis")).map((line) => JSON.parse(line).msg);
