import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { GroupActivity } from "../../server/contract/chat/events.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import type { TestSocket } from "../support/socket.ts";
import { openRoom, type Room } from "./room.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster({ nodes: 2 });
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

/** Waits until a socket is sent that these are in the group, and nobody else. */
async function sees(socket: TestSocket, ...names: string[]): Promise<void> {
  for (;;) {
    const { userIds } = await socket.next<{ userIds: string[] }>("presence");
    if (JSON.stringify(userIds.toSorted()) === JSON.stringify(names)) return;
  }
}

async function enter(room: Room, name: "ada" | "grace" | "nora", node: number): Promise<TestSocket> {
  const socket = await room.connect(name, cluster.nodes[node]);
  await socket.join(room.groupId);
  return socket;
}

/** Sends a message at an instance, and returns it with its path. */
async function sendOne(room: Room, node: number, content: string): Promise<{ message: Message; path: string }> {
  const path = "/groups/:group/messages";
  const { message } = await room.call("ada", cluster.nodes[node], { method: "POST", path, body: { content } });
  return { message, path: `${path}/${message.id}` };
}

Deno.test("who is in a group is who is in it at all instances", async () => {
  using room = await openRoom(cluster);
  const ada = await enter(room, "ada", 0);
  await sees(ada, "ada");
  const [grace, window] = [await enter(room, "grace", 1), await enter(room, "ada", 1)];
  await sees(ada, "ada", "grace");
  await sees(window, "ada", "grace");
  grace[Symbol.dispose]();
  await sees(ada, "ada");
  await room.call("ada", cluster.nodes[1], { method: "DELETE", path: "/groups/:group/members/nora" });
  await enter(room, "grace", 0);
  await sees(window, "ada", "grace");
});

Deno.test("what an instance that was killed has stored of who is in a group counts for a while only", async () => {
  using room = await openRoom(cluster);
  const key = `chapterhouse:presence:${room.groupId}`;
  const store = (until: number) =>
    cluster.redis.command(`HSET ${key} killed "{\\"userIds\\":[\\"nora\\"],\\"until\\":${until}}"`);
  const ada = await enter(room, "ada", 0);
  await sees(ada, "ada");
  assert.equal(await store(Date.now() + 60_000), ":1");
  const grace = await enter(room, "grace", 1);
  await sees(ada, "ada", "grace", "nora");
  await store(Date.now());
  grace[Symbol.dispose]();
  await sees(ada, "ada");
});

Deno.test("a message that is changed at one instance is changed for those at others, and typing is seen there", async () => {
  using room = await openRoom(cluster);
  const [ada, grace] = [await enter(room, "ada", 0), await enter(room, "grace", 1)];
  const mallory = await room.connect("mallory", cluster.nodes[1]);
  const { message, path } = await sendOne(room, 0, "Page 41");
  assert.deepEqual(await grace.next("message"), message);
  const edit = { method: "PUT", path, body: { content: "Page 42" } };
  const { message: edited } = await room.call("ada", cluster.nodes[0], edit);
  for (const socket of [ada, grace]) assert.deepEqual(await socket.next("messageChanged"), edited);
  await ada.ask("typing", room.groupId);
  assert.equal((await grace.next("typing")).userId, "ada");
  const window = await room.connect("grace", cluster.nodes[0]);
  await room.call("grace", cluster.nodes[1], { method: "PUT", path: "/groups/:group/read", body: { seq: 1 } });
  for (const socket of [grace, window]) assert.equal((await socket.next("readUpdated")).lastReadSeq, 1);
  assert.deepEqual(await mallory.unread(), []);
});

Deno.test("a member elsewhere at another instance is sent what is unread", async () => {
  using room = await openRoom(cluster);
  const [grace, nora] = [await room.connect("grace", cluster.nodes[1]), await enter(room, "nora", 1)];
  const { path } = await sendOne(room, 0, "@grace Page 41");
  const { unread, mentions } = await activityOf(room, grace);
  assert.deepEqual([unread, mentions], [1, 1]);
  await room.call("ada", cluster.nodes[0], { method: "DELETE", path });
  while ((await activityOf(room, grace)).unread > 0);
  const inGroup = (await nora.unread()).filter(([event, { groupId }]) =>
    event === "groupActivity" && groupId === room.groupId
  );
  assert.deepEqual(inGroup, []);
});

/** The next activity of this room's group: there is that of the other tests' groups as well. */
async function activityOf({ groupId }: Room, socket: TestSocket): Promise<GroupActivity> {
  let activity: GroupActivity;
  do activity = await socket.next("groupActivity"); while (activity.groupId !== groupId);
  return activity;
}

Deno.test("a change that was made at another instance while Redis was unavailable is sent afterwards, and the rest is caught up with by rev", async () => {
  using room = await openRoom(cluster);
  const grace = await enter(room, "grace", 1);
  const [one, two] = [await sendOne(room, 0, "one"), await sendOne(room, 0, "two")];
  await grace.messages(2);
  await cluster.redis.end("SIGKILL");
  await redisIs("unavailable");
  await room.call("ada", cluster.nodes[0], { method: "PUT", path: one.path, body: { content: "ONE" } });
  await sendOne(room, 0, "three");
  await room.call("ada", cluster.nodes[0], { method: "DELETE", path: two.path });
  await cluster.redis.start();
  await redisIs("ready");
  const last = await grace.next<Message>("messageChanged");
  assert.deepEqual([last.id, last.rev, last.deletedAt !== null], [two.message.id, 5, true]);
  await grace.ask("joinGroup", { groupId: room.groupId, rev: 2 });
  let history: Message[] = [];
  while (history.length < 3) history = await grace.next("messageHistory");
  assert.deepEqual(history.map(({ rev, content }) => [rev, content]), [[3, "ONE"], [4, "three"], [5, ""]]);
});

/** Waits until every instance reports this of Redis. */
async function redisIs(state: "ready" | "unavailable"): Promise<void> {
  for (const { url } of cluster.nodes) {
    await until(async () => (await (await fetch(`${url}/readyz`)).json()).redis === state);
  }
}
