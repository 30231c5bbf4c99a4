import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { io as connect } from "socket.io-client";
import { redisAdapter } from "../../server/cluster/adapter.ts";
import { openChannels } from "../../server/cluster/channels.ts";
import { openRedis, type RedisLink, RedisUnavailable } from "../../server/cluster/redis.ts";
import { TooMany } from "../../server/errors.ts";
import { openLog } from "../../server/log.ts";
import { openLimiter } from "../../server/rate_limits.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { openGate } from "../support/gate.ts";
import { lineOutput } from "../support/log.ts";
import { until } from "../support/operate.ts";
import { startRedis } from "../support/servers/redis.ts";

interface Link {
  link: RedisLink;
  /** The levels of what was logged. */
  log: number[];
  /** How often events may have been missed. */
  missed: () => number;
  [Symbol.dispose](): void;
}

async function open(url: string): Promise<Link> {
  const log: number[] = [];
  const link = await openRedis({ url, log: openLog("info", lineOutput((line) => log.push(JSON.parse(line).level))) });
  let count = 0;
  link.onMissed(() => count++);
  return { link, log, missed: () => count, [Symbol.dispose]: () => void link.close() };
}

interface Instance extends Omit<Link, typeof Symbol.dispose> {
  io: Server;
  /** What its client has received. */
  received: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A socket server on Redis with a client in the room `engine`. */
async function instance(url: string): Promise<Instance> {
  const { [Symbol.dispose]: _, ...link } = await open(url);
  const io = new Server({ adapter: redisAdapter(link.link) });
  const http = createServer();
  io.attach(http);
  io.on("connection", (socket) => void socket.join("engine"));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const received: string[] = [];
  const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ["websocket"] });
  client.on("message", (text: string) => received.push(text));
  await until(() => io.sockets.adapter.rooms.has("engine"));
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

Deno.test("While Redis hangs, an instance's own sockets are sent to without waiting; calls are rejected in their order, and those after them at once, until it goes on", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  redis.signal("SIGSTOP");
  const order: (number | string)[] = [];
  const calls = Array.from({ length: 20 }, (_, n) =>
    ada.link.run((client) => client.ping()).catch((error) => {
      assert.ok(error instanceof RedisUnavailable);
      order.push(n);
    }));
  ada.io.to("engine").emit("message", "here");
  await until(() => ada.received.includes("here"));
  order.push("received");
  await Promise.all(calls);
  assert.deepEqual(order, ["received", ...calls.keys()]);
  assert.equal(ada.link.isAvailable, false);
  await assert.rejects(ada.link.run(() => assert.fail("it was run")), RedisUnavailable);
  redis.signal("SIGCONT");
  await until(() => ada.link.isAvailable);
  assert.equal(await ada.link.run((client) => client.ping()), "PONG");
  assert.deepEqual(ada.log, [50, 30]);
});

Deno.test("Every instance may have missed events when another one starts, missed some or could not send them, and when Redis has lost its data or was away", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  assert.equal(ada.missed(), 0);
  using grace = await open(redis.url);
  await until(() => ada.missed() > 0);
  assert.equal(grace.missed(), 0);
  const bothAfter = async (what: () => unknown) => {
    const before = [ada.missed(), grace.missed()];
    await what();
    await until(() => ada.missed() > before[0] && grace.missed() > before[1]);
  };
  await bothAfter(() => ada.link.reportMissed());
  await bothAfter(() => redis.command("FLUSHALL"));
  await bothAfter(async () => {
    await redis.end("SIGKILL");
    await until(() => !ada.link.isAvailable && !grace.link.isAvailable);
    await redis.start();
  });
});

Deno.test("Further connections may be checked, and closed, while they open for the first time", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  new Server({ adapter: redisAdapter(ada.link) });
  await ada.link.check();
  assert.equal(ada.link.isAvailable, true, ada.link.problem);
  using grace = await open(redis.url);
  new Server({ adapter: redisAdapter(grace.link) });
  // What is rejected without being caught fails the test.
  await grace.link.close();
});

Deno.test("A Redis that takes no events, or lets nobody listen to any, counts as unavailable until it does, and one that cannot be written is refused", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  await redis.command("ACL SETUSER default -publish");
  ada.io.to("engine").emit("message", "here");
  await until(() => !ada.link.isAvailable);
  await redis.command("ACL SETUSER default +publish");
  await until(() => ada.link.isAvailable);
  await redis.command("ACL SETUSER default -subscribe");
  ada.io.socketsJoin("sketch");
  await until(() => !ada.link.isAvailable);
  await redis.command("ACL SETUSER default +subscribe");
  await until(() => ada.link.isAvailable);
  assert.equal(await listeners(ada, "sketch"), 1);
  assert.deepEqual(ada.log, [50, 30, 50, 30]);
  await redis.command("REPLICAOF 127.0.0.1 1");
  await assert.rejects(open(redis.url), /READONLY/);
});

/** How many instances are sent what concerns a room. */
async function listeners({ link }: Pick<Link, "link">, room: string): Promise<number> {
  const channel = `chapterhouse:0:${room}`;
  return (await link.run((client) => client.pubSubNumSub([channel])))[channel];
}

Deno.test("An instance is sent what concerns the rooms of its sockets, and nothing else, from the moment a socket has joined until the last has left; what is for several rooms reaches a socket of both once", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  await using grace = await instance(redis.url);
  await using mallory = await instance(redis.url);
  const [hers] = grace.io.sockets.sockets.values();
  for (let n = 1; n <= 50; n++) {
    await hers.join(["group:sketch:members", "group:sketch:grace", "user:grace"]);
    ada.io.to(["group:sketch:members", "user:grace"]).emit("message", `in both ${n}`);
    assert.equal(await listeners(ada, "group:sketch"), 1);
    hers.leave("group:sketch:members");
    ada.io.to(["group:sketch:members", "user:grace"]).emit("message", `in one ${n}`);
    hers.leave("group:sketch:grace");
    await until(() => grace.received.length === 2 * n);
    assert.equal(await listeners(ada, "group:sketch"), 0);
    hers.leave("user:grace");
  }
  for (const { io } of [grace, mallory]) for (const socket of io.sockets.sockets.values()) socket.join("engine");
  ada.io.to("group:sketch:members").emit("message", "to nobody");
  ada.io.to("engine").emit("message", "to all");
  await until(() => [grace, mallory].every(({ received }) => received.at(-1) === "to all"));
  assert.deepEqual(
    grace.received.slice(0, -1),
    Array.from({ length: 50 }, (_, n) => [`in both ${n + 1}`, `in one ${n + 1}`]).flat(),
  );
  assert.deepEqual(mallory.received, ["to all"]);
});

Deno.test("A socket that joins waits until its instance is sent what concerns the room, unless Redis is unavailable, when that follows", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  await using gate = await openGate(redis.port);
  await using grace = await instance(`redis://127.0.0.1:${gate.port}`);
  const [socket] = grace.io.sockets.sockets.values();
  const joined: string[] = [];
  const join = async (room: string) => {
    await socket.join(room);
    joined.push(room);
  };
  // A connection that was still opening would never be sent the answers that are held back.
  await until(async () => await listeners(ada, "engine") === 2);
  gate.hold();
  const joining = join("sketch");
  await until(async () => await listeners(ada, "sketch") === 1);
  assert.deepEqual(joined, []);
  ada.io.to("sketch").emit("message", "meanwhile");
  gate.release();
  await joining;
  await until(() => grace.received.includes("meanwhile"));

  gate.hold();
  await until(() => !grace.link.isAvailable);
  await join("notes");
  gate.drop();
  await until(() => grace.link.isAvailable);
  await until(async () => await listeners(ada, "notes") === 1);
  ada.io.to("notes").emit("message", "afterwards");
  await until(() => grace.received.includes("afterwards"));
});

Deno.test("A channel that is left before Redis has confirmed it, and entered again, is listened to", async () => {
  await using redis = await startRedis();
  await using gate = await openGate(redis.port);
  using here = await open(`redis://127.0.0.1:${gate.port}`);
  using other = await open(redis.url);
  const received: string[] = [];
  const channels = openChannels(here.link, (text) => received.push(text));
  const others = openChannels(other.link, () => {});
  channels.enter("first");
  await until(async () => (await other.link.run((client) => client.pubSubChannels("*first"))).length > 0);
  gate.hold();
  channels.enter("engine");
  const confirmed = channels.ready(["engine"]);
  await until(async () => (await other.link.run((client) => client.pubSubChannels("*engine"))).length > 0);
  await gate.holdsAnswer();
  channels.leave("engine");
  gate.release();
  gate.hold();
  await confirmed;
  channels.enter("engine");
  gate.release();
  await channels.ready(["engine"]);
  channels.enter("last");
  await channels.ready(["last"]);
  others.publish("engine", "hello");
  await until(() => received.includes("hello"));
});

Deno.test("An instance that Redis has cut off has missed events, and is sent those that come later; services in two databases of one Redis are sent nothing of each other", async () => {
  await using redis = await startRedis();
  await using ada = await instance(redis.url);
  await using grace = await instance(redis.url);
  await using mallory = await instance(`${redis.url}/1`);
  const arrives = (text: string) =>
    until(() => {
      ada.io.to("engine").emit("message", text);
      return grace.received.includes(text);
    });
  await arrives("hello");
  for (let n = 1; n <= 3; n++) {
    const before = [ada.missed(), grace.missed()];
    await redis.command("CLIENT KILL TYPE pubsub");
    await until(() => ada.missed() > before[0] && grace.missed() > before[1]);
    await arrives(`hello again ${n}`);
  }
  assert.deepEqual(mallory.received, []);
});

Deno.test("Limits count for all instances together, refused calls do not count, and what is given back after the count has ended allows no call more; without Redis each instance counts alone", async () => {
  await using redis = await startRedis();
  using ada = await open(redis.url);
  using grace = await open(redis.url);
  const { rateLimits } = readConfig({ RATE_LIMITS: "login=3/300" });
  const [here, there] = [ada, grace].map(({ link }) => openLimiter(rateLimits, link));
  const key = "chapterhouse:limit:login:ada";
  const count = () => ada.link.run((client) => client.get(key));
  const isRefused = ({ take } = here) =>
    assert.rejects(take("login", "ada"), (error) => {
      assert.ok(error instanceof TooMany);
      const seconds = Number(error.details.headers?.["Retry-After"]);
      return seconds >= 200 && seconds <= 300;
    });
  for (const { take } of [here, there, here]) await take("login", "ada");
  for (const limiter of [here, there, here, there]) await isRefused(limiter);
  assert.equal(await count(), "3");
  await there.giveBack("login", "ada");
  await here.take("login", "ada");
  await isRefused();
  await here.clear("login", "ada");
  await there.take("login", "ada");

  await redis.command(`DEL ${key}`);
  for (let call = 0; call < 3; call++) await here.giveBack("login", "ada");
  assert.equal(await count(), null);
  const allowed = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => [here, there][n % 2].take("login", "ada")),
  );
  assert.equal(allowed.filter(({ status }) => status === "fulfilled").length, 3);

  await redis.end("SIGKILL");
  await until(() => !ada.link.isAvailable && !grace.link.isAvailable);
  for (const { take } of [here, there]) {
    for (let call = 0; call < 3; call++) await take("login", "ada");
    await assert.rejects(take("login", "ada"), TooMany);
  }
});
