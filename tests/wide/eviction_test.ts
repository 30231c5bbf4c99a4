import assert from "node:assert/strict";
import { insertLink } from "../../db/account/links.ts";
import { insertMember } from "../../db/groups/members.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { type Cluster, settingsOf, startCluster } from "../support/cluster.ts";
import { openGate } from "../support/gate.ts";
import { until } from "../support/operate.ts";
import { person, store } from "../support/people.ts";
import { TestProcess } from "../support/process.ts";
import { concerning, connect, openSocket, type TestSocket } from "../support/socket.ts";
import { callApi, openRoom, type Room } from "./room.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster();
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

const evicted = ["error", { message: "You are no longer a member of this group.", code: "not_found" }];

const ends: Record<string, (room: Room) => Promise<unknown>> = {
  "is removed": (room) =>
    room.call("ada", cluster.nodes[0], { method: "DELETE", path: "/groups/:group/members/grace" }),
  "leaves": (room) => room.call("grace", cluster.nodes[0], { method: "DELETE", path: "/groups/:group/members/grace" }),
};

for (const [what, end] of Object.entries(ends)) {
  Deno.test(`Grace ${what} at one instance: her sockets at the others get an error and no more messages`, async () => {
    using room = await openRoom(cluster);
    const graces = await Promise.all(cluster.nodes.map((node) => enter(room, "grace", node)));
    const noras = await Promise.all(cluster.nodes.map((node) => room.enter("nora", node)));
    const ada = await room.enter("ada", cluster.nodes[0]);
    await end(room);
    const { seq } = await ada.say("Goodbye");
    await Promise.all(noras.map((nora) => until(() => nora.events.includes(seq))));
    for (const grace of graces) {
      assert.deepEqual(concerning(room.groupId, await grace.unread()), [evicted]);
      assert.equal((await grace.say(room.groupId, "I am still here")).error, "Group not found");
      assert.equal((await grace.ask("joinGroup", room.groupId)).error, "Group not found");
    }
  });
}

Deno.test("Ada deletes the group at one instance: every socket leaves it and gets an error", async () => {
  using room = await openRoom(cluster);
  const sockets = await Promise.all(cluster.nodes.map((node) => enter(room, "nora", node)));
  await room.call("ada", cluster.nodes[0], { method: "DELETE", path: "/groups/:group" });
  for (const socket of sockets) {
    assert.deepEqual(await socket.next("error"), { message: "This group was deleted", code: "not_found" });
    assert.equal((await socket.say(room.groupId, "Hello?")).error, "Group not found");
    assert.deepEqual(concerning(room.groupId, await socket.unread()), []);
  }
});

Deno.test("Grace logs out at one instance: the sockets of that session are closed at all, and no others", async () => {
  using room = await openRoom(cluster);
  const sockets = await Promise.all(cluster.nodes.map((node) => room.connect("grace", node)));
  using elsewhere = await connect(cluster.nodes[1].url, await cluster.session("grace"));
  await room.call("grace", cluster.nodes[0], { method: "POST", path: "/auth/logout" });
  for (const socket of sockets) assert.equal(await socket.next("disconnect"), "io server disconnect");
  await elsewhere.join(room.groupId);
  assert.equal((await elsewhere.say(room.groupId, "On my other machine")).success, true);
});

Deno.test("Grace's password is reset at one instance: all her sockets are closed at all", async () => {
  using room = await openRoom(cluster);
  const sockets = await Promise.all(cluster.nodes.map((node) => room.connect("grace", node)));
  using elsewhere = await connect(cluster.nodes[1].url, await cluster.session("grace"));
  const link = { hash: hashToken("reset"), userId: "grace", kind: "reset" as const, expiresAt: Date.now() + 60_000 };
  await cluster.db.write([insertLink(cluster.db, link)]);
  const body = { token: "reset", password: "Correct-horse-2" };
  await callApi(cluster.nodes[0], { method: "POST", path: "/auth/reset-password", body });
  for (const socket of [...sockets, elsewhere]) assert.equal(await socket.next("disconnect"), "io server disconnect");
});

/** A further instance, the answers of whose database can be held back. */
async function startGated() {
  await using starting = new AsyncDisposableStack();
  const gate = starting.use(await openGate(cluster.sqld.port));
  const env = { ...settingsOf(cluster), DATABASE_URL: `http://127.0.0.1:${gate.port}` };
  const node = starting.use(new TestProcess(env));
  await node.start();
  const stack = starting.move();
  return { gate, node, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Several rounds: the first answer that is held back may be another one's. */
const tries = 10;

Deno.test("Grace is removed at one instance while another one reads that she is a member: she does not get into the group", async () => {
  await using gated = await startGated();
  using room = await openRoom(cluster);
  const [ada, nora] = [await room.enter("ada", cluster.nodes[0]), await room.enter("nora", gated.node)];
  const grace = await room.connect("grace", gated.node);
  const sayTo = async (content: string) => {
    const { seq } = await ada.say(content);
    await until(() => nora.events.includes(seq));
  };
  for (let n = 1; n <= tries; n++) {
    gated.gate.hold();
    const joining = grace.ask("joinGroup", room.groupId);
    await gated.gate.holdsAnswer();
    await room.call("ada", cluster.nodes[0], { method: "DELETE", path: "/groups/:group/members/grace" });
    await sayTo(`Meanwhile ${n}`);
    gated.gate.release();
    assert.equal((await joining).error, "Group not found");
    await sayTo(`Afterwards ${n}`);
    assert.deepEqual(messagesOf(await grace.unread()), []);
    await insertMember(cluster.db, "ada", { groupId: room.groupId, userId: "grace" }, n);
  }
});

Deno.test("Grace logs out at one instance while another one lets a socket of that session in: it is closed or refused", async () => {
  await using gated = await startGated();
  const outcomes: string[] = [];
  for (let n = 1; n <= tries; n++) {
    const token = await cluster.session("grace");
    gated.gate.hold();
    using grace = openSocket(gated.node.url, { token });
    await gated.gate.holdsAnswer();
    await callApi(cluster.nodes[0], { method: "POST", path: "/auth/logout", token });
    gated.gate.release();
    outcomes.push(await Promise.race([grace.next("disconnect"), grace.refusal()]));
  }
  assert.deepEqual(outcomes.filter((outcome) => !/^(io server disconnect|Unauthorized)$/.test(outcome)), []);
  assert.ok(outcomes.includes("io server disconnect"), "no session ended in the middle of a handshake");
});

/** Of people, each of whom is removed while joining, in each round. */
const crowd = 20;
const rounds = 10;

Deno.test("whoever is removed at one instance while joining at another gets nothing afterwards", async () => {
  using room = await openRoom(cluster);
  const { groupId } = room;
  const people = Array.from({ length: crowd }, (_, n) => person(`Pupil${n}`));
  await store(cluster.db, ...people);
  const [removing, ...joining] = cluster.nodes;
  const ada = await room.enter("ada", removing);
  const noras = await Promise.all(joining.map((node) => room.enter("nora", node)));
  using sockets = new DisposableStack();
  const pupils = await Promise.all(people.map(async ({ id }, n) => {
    const socket = await connect(joining[n % joining.length].url, await cluster.session(id));
    return { id, socket: sockets.use(socket) };
  }));
  for (let round = 1; round <= rounds; round++) {
    for (const { id } of pupils) await insertMember(cluster.db, "ada", { groupId, userId: id }, round);
    await Promise.all(pupils.map(async ({ id, socket }, n) => {
      const removed = () => room.call("ada", removing, { method: "DELETE", path: `/groups/:group/members/${id}` });
      // Some join first, some are removed first, and some both at once.
      const joined = () => socket.ask("joinGroup", groupId);
      if (n % 3 === 0) await joined().then(removed);
      else await Promise.all(n % 3 === 1 ? [joined(), removed()] : [removed(), joined()]);
    }));
    const { seq } = await ada.say(`Round ${round}`);
    await Promise.all(noras.map((nora) => until(() => nora.events.includes(seq))));
    for (const { socket } of pupils) assert.deepEqual(messagesOf(await socket.unread()), []);
  }
});

const messagesOf = (unread: [string, unknown][]) => unread.filter(([event]) => event === "message");

/** Connects a member who joins the group, and has read its history. */
async function enter(room: Room, ...who: Parameters<Room["connect"]>): Promise<TestSocket> {
  const socket = await room.connect(...who);
  await socket.join(room.groupId);
  await socket.unread();
  return socket;
}
