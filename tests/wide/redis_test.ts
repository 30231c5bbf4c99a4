import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { io as connect } from "socket.io-client";
import { openLog } from "../../server/log.ts";
import { redisAdapter } from "../../server/cluster/adapter.ts";
import { openRedis, type RedisLink, RedisUnavailable } from "../../server/cluster/redis.ts";
import { lineOutput } from "../support/log.ts";
import { until } from "../support/operate.ts";
import { startRedis } from "../support/redis.ts";

interface Link {
  link: RedisLink;
  log: string[];
  /** How often events may have been missed. */
  missed: () => number;
  [Symbol.dispose](): void;
}

async function open(url: string): Promise<Link> {
  const log: string[] = [];
  const link = await openRedis({ url, log: openLog("info", lineOutput((line) => log.push(line))) });
  let count = 0;
  link.onMissed(() => count++);
  return { link, log, missed: () => count, [Symbol.dispose]: () => void link.close() };
}

Deno.test("Calls to a Redis that hangs are rejected in their order, and those after them at once", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  redis.signal("SIGSTOP");
  const order: number[] = [];
  const calls = Array.from({ length: 20 }, (_, n) =>
    ada.link.run((client) => client.ping()).catch((error) => {
      assert.ok(error instanceof RedisUnavailable);
      order.push(n);
    }));
  await Promise.all(calls);
  assert.deepEqual(order, [...calls.keys()]);
  assert.equal(ada.link.isAvailable, false);
  await assert.rejects(ada.link.run(() => assert.fail("it was run")), RedisUnavailable);
  redis.signal("SIGCONT");
  await until(() => ada.link.isAvailable);
  assert.equal(await ada.link.run((client) => client.ping()), "PONG");
  assert.deepEqual(ada.log.map((line) => JSON.parse(line).level), [50, 30]);
});

Deno.test("When Redis is available again, every instance may have missed events", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  using grace = await open(redis.url);
  await redis.end("SIGKILL");
  await until(() => !ada.link.isAvailable && !grace.link.isAvailable);
  const before = [ada.missed(), grace.missed()];
  await redis.start();
  await until(() => ada.missed() > before[0] && grace.missed() > before[1]);
});

Deno.test("A check while further connections open for the first time finds nothing missing", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  redisAdapter(ada.link);
  await ada.link.check();
  assert.equal(ada.link.isAvailable, true, ada.link.problem);
});

Deno.test("Further connections may be closed while they open", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  redisAdapter(ada.link);
  // What is rejected without being caught fails the test.
  await ada.link.close();
});

Deno.test("When Redis has lost its data, an instance may have missed events", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  assert.equal(ada.missed(), 0);
  assert.equal(await redis.command("FLUSHALL"), "+OK");
  await until(() => ada.missed() > 0);
});

Deno.test("What one instance missed, or could not send, all may have missed, and so at the start of another", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  using grace = await open(redis.url);
  await until(() => ada.missed() > 0);
  assert.equal(grace.missed(), 0);
  ada.link.reportMissed();
  await until(() => ada.missed() > 1 && grace.missed() > 0);
});

Deno.test("A Redis that answers and cannot be written is refused", async () => {
  await using redis = await startRedis();
  await redis.command("REPLICAOF 127.0.0.1 1");
  await assert.rejects(open(redis.url), /READONLY/);
});

interface Instance extends Link {
  io: Server;
  /** What its client has received. */
  received: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A socket server on Redis with a client in the room `engine`. */
async function instance(url: string): Promise<Instance> {
  const link = await open(url);
  const io = new Server({ adapter: redisAdapter(link.link) });
  const http = createServer();
  io.attach(http);
  io.on("connection", (socket) => void socket.join("engine"));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const received: string[] = [];
  const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ["websocket"] });
  client.on("message", (text: string) => received.push(text));
  await until(() => io.sockets.sockets.size === 1);
  return {
    ...link,
    io,
    received,
    async [Symbol.asyncDispose]() {
      client.disconnect();
      await io.close();
      await link.link.close();
    },
  };
}

/** Until what one says reaches the other's client, which reads from then on. */
async function meet(one: Instance, other: Instance): Promise<void> {
  await until(() => {
    one.io.to("engine").emit("message", "hello");
    return other.received.includes("hello");
  });
}

Deno.test("Where Redis has come back with older data, nothing is sent again, and what comes later arrives", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  await using grace = await instance(redis.url);
  await meet(ada, grace);
  const data = JSON.stringify({
    packet: { type: 2, data: ["message", "from the past"] },
    opts: { rooms: ["engine"], except: [], flags: {} },
  });
  const event = { uid: "another", nsp: "/", type: "3" };
  await ada.link.run(async (client) => {
    await client.del("chapterhouse:events");
    await client.xAdd("chapterhouse:events", "1-1", { ...event, data });
  });
  const later = data.replace("past", "present");
  for (let n = 2; ![ada, grace].every(({ received }) => received.includes("from the present")); n++) {
    await ada.link.run((client) => client.xAdd("chapterhouse:events", `1-${n}`, { ...event, data: later }));
  }
  assert.ok(!ada.received.includes("from the past") && !grace.received.includes("from the past"));
});

Deno.test("An instance that is further behind than the stream is long has missed events", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  await using grace = await instance(redis.url);
  await meet(ada, grace);
  await ada.link.run((client) =>
    client.eval("for n = 1, 12000 do redis.call('XADD', KEYS[1], 'MAXLEN', 10000, '*', 'n', n) end", {
      keys: ["chapterhouse:events"],
    })
  );
  await until(() => ada.missed() > 0 && grace.missed() > 0);
});

Deno.test("While Redis hangs, an instance's own sockets are sent to without waiting", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  redis.signal("SIGSTOP");
  const order: string[] = [];
  const found = ada.link.run((client) => client.ping()).catch(() => order.push("the outage is found"));
  ada.io.to("engine").emit("message", "here");
  await until(() => ada.received.includes("here"));
  order.push("received");
  await found;
  assert.deepEqual(order, ["received", "the outage is found"]);
  redis.signal("SIGCONT");
  // A connection that is closed while it is opened anew leaves the library's calls unanswered.
  await until(() => ada.link.isAvailable);
});

Deno.test("A Redis that takes no events counts as unavailable until it does", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  await ada.link.run((client) => client.del("chapterhouse:events").then(() => client.set("chapterhouse:events", "x")));
  ada.io.to("engine").emit("message", "here");
  await until(() => !ada.link.isAvailable);
  await redis.command("DEL chapterhouse:events");
  await until(() => ada.link.isAvailable);
  assert.deepEqual(ada.log.map((line) => JSON.parse(line).level), [50, 30]);
});
