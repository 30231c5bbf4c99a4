import assert from "node:assert/strict";
import { hostname } from "node:os";
import { insertLink } from "../../db/account/tokens.ts";
import { insertMember } from "../../db/groups/members.ts";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/secrets.ts";
import type { GroupActivity } from "../../server/contract/chat/events.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { type Cluster, settingsOf, startCluster } from "../support/cluster.ts";
import { openGate } from "../support/gate.ts";
import { findNginx, startNginx } from "./nginx.ts";
import { until } from "../support/operate.ts";
import { person, store } from "../support/people.ts";
import { TestProcess } from "../support/process.ts";
import { concerning, connect, openSocket, type TestSocket } from "../support/socket.ts";
import { callApi, type Name, openRoom, type Room } from "./room.ts";
import { assertTalk, talk } from "./talking.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  const many = ["chat", "messageChange", "addMember", "groupChange", "any", "visitor"].map((name) => `${name}=99999/1`);
  cluster = await startCluster({ env: { RATE_LIMITS: ["login=3/300", ...many].join() } });
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

Deno.test("Members on three instances talk at once: everyone gets every message once, and Mallory, who is not in the group, gets nothing on any", async () => {
  using room = await openRoom(cluster);
  const mallories = await Promise.all(cluster.nodes.map((node) => room.connect("mallory", node)));
  const refused = { success: false, error: "Group not found", code: "not_found" };
  for (const mallory of mallories) assert.deepEqual(await mallory.ask("joinGroup", room.groupId), refused);
  const names: Name[] = ["ada", "grace", "nora"];
  const clients = await Promise.all(names.map((name, n) => room.enter(name, cluster.nodes[n])));
  await assertTalk(clients, () => room.history(cluster.nodes[0]));
  for (const mallory of mallories) assert.deepEqual(await mallory.unread(), []);
});

Deno.test("Clients talk through the proxy by WebSockets, by polling, or by polling first, each always with one instance", async () => {
  using room = await openRoom(cluster);
  const ways = [["websocket"], ["polling"], ["polling", "websocket"], ["polling"]];
  const clients = await Promise.all(
    ways.map((transports, n) => room.enter(n % 2 ? "ada" : "grace", cluster, { transports })),
  );
  await until(() => clients[2].io.io.engine.transport.name === "websocket");
  await assertTalk(clients, () => room.history(cluster));
});

const nginx = await findNginx();

Deno.test({
  name: "Clients talk through a real nginx, by WebSockets and by polling, and its pages are those of all instances" +
    (nginx ? "" : " (no nginx found on the PATH)"),
  ignore: !nginx,
  async fn() {
    await using proxy = await startNginx(nginx!, cluster.nodes.map(({ env }) => ({ port: Number(env.PORT) })));
    using room = await openRoom(cluster);
    const ways = [["ada", "websocket"], ["grace", "polling"], ["nora", "websocket"]] as const;
    const clients = await Promise.all(
      ways.map(([name, transport]) => room.enter(name, proxy, { transports: [transport] })),
    );
    await assertTalk(clients, () => room.history(proxy));
    // The page begins at what is new to its reader.
    const { seq, content } = clients[0].acknowledged.at(-1)!;
    await room.call("ada", proxy, "PUT /groups/:group/read", { seq });
    const headers = { Cookie: `${sessionCookie}=${room.tokens.ada}` };
    for (let n = 0; n < 6; n++) {
      const page = await fetch(proxy.url + groupPaths.group(room.groupId, "chat"), { headers, redirect: "manual" });
      assert.equal(page.status, 200);
      assert.match(await page.text(), new RegExp(content));
    }
  },
});

Deno.test("A session begun at one instance is good at all, failed logins count for all together, and metrics and lines of the log name their instance", async () => {
  using room = await openRoom(cluster);
  for (const node of [...cluster.nodes, cluster]) {
    assert.equal((await room.call("ada", node, "GET /auth/me")).id, "ada");
  }
  const logIn = async ({ url }: { url: string }, name: string) => {
    const body = JSON.stringify({ email: `${name}@example.org`, password: "a-wrong-one" });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body });
    await answer.body?.cancel();
    return answer.status;
  };
  for (const node of cluster.nodes) assert.equal(await logIn(node, "emmy"), 404);
  for (const node of cluster.nodes) assert.equal(await logIn(node, "emmy"), 429);
  assert.equal(await logIn(cluster, "sofia"), 404, "another account is not concerned");
  for (const node of cluster.nodes) {
    const instance = `${hostname()}:${node.env.PORT}`;
    const series = (await (await fetch(`${node.url}/metrics`)).text()).split("\n").filter((line) => /^[^#]/.test(line));
    assert.deepEqual(series.filter((line) => !line.includes(`instance="${instance}"`)), []);
    assert.deepEqual(node.logged.filter((line) => line.instance !== instance), []);
  }
});

Deno.test("What a member does at one instance is sent to the others of the group at every instance: messages and their changes, typing, books, and pages and marks to the reader's own windows", async () => {
  using room = await openRoom(cluster);
  const [first, second, third] = cluster.nodes;
  const [ada, grace, mallory] = [
    await room.join("ada", second),
    await room.join("grace", third),
    await room.connect("mallory", third),
  ];
  const otherWindow = await room.connect("grace", second);
  const { message } = await room.call("ada", first, "POST /groups/:group/messages", { content: "Page 41" });
  assert.deepEqual(await grace.next("message"), message);
  const edit = `PUT /groups/:group/messages/${message.id}`;
  const { message: edited } = await room.call("ada", first, edit, { content: "Page 42" });
  for (const socket of [ada, grace]) assert.deepEqual(await socket.next("messageChanged"), edited);
  await ada.ask("typing", room.groupId);
  assert.equal((await grace.next("typing")).userId, "ada");
  const draft = { title: "Sketch of the Analytical Engine", author: "L. F. Menabrea", pageCount: 66 };
  const { book } = await room.call("ada", first, "POST /books/groups/:group/books", draft);
  for (const socket of [ada, grace]) assert.equal((await socket.next("bookAdded")).id, book.id);
  await room.call("grace", first, `PUT /books/${book.id}/progress`, { currentPage: 41 });
  await room.call("grace", first, "PUT /groups/:group/read", { seq: 1 });
  for (const socket of [grace, otherWindow]) {
    assert.equal((await socket.next("progressUpdated")).currentPage, 41);
    assert.equal((await socket.next("readUpdated")).lastReadSeq, 1);
  }
  const adas = (await ada.unread()).map(([event]) => event);
  assert.ok(!adas.includes("progressUpdated") && !adas.includes("readUpdated"));
  assert.deepEqual(await mallory.unread(), []);
});

Deno.test("A member who is elsewhere at another instance is sent what is unread, and one who is in the group is not", async () => {
  using room = await openRoom(cluster);
  const [grace, nora] = [await room.connect("grace", cluster.nodes[1]), await room.join("nora", cluster.nodes[1])];
  const content = "@grace Page 41";
  const { message } = await room.call("ada", cluster.nodes[0], "POST /groups/:group/messages", { content });
  /** The next activity of this room's group: there is that of the other tests' groups as well. */
  const activity = async (): Promise<GroupActivity> => {
    const next = await grace.next<GroupActivity>("groupActivity");
    return next.groupId === room.groupId ? next : await activity();
  };
  const { unread, mentions } = await activity();
  assert.deepEqual([unread, mentions], [1, 1]);
  await room.call("ada", cluster.nodes[0], `DELETE /groups/:group/messages/${message.id}`);
  while ((await activity()).unread > 0);
  const noras = concerning(room.groupId, await nora.unread()).map(([event]) => event);
  assert.deepEqual(noras.filter((event) => event === "groupActivity"), []);
});

/** How many instances are sent what happens in a group. */
async function listeners({ groupId }: Room): Promise<number> {
  const count = `return redis.call('PUBSUB', 'NUMSUB', 'chapterhouse:0:group:${groupId}')[2]`;
  return Number((await cluster.redis.command(`EVAL "${count}" 0`)).slice(1));
}

Deno.test("Grace joins at an instance that had nobody in the group, while Ada talks at another: she gets every message, in the history or as an event, and an instance with nobody in the group is sent none", async () => {
  using room = await openRoom(cluster);
  const { groupId } = room;
  const ada = await room.enter("ada", cluster.nodes[0]);
  await room.connect("nora", cluster.nodes[2]);
  const talking = talk([ada]);
  for (let round = 1; round <= 20; round++) {
    await until(async () => await listeners(room) === 1);
    using grace = await room.connect("grace", cluster.nodes[1]);
    const history = await grace.join({ groupId, after: Math.max(0, talking.count() - 20) });
    assert.equal(await listeners(room), 2);
    const received = new Set(history.map(({ seq }) => seq));
    const last = talking.count() + 10;
    while (!received.has(last)) received.add((await grace.next("message")).seq);
    for (let { seq } = history[0]; seq <= last; seq++) assert.ok(received.has(seq), `${seq} of ${last}`);
  }
  await talking.end();
});

Deno.test("Somebody who is added to a group at one instance is sent what is unread there at another", async () => {
  using room = await openRoom(cluster);
  const mallory = await room.connect("mallory", cluster.nodes[1]);
  await room.call("ada", cluster.nodes[0], "POST /groups/:group/members", { userId: "mallory" });
  assert.equal((await mallory.next("groupChanged")).id, room.groupId);
  await room.call("ada", cluster.nodes[0], "POST /groups/:group/messages", { content: "Page 41" });
  const { groupId, unread } = await mallory.next<GroupActivity>("groupActivity");
  assert.deepEqual([groupId, unread], [room.groupId, 1]);
});

/** Waits until a socket is sent that these are in the group, and nobody else. */
async function sees(socket: TestSocket, ...names: string[]): Promise<void> {
  for (;;) {
    const { userIds } = await socket.next<{ userIds: string[] }>("presence");
    if (JSON.stringify(userIds.toSorted()) === JSON.stringify(names)) return;
  }
}

Deno.test("In a group are those who are in it at any instance, and for a while those who were at one that was killed", async () => {
  using room = await openRoom(cluster);
  const [first, second] = cluster.nodes;
  const enter = async (name: Name, node: TestProcess) => {
    const socket = await room.connect(name, node);
    await socket.join(room.groupId);
    return socket;
  };
  const ada = await enter("ada", first);
  await sees(ada, "ada");
  const [grace, window] = [await enter("grace", second), await enter("ada", second)];
  await sees(ada, "ada", "grace");
  await sees(window, "ada", "grace");
  grace[Symbol.dispose]();
  await sees(ada, "ada");
  const store = (until: number) =>
    cluster.redis.command(
      `HSET chapterhouse:presence:${room.groupId} killed "{\\"userIds\\":[\\"nora\\"],\\"until\\":${until}}"`,
    );
  assert.equal(await store(Date.now() + 60_000), ":1");
  const again = await enter("grace", second);
  await sees(ada, "ada", "grace", "nora");
  await store(Date.now());
  again[Symbol.dispose]();
  await sees(ada, "ada");
  await room.call("ada", second, "DELETE /groups/:group/members/nora");
  await enter("grace", first);
  await sees(window, "ada", "grace");
});

Deno.test("Grace is removed, or leaves, at one instance, or the group is deleted: the sockets at the others get an error, and no more messages", async () => {
  const evicted = ["error", { message: "You are no longer a member of this group.", code: "not_found" }];
  for (const by of ["ada", "grace"] as const) {
    using room = await openRoom(cluster);
    const graces = await Promise.all(cluster.nodes.map((node) => room.join("grace", node)));
    const noras = await Promise.all(cluster.nodes.map((node) => room.enter("nora", node)));
    const ada = await room.enter("ada", cluster.nodes[0]);
    await room.call(by, cluster.nodes[0], "DELETE /groups/:group/members/grace");
    const { seq } = await ada.say("Goodbye");
    await Promise.all(noras.map((nora) => until(() => nora.events.includes(seq))));
    for (const grace of graces) {
      assert.deepEqual(concerning(room.groupId, await grace.unread()), [evicted]);
      assert.equal((await grace.say(room.groupId, "I am still here")).error, "Group not found");
      assert.equal((await grace.ask("joinGroup", room.groupId)).error, "Group not found");
    }
    const others = await Promise.all(cluster.nodes.map((node) => room.join("nora", node)));
    await room.call("ada", cluster.nodes[0], "DELETE /groups/:group");
    for (const socket of others) {
      assert.deepEqual(await socket.next("error"), { message: "This group was deleted", code: "not_found" });
      assert.equal((await socket.say(room.groupId, "Hello?")).error, "Group not found");
      assert.deepEqual(concerning(room.groupId, await socket.unread()), []);
    }
  }
});

Deno.test("Grace logs out at one instance: the sockets of that session are closed at all; her password is reset: all her sockets are", async () => {
  using room = await openRoom(cluster);
  const sockets = await Promise.all(cluster.nodes.map((node) => room.connect("grace", node)));
  using elsewhere = await connect(cluster.nodes[1].url, await cluster.session("grace"));
  await room.call("grace", cluster.nodes[0], "POST /auth/logout");
  for (const socket of sockets) assert.equal(await socket.next("disconnect"), "io server disconnect");
  await elsewhere.join(room.groupId);
  assert.equal((await elsewhere.say(room.groupId, "On my other machine")).success, true);
  const link = { hash: hashToken("reset"), userId: "grace", kind: "reset" as const, expiresAt: Date.now() + 60_000 };
  await cluster.db.write([insertLink(cluster.db, link)]);
  const body = { token: "reset", password: "Correct-horse-2" };
  await callApi(cluster.nodes[0], "POST /auth/reset-password", { body });
  assert.equal(await elsewhere.next("disconnect"), "io server disconnect");
});

const messagesOf = (unread: [string, unknown][]) => unread.filter(([event]) => event === "message");

Deno.test("Grace is removed, or logs out, at one instance while another one lets her in: she is not let in, or put out again, and gets nothing", async () => {
  await using gate = await openGate(cluster.sqld.port);
  const env = { ...settingsOf(cluster), DATABASE_URL: `http://127.0.0.1:${gate.port}` };
  await using gated = new TestProcess(env);
  await gated.start();
  using room = await openRoom(cluster);
  const [ada, nora] = [await room.enter("ada", cluster.nodes[0]), await room.enter("nora", gated)];
  const grace = await room.connect("grace", gated);
  const sayTo = async (content: string) => {
    const { seq } = await ada.say(content);
    await until(() => nora.events.includes(seq));
  };
  // Several rounds: the first answer that is held back may be another one's.
  for (let n = 1; n <= 10; n++) {
    gate.hold();
    const joining = grace.ask("joinGroup", room.groupId);
    await gate.holdsAnswer();
    await room.call("ada", cluster.nodes[0], "DELETE /groups/:group/members/grace");
    await sayTo(`Meanwhile ${n}`);
    gate.release();
    assert.equal((await joining).error, "Group not found");
    await sayTo(`Afterwards ${n}`);
    assert.deepEqual(messagesOf(await grace.unread()), []);
    await insertMember(cluster.db, "ada", { groupId: room.groupId, userId: "grace" }, n);
  }
  const outcomes: string[] = [];
  for (let n = 1; n <= 10; n++) {
    const token = await cluster.session("grace");
    gate.hold();
    using socket = openSocket(gated.url, { token });
    await gate.holdsAnswer();
    await callApi(cluster.nodes[0], "POST /auth/logout", { token });
    gate.release();
    outcomes.push(await Promise.race([socket.next("disconnect"), socket.refusal()]));
  }
  assert.deepEqual(outcomes.filter((outcome) => !/^(io server disconnect|Unauthorized)$/.test(outcome)), []);
  assert.ok(outcomes.includes("io server disconnect"), "no session ended in the middle of a handshake");
});

Deno.test("People who are removed at one instance while they join at another get nothing afterwards", async () => {
  using room: Room = await openRoom(cluster);
  const { groupId } = room;
  const [removing, joining] = cluster.nodes;
  const people = Array.from({ length: 20 }, (_, n) => person(`Pupil${n}`));
  await store(cluster.db, ...people);
  const noras = await Promise.all([removing, joining].map((node) => room.enter("nora", node)));
  const ada = await room.enter("ada", removing);
  using opened = new DisposableStack();
  const pupils = await Promise.all(people.map(async ({ id }) => ({
    id,
    socket: opened.use(await connect(joining.url, await cluster.session(id))),
  })));
  for (let round = 1; round <= 6; round++) {
    for (const { id } of pupils) await insertMember(cluster.db, "ada", { groupId, userId: id }, round);
    await Promise.all(pupils.map(async ({ id, socket }, n) => {
      const removed = () => room.call("ada", removing, `DELETE /groups/:group/members/${id}`);
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
