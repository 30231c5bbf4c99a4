import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Notice } from "../../server/contract/notices/shapes.ts";
import type { Overview } from "../../server/contract/groups/shapes.ts";
import { emit, on } from "../../islands/runtime/events.ts";
import { changeOverview, followOverview, latestOverview } from "../../islands/runtime/overview.ts";
import { silent } from "../support/silent.ts";

const answer = {
  groups: [{ id: "engine", memberCount: 2, ...silent }, { id: "books", memberCount: 2, ...silent }],
  requests: 1,
  notices: 1,
  unreadNotices: 2,
};

/** Ada's page, whose server counts how often it is asked. */
async function openPage() {
  const page = { asked: 0, api: "" };
  const server = createServer((_request, response) => {
    page.asked++;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(answer));
  }).listen(0);
  await once(server, "listening");
  page.api = `http://localhost:${(server.address() as AddressInfo).port}`;
  const documentElement = { dataset: { api: page.api, viewer: "ada" } };
  Object.assign(globalThis, { document: { documentElement } });
  return {
    page,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
      Reflect.deleteProperty(globalThis, "document");
    },
  };
}

/** Fetched anew, as when the connection is there again. */
function connected(): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  emit("connected", undefined);
  const stop = on("overview", resolve);
  return promise.finally(stop);
}

const known = () => latestOverview() as Overview;
const shape = () => known().groups.map(({ id, memberCount }) => `${id} ${memberCount}`);
const notice = (kind: Notice["kind"]): Notice => (
  { id: "n", kind, text: "", url: "/", actor: null, excerpt: null, createdAt: "", readAt: null }
);

Deno.test("who comes and goes, and what is read, is counted by the page, which does not ask for it", async () => {
  await using opened = await openPage();
  const { page } = opened;
  followOverview("ada");
  await connected();
  emit("memberAdded", { groupId: "engine", userId: "grace" });
  assert.deepEqual(shape(), ["engine 3", "books 2"]);
  emit("memberRemoved", { groupId: "engine", userId: "grace" });
  assert.deepEqual(shape(), ["engine 2", "books 2"]);
  emit("memberRemoved", { groupId: "books", userId: "ada" });
  assert.deepEqual(shape(), ["engine 2"]);
  emit("notice", notice("mention"));
  assert.deepEqual([known().notices, known().unreadNotices], [1, 3]);
  emit("noticesRead", { unread: 0, ids: [] });
  assert.deepEqual([known().notices, known().unreadNotices], [0, 0]);
  assert.equal(page.asked, 1);

  // What is not known by that is fetched, for a request to be friends at once.
  await connected();
  assert.equal(page.asked, 2);
  assert.equal(known().unreadNotices, 2);
  const fetched = Promise.withResolvers<unknown>();
  emit("notice", notice("friendRequest"));
  const stop = on("overview", fetched.resolve);
  await fetched.promise;
  stop();
  assert.equal(page.asked, 3);
});

Deno.test("what Ada did here is not undone by what others do before the server's answer is there", async () => {
  await using _opened = await openPage();
  followOverview("ada");
  await connected();
  changeOverview((before) => ({ ...before, requests: 0 }));
  emit("memberAdded", { groupId: "engine", userId: "mallory" });
  emit("noticesRead", { unread: 1, ids: [] });
  assert.deepEqual([known().requests, known().unreadNotices], [0, 1]);
  const fetched = Promise.withResolvers<unknown>();
  const stop = on("overview", fetched.resolve);
  await fetched.promise;
  stop();
  assert.equal(known().requests, 1);
});
