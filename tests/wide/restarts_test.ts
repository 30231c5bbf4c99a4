import assert from "node:assert/strict";
import { v4 as uuid } from "uuid";
import { insertMember } from "../../db/groups/members.ts";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import { person, store } from "../support/people.ts";
import { type ChatClient, openClient } from "./chat_client.ts";
import { history, openRoom, type Room } from "./room.ts";
import { assertWhole, talk } from "./talking.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { chatPaths } from "../../server/contract/chat/paths.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster();
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

const crowd = 100;

// spec: trust.1
Deno.test("an instance killed while a hundred clients talk: nothing acknowledged is lost, doubled or out of order, and all go on", async () => {
  using room = await openRoom(cluster);
  const token = room.tokens.ada;
  using clients = await enterCrowd(room);
  const [killed, ...others] = cluster.nodes;
  const talking = talk(clients.all);
  await talking.acknowledged(crowd);
  await killed.end("SIGKILL");
  const before = talking.count();
  await talking.acknowledged(before + 5 * crowd);
  await talking.end();
  for (const node of others) await assertWhole(clients.all, await history(node, { groupId: room.groupId, token }));

  await killed.start();
  await assertWhole(clients.all, await history(killed, { groupId: room.groupId, token }));
  const back = await room.enter("nora", killed);
  const { seq } = await clients.all[0].say("Is everyone back?");
  await Promise.all([back, ...clients.all].map((client) => client.has(seq)));
});

// spec: trust.2
Deno.test("all instances are restarted one by one under load: no page, form or message fails", async () => {
  using room = await openRoom(cluster);
  const clients = await Promise.all([...Array(4).fill("ada"), ...Array(4).fill("grace")]
    .map((name) => room.enter(name, cluster)));
  const talking = talk(clients);
  const pages = repeat(() => visit(room, groupPaths.group(room.groupId, "chat")));
  const dashboards = repeat(() => visit(room, sitePaths.dashboard));
  const forms = repeat((n) => visit(room, chatPaths.messages(room.groupId), { content: `form ${n}`, formKey: uuid() }));
  const loads = [pages, dashboards, forms];
  for (const node of cluster.nodes) {
    await Promise.all(loads.map((load) => load.more(10)));
    assert.equal((await node.end("SIGTERM")).code, 0);
    await Promise.all(loads.map((load) => load.more(10)));
    await node.start();
  }
  await Promise.all(loads.map((load) => load.end()));
  await talking.end();
  assert.deepEqual(tally(pages.results), { 200: pages.results.length });
  assert.deepEqual(tally(dashboards.results), { 200: dashboards.results.length });
  assert.deepEqual(tally(forms.results), { 303: forms.results.length });
  const all = await history(cluster, { groupId: room.groupId, token: room.tokens.ada });
  await assertWhole(clients, all);
  const posted = all.filter(({ content }) => content.startsWith("form"));
  assert.deepEqual(posted.map(({ content }) => content), forms.results.map((_, n) => `form ${n}`));
});

interface Crowd extends Disposable {
  all: ChatClient[];
}

/** Clients of as many members, through the proxy. */
async function enterCrowd({ groupId }: Room): Promise<Crowd> {
  const { db } = cluster;
  const people = Array.from({ length: crowd }, (_, n) => person(`Pupil${n}`));
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

const tally = (results: number[]) =>
  Object.fromEntries(
    Map.groupBy(results, (status) => status).entries().map(([status, { length }]) => [status, length]),
  );

/** Asks for a page through the proxy, or sends a form. @returns the status */
async function visit({ tokens }: Room, path: string, form?: Record<string, string>): Promise<number> {
  const headers = { Cookie: `${sessionCookie}=${tokens.ada}`, Origin: cluster.url };
  const body = form && new URLSearchParams(form);
  const answer = await fetch(cluster.url + path, { method: form ? "POST" : "GET", headers, body, redirect: "manual" });
  await answer.text();
  return answer.status;
}
