import assert from "node:assert/strict";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import type { TestProcess } from "../support/process.ts";
import { connect } from "../support/socket.ts";
import type { ChatClient } from "./chat_client.ts";
import { openRoom, type Room } from "./room.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster();
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

const outages: Record<string, Outage> = {
  "is killed and started again, empty": {
    begin: () => cluster.redis.end("SIGKILL"),
    end: () => cluster.redis.start(),
  },
  "hangs and goes on": {
    // deno-lint-ignore require-await -- as the other one is
    begin: async () => cluster.redis.signal("SIGSTOP"),
    // deno-lint-ignore require-await
    end: async () => cluster.redis.signal("SIGCONT"),
  },
};

for (const [what, outage] of Object.entries(outages)) {
  Deno.test(`Redis ${what}: each instance serves its own sockets meanwhile, and then everyone has every message`, async () => {
    using room = await openRoom(cluster);
    const pairs = await pairsOf(room);
    await everyoneTalks(pairs);
    const logged = await Promise.all(cluster.nodes.map(linesAboutRedis));
    await outage.begin();
    await redisIs("unavailable");
    for (const { ada, grace } of pairs) {
      for (let n = 1; n <= 20; n++) {
        const { seq } = await ada.say(`meanwhile ${n} of ${pairs.indexOf(pairs.find((pair) => pair.ada === ada)!)}`);
        await until(() => grace.events.includes(seq));
      }
    }
    await outage.end();
    await redisIs("ready");
    // Without asking: they stay connected, and join nothing again.
    const last = Math.max(...pairs.flatMap(({ ada }) => ada.acknowledged.map(({ seq }) => seq)));
    for (const { ada, grace } of pairs) await Promise.all([ada.has(last), grace.has(last)]);
    await everyoneTalks(pairs);
    for (const [n, node] of cluster.nodes.entries()) {
      assert.equal(linesAboutRedis(node).length, logged[n].length + 2, "one line for the outage, one for its end");
    }
  });

  Deno.test(`Redis ${what}: whoever was removed or logged out at another instance meanwhile is out`, async () => {
    using room = await openRoom(cluster);
    const [first, second, third] = cluster.nodes;
    const nora = await room.connect("nora", second);
    await nora.join(room.groupId);
    const mallorysSession = await cluster.session("grace");
    using loggedOut = await connect(third.url, mallorysSession);
    const [ada, grace] = [await room.enter("ada", first), await room.enter("grace", second)];
    await outage.begin();
    await redisIs("unavailable");
    await room.call("ada", first, { method: "DELETE", path: "/groups/:group/members/nora" });
    await logOut(first, mallorysSession);
    await outage.end();
    assert.equal((await nora.next("error")).code, "not_found");
    assert.equal(await loggedOut.next("disconnect"), "io server disconnect");
    await redisIs("ready");
    const { seq } = await ada.say("Goodbye");
    await until(() => grace.events.includes(seq));
    assert.deepEqual((await nora.unread()).filter(([event]) => event !== "messageHistory"), []);
  });
}
