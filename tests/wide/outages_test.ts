import assert from "node:assert/strict";
import { v4 as uuid } from "uuid";
import { deleteSession } from "../../db/account/sessions.ts";
import { insertBook } from "../../db/books/books.ts";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { deleteMember, insertMember } from "../../db/groups/members.ts";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/secrets.ts";
import { openRedis } from "../../server/cluster/redis.ts";
import { chatPaths } from "../../server/contract/chat/paths.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { openLog } from "../../server/log.ts";
import { type Cluster, settingsOf, startCluster } from "../support/cluster.ts";
import type { Engine } from "../support/engine.ts";
import { until } from "../support/operate.ts";
import { person, store } from "../support/people.ts";
import { runProcess, type TestProcess } from "../support/process.ts";
import { connect } from "../support/socket.ts";
import { type ChatClient, openClient } from "./chat_client.ts";
import { callApi, type Name, openRoom, type Room } from "./room.ts";
import { assertWhole, talk } from "./talking.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster({ nodes: 2 });
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

/** How an engine is away for a while. */
const outages = {
  "is killed and started again": [(engine: Engine) => engine.end("SIGKILL"), (engine: Engine) => engine.start()],
  "hangs and goes on": [(engine: Engine) => engine.signal("SIGSTOP"), (engine: Engine) => engine.signal("SIGCONT")],
};

/** Waits until every instance answers so whether it is ready, and what it says of Redis. */
async function readyzIs(status: number, redis?: "ready" | "unavailable"): Promise<void> {
  for (const { url } of cluster.nodes) {
    await until(async () => {
      const answer = await fetch(`${url}/readyz`);
      const body = await answer.json();
      // Without Redis each instance is ready all the same.
      if (redis) assert.deepEqual([answer.status, body.status], [200, "ready"]);
      return answer.status === status && (!redis || body.redis === redis);
    });
  }
}

for (const [what, [begin, end]] of Object.entries(outages)) {
  Deno.test(`The libSQL server ${what} while members talk: pages fail within seconds, nothing acknowledged is lost, and what failed is sent again`, async () => {
    using room = await openRoom(cluster);
    const dashboards = () => Promise.all(cluster.nodes.map((node) => visit(room, node, sitePaths.dashboard)));
    const names: Name[] = ["ada", "grace", "nora", "ada", "grace", "nora"];
    const clients = await Promise.all(names.map((name) => room.enter(name, cluster)));
    const talking = talk(clients);
    await talking.acknowledged(100);
    await begin(cluster.sqld);
    await readyzIs(503);
    assert.deepEqual(await dashboards(), cluster.nodes.map(() => 503));
    const before = talking.count();
    await end(cluster.sqld);
    await readyzIs(200);
    await talking.acknowledged(before + 100);
    await talking.end();
    assert.deepEqual(await dashboards(), cluster.nodes.map(() => 200));
    for (const node of cluster.nodes) await assertWhole(clients, await room.history(node));
  });

  Deno.test(`Redis ${what}: each instance serves its own sockets meanwhile, and afterwards everyone has every message, and those who were removed or logged out are out`, async () => {
    using room = await openRoom(cluster);
    const [first, second] = cluster.nodes;
    const pairs = await openPairs(room);
    const nora = await room.join("nora", second);
    const session = await cluster.session("grace");
    using loggedOut = await connect(second.url, session);
    const logged = cluster.nodes.map(linesAboutRedis);
    await begin(cluster.redis);
    await readyzIs(200, "unavailable");
    await room.call("ada", first, "DELETE /groups/:group/members/nora");
    await callApi(first, "POST /auth/logout", { token: session });
    for (const { name, ada, grace } of pairs) {
      for (let n = 1; n <= 20; n++) {
        const { seq } = await ada.say(`meanwhile ${n} at ${name}`);
        await until(() => grace.events.includes(seq));
      }
    }
    // An instance that was held up for some seconds has looked for removed members already.
    const early = (await nora.unread("error")).map(([, refusal]) => refusal);
    await end(cluster.redis);
    assert.equal((early[0] ?? await nora.next("error")).code, "not_found");
    assert.equal(await loggedOut.next("disconnect"), "io server disconnect");
    await readyzIs(200, "ready");
    await everyoneTalks(pairs);
    assert.deepEqual((await nora.unread()).filter(([event]) => event === "message"), []);
    for (const [n, node] of cluster.nodes.entries()) {
      assert.deepEqual(linesAboutRedis(node).slice(logged[n].length), [
        "Redis is unavailable: other instances are not reached, and limits count here alone",
        "Redis is available again",
      ]);
    }
  });
}

Deno.test("Redis is flushed while members talk: everyone has every message, and evictions reach all instances", async () => {
  using room = await openRoom(cluster);
  const pairs = await openPairs(room);
  for (let round = 1; round <= 3; round++) {
    const talking = everyoneTalks(pairs);
    assert.equal(await cluster.redis.command("FLUSHALL"), "+OK");
    await talking;
  }
  const noras = await Promise.all(cluster.nodes.map((node) => room.enter("nora", node)));
  await room.call("ada", cluster.nodes[0], "DELETE /groups/:group/members/nora");
  await until(() => noras.every(({ errors }) => errors.includes("not_found")));
});

Deno.test("A change that was made at another instance while Redis was unavailable is sent afterwards, and the rest is caught up with by rev; an instance that does not reach Redis does not start", async () => {
  using room = await openRoom(cluster);
  const [first, second] = cluster.nodes;
  const grace = await room.connect("grace", second);
  await grace.join(room.groupId);
  const send = async (content: string) =>
    `/groups/:group/messages/${
      (await room.call("ada", first, "POST /groups/:group/messages", { content })).message.id
    }`;
  const [one, two] = [await send("one"), await send("two")];
  await grace.messages(2);
  await cluster.redis.end("SIGKILL");
  await readyzIs(200, "unavailable");
  await room.call("ada", first, `PUT ${one}`, { content: "ONE" });
  await send("three");
  await room.call("ada", first, `DELETE ${two}`);
  const { code, err, out } = await runProcess(settingsOf(cluster));
  assert.deepEqual([code, out], [1, [""]]);
  assert.match(err, /^Chapterhouse cannot start\. REDIS_URL: Redis cannot be reached\.[^\n]+\n$/);
  await cluster.redis.start();
  await readyzIs(200, "ready");
  let last: Message;
  // An instance that is without Redis for long looks for the latest change itself, and may have done so before.
  do last = await grace.next<Message>("messageChanged"); while (last.rev < 5);
  assert.deepEqual([two.endsWith(last.id), last.rev, last.deletedAt !== null], [true, 5, true]);
  await grace.ask("joinGroup", { groupId: room.groupId, rev: 2 });
  let history: Message[] = [];
  while (history.length < 3) history = await grace.next("messageHistory");
  assert.deepEqual(history.map(({ rev, content }) => [rev, content]), [[3, "ONE"], [4, "three"], [5, ""]]);
});

Deno.test("What an instance stored and did not live to send reaches the others when it starts again, hidden from members who have not read so far", async () => {
  using room = await openRoom(cluster);
  const { db, redis, nodes: [node] } = cluster;
  const { groupId } = room;
  const [ada, grace, nora] = await Promise.all(
    (["ada", "grace", "nora"] as const).map((name) => room.join(name, node)),
  );
  const removed = await room.join("nora", cluster.nodes[1]);
  const session = await cluster.session("grace");
  using loggedOut = await connect(node.url, session);
  await insertBook(db, "ada", { id: "sketch", groupId, title: "Sketch", pageCount: 300, coverKey: null }, 1);
  // As an instance that is killed right after the commit.
  await deleteMember(db, "ada", { groupId, userId: "nora" });
  await deleteSession(db, hashToken(session));
  const anchor = { bookId: "sketch", position: 100, editionId: null };
  const row = { id: "last", groupId, userId: "ada", content: "It is never built", clientId: null, anchor };
  await insertMessage(db, row, Date.now());
  const link = await openRedis({ url: redis.url, log: openLog("silent") });
  assert.equal((await ada.next("messageChanged")).content, "It is never built");
  const { content, veiled } = await grace.next("messageChanged");
  assert.deepEqual([content, veiled], ["", true]);
  for (const socket of [nora, removed]) assert.equal((await socket.next("error")).code, "not_found");
  assert.equal(await loggedOut.next("disconnect"), "io server disconnect");
  await link.close();
  await ada.say(groupId, "And on");
  for (const socket of [nora, removed]) {
    assert.deepEqual((await socket.unread()).filter(([event]) => event.startsWith("message")), []);
  }
});

Deno.test("An instance is killed while fifty clients talk: nothing acknowledged is lost, doubled or out of order, and all go on", async () => {
  using room = await openRoom(cluster);
  using clients = await enterCrowd(room, 50);
  const [killed, other] = cluster.nodes;
  const talking = talk(clients.all);
  await talking.acknowledged(100);
  await killed.end("SIGKILL");
  await talking.acknowledged(talking.count() + 250);
  await talking.end();
  await assertWhole(clients.all, await room.history(other));
  await killed.start();
  await assertWhole(clients.all, await room.history(killed));
  const back = await room.enter("nora", killed);
  const { seq } = await clients.all[0].say("Is everyone back?");
  await Promise.all([back, ...clients.all].map((client) => client.has(seq)));
});

Deno.test("All instances are restarted one by one under load: no page, form or message fails", async () => {
  using room = await openRoom(cluster);
  const names: Name[] = ["ada", "grace", "ada", "grace"];
  const clients = await Promise.all(names.map((name) => room.enter(name, cluster)));
  const talking = talk(clients);
  const pages = repeat(() => visit(room, cluster, groupPaths.group(room.groupId, "chat")));
  const dashboards = repeat(() => visit(room, cluster, sitePaths.dashboard));
  const messages = chatPaths.messages(room.groupId);
  const forms = repeat((n) => visit(room, cluster, messages, { content: `form ${n}`, formKey: uuid() }));
  const loads = [pages, dashboards, forms];
  for (const node of cluster.nodes) {
    await Promise.all(loads.map((load) => load.more(10)));
    assert.equal((await node.end("SIGTERM")).code, 0);
    await Promise.all(loads.map((load) => load.more(10)));
    await node.start();
  }
  await Promise.all(loads.map((load) => load.end()));
  await talking.end();
  assert.deepEqual([...new Set([...pages.results, ...dashboards.results])], [200]);
  assert.deepEqual([...new Set(forms.results)], [303]);
  const all = await room.history(cluster);
  await assertWhole(clients, all);
  const posted = all.filter(({ content }) => content.startsWith("form")).map(({ content }) => content);
  assert.deepEqual(posted, forms.results.map((_, n) => `form ${n}`));
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

/** Everyone sends some messages, and waits for those of all, and for all before them. */
async function everyoneTalks(pairs: Pair[]): Promise<void> {
  const sent = await Promise.all(pairs.map(async ({ ada }) => {
    for (let n = 1; n < 20; n++) await ada.say(`${crypto.randomUUID()}`);
    return (await ada.say(`${crypto.randomUUID()}`)).seq;
  }));
  for (const { ada, grace } of pairs) await Promise.all([ada.has(Math.max(...sent)), grace.has(Math.max(...sent))]);
}

const linesAboutRedis = ({ logged }: TestProcess): string[] =>
  logged.filter(({ msg }) => msg.includes("Redis")).map(({ msg }) => msg);

/** Clients of as many members, through the proxy. */
async function enterCrowd({ groupId }: Room, size: number): Promise<Disposable & { all: ChatClient[] }> {
  const { db } = cluster;
  const people = Array.from({ length: size }, (_, n) => person(`Pupil${n}`));
  await store(db, ...people);
  await Promise.all(people.map(({ id }) => insertMember(db, "ada", { groupId, userId: id }, 3)));
  const tokens = await Promise.all(people.map(({ id }) => cluster.session(id)));
  const all = await Promise.all(tokens.map((token) => openClient(cluster.url, { token, groupId })));
  return { all, [Symbol.dispose]: () => all.forEach((client) => client[Symbol.dispose]()) };
}

/** Does something again and again, one at a time, and collects what it results in. */
function repeat<T>(work: (n: number) => Promise<T>) {
  const results: T[] = [];
  let ended = false;
  const working = (async () => {
    while (!ended) results.push(await work(results.length));
  })();
  return {
    results,
    more: (count: number, from = results.length) => until(() => results.length >= from + count),
    async end() {
      ended = true;
      await working;
    },
  };
}

/** Asks for a page as Ada, or sends a form. @returns the status */
async function visit({ tokens }: Room, { url }: { url: string }, path: string, form?: Record<string, string>) {
  const headers = { Cookie: `${sessionCookie}=${tokens.ada}`, Origin: url };
  const body = form && new URLSearchParams(form);
  const answer = await fetch(url + path, { method: form ? "POST" : "GET", headers, body, redirect: "manual" });
  await answer.text();
  return answer.status;
}
