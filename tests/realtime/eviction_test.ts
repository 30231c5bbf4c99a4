import assert from "node:assert/strict";
import { LibsqlError } from "@libsql/client";
import { Server } from "socket.io";
import { insertLink } from "../../db/account/links.ts";
import type { Db } from "../../db/engine/client.ts";
import { resetPassword } from "../../server/actions/account/passwords.ts";
import type { Deps } from "../../server/deps.ts";
import { endSession, startSession } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { openBroadcast } from "../../server/realtime/broadcast.ts";
import { type ChatSocket, membersRoom } from "../../server/realtime/rooms.ts";
import { connect, openSocket, type TestSocket } from "../support/socket.ts";
import { type Chatroom, engine, type Name, openChatroom } from "./chatroom.ts";

const evicted = ["error", { message: "You are no longer a member of this group.", code: "not_found" }];

const ends: Record<string, (room: Chatroom) => Promise<unknown>> = {
  "is removed": (room) => room.call("ada", "DELETE", `/groups/${engine}/members/grace`),
  "leaves": (room) => room.call("grace", "DELETE", `/groups/${engine}/members/grace`),
};

for (const [what, end] of Object.entries(ends)) {
  Deno.test(`Grace ${what}: her sockets get an error and no more messages`, async () => {
    await using room = await openChatroom();
    const ada = await room.enter("ada");
    const graces = [await room.enter("grace"), await room.enter("grace")];
    await end(room);
    assert.equal((await ada.say(engine, "Goodbye")).success, true);
    for (const grace of graces) {
      assert.deepEqual(await grace.unread(), [evicted]);
      assert.equal((await grace.say(engine, "I am still here")).error, "Group not found");
      assert.equal((await grace.ask("joinGroup", engine)).error, "Group not found");
    }
    assert.equal((await ada.messages(1))[0].content, "Goodbye");
  });
}

Deno.test("Grace is removed and added again: she can join and gets every message", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  await room.call("ada", "DELETE", `/groups/${engine}/members/grace`);
  await ada.say(engine, "Meanwhile");
  await room.call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
  assert.equal((await grace.join({ groupId: engine, after: 0 }))[0].content, "Meanwhile");
  await ada.say(engine, "Welcome back");
  assert.equal((await grace.next("message")).content, "Welcome back");
});

Deno.test("Ada deletes the group: every socket leaves it and gets an error", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  await room.call("ada", "DELETE", `/groups/${engine}`);
  for (const socket of [ada, grace]) {
    const events = (await socket.unread()).filter(([event]) => event !== "presence");
    assert.deepEqual(events, [["error", { message: "This group was deleted", code: "not_found" }]]);
    assert.equal((await socket.say(engine, "Hello?")).error, "Group not found");
  }
});

/** A database that stores what it is given, and whose answer is lost on its way. */
function answerLost(deps: Deps): Deps {
  const { db } = deps;
  const write: Db["write"] = async (statements, options) => {
    await db.write(statements, options);
    throw new LibsqlError("no answer", "SERVER_UNREACHABLE");
  };
  return { ...deps, db: { ...db, write } };
}

Deno.test("a session that was ended without the answer arriving has no sockets any more", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  await assert.rejects(endSession(answerLost(room.app.deps), hashToken(room.tokens.grace)));
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  await room.app.deps.db.write([
    insertLink(room.app.deps.db, {
      hash: hashToken("l"),
      userId: "ada",
      kind: "reset",
      expiresAt: room.app.deps.clock() + 1000,
    }),
  ]);
  const call = { deps: answerLost(room.app.deps), caller: { address: "127.0.0.1" }, params: {} };
  await assert.rejects(async () => await resetPassword.run!(call, { token: "l", password: "Another1" }));
  assert.equal(await ada.next("disconnect"), "io server disconnect");
});

Deno.test("Grace logs out: only the sockets of that session are closed", async () => {
  await using room = await openChatroom();
  const grace = await room.enter("grace");
  const elsewhere = await signInAgain(room);
  await room.call("grace", "POST", "/auth/logout");
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  assert.equal((await elsewhere.say(engine, "On my other machine")).success, true);
});

Deno.test("Grace's password is reset: all her sockets are closed", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const elsewhere = await signInAgain(room);
  await room.app.call("POST", "/auth/forgot-password", null, { email: "grace@example.org" });
  const [link] = await room.app.links("grace@example.org");
  const token = new URL(link, room.url).searchParams.get("token");
  await room.app.call("POST", "/auth/reset-password", null, { token, password: "Correct-horse-2" });
  for (const socket of [grace, elsewhere]) assert.equal(await socket.next("disconnect"), "io server disconnect");
  assert.equal((await ada.say(engine, "Only me now")).success, true);
});

Deno.test("a socket whose session has expired is closed at its next event", async () => {
  let now = Date.now();
  await using room = await openChatroom({ clock: () => now });
  const grace = await room.enter("grace");
  now += 31 * 24 * 3600_000;
  const answered = grace.say(engine, "Am I still there?").catch(() => "no answer");
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  await answered;
  const { body } = await room.app.call("GET", "/auth/me", { token: room.tokens.grace });
  assert.equal(body.code, "unauthorized");
});

Deno.test("a socket stays open past its session's former end when a request has renewed it", async () => {
  const day = 24 * 3600_000;
  let now = Date.now();
  await using room = await openChatroom({ clock: () => now });
  const grace = await room.enter("grace");
  now += 2 * day;
  await room.call("grace", "GET", "/auth/me");
  now += 29 * day;
  assert.equal((await grace.say(engine, "Still here")).success, true);
  now += 2 * day;
  grace.io.emit("message", { groupId: engine, content: "Am I still there?" });
  assert.equal(await grace.next("disconnect"), "io server disconnect");
});

Deno.test("a session that ends during the handshake opens no socket", async () => {
  await using room = await openChatroom();
  whileCounting(room, "grace", () => endSessionOf(room, "grace"));
  using grace = openSocket(room.url, { auth: { token: room.tokens.grace, join: engine } });
  const events: string[] = [];
  grace.io.onAny((event: string) => events.push(event));
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  assert.deepEqual(events, []);
});

Deno.test("an event that waits while its session ends is not handled", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  whileCounting(room, "grace", () => endSessionOf(room, "grace"));
  grace.io.emit("message", { groupId: engine, content: "Is it too late?" });
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  assert.deepEqual(await ada.join(engine), []);
});

Deno.test("an event that waits while its client closes the socket is handled", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  whileCounting(room, "grace", async () => {
    grace.io.disconnect();
    while (room.app.deps.broadcast.countSockets("grace") > 0) await ada.ask("joinGroup", engine);
  });
  grace.io.emit("message", { groupId: engine, content: "Bye" });
  assert.equal((await ada.next("message")).content, "Bye");
});

Deno.test("a member removed while joining does not stay in the room", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  for (let round = 0; round < 20; round++) {
    const grace = await room.connect("grace");
    const joining = grace.ask("joinGroup", engine);
    await Promise.all([joining, room.call("ada", "DELETE", `/groups/${engine}/members/grace`)]);
    await ada.say(engine, `round ${round}`);
    const received = (await grace.unread()).filter(([event]) => event === "message");
    assert.deepEqual(received, []);
    await room.call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
  }
});

Deno.test("a member removed while joining by handshake does not stay in the room", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  for (let round = 0; round < 20; round++) {
    using grace = openSocket(room.url, { auth: { token: room.tokens.grace, join: { groupId: engine } } });
    await Promise.all([grace.connected(), room.call("ada", "DELETE", `/groups/${engine}/members/grace`)]);
    await grace.next("error");
    await ada.say(engine, `round ${round}`);
    const received = (await grace.unread()).filter(([event]) => event === "message");
    assert.deepEqual(received, []);
    await room.call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
  }
});

Deno.test("a membership is checked again when anyone was removed meanwhile", async () => {
  const broadcast = openBroadcast(new Server());
  const entered: unknown[] = [];
  const data = { session: { user: { id: "grace" } } };
  const socket = { data, join: (names: unknown) => entered.push(names) } as unknown as ChatSocket;
  let isMember = true;
  const admitted = await broadcast.admit(socket, engine, () => {
    const answer = Promise.resolve(isMember);
    if (isMember) broadcast.evict(engine, "grace");
    isMember = false;
    return answer;
  });
  assert.equal(admitted, false);
  assert.deepEqual(entered, []);
});

Deno.test("a socket that joins twice while its user is added again is in the group, although the first time is refused", async () => {
  const broadcast = openBroadcast(new Server());
  const rooms = new Set<string>();
  const socket = {
    connected: true,
    data: { session: { user: { id: "grace" } } },
    rooms,
    join: (names: string | string[]) => [names].flat().forEach((name) => rooms.add(name)),
    leave: (name: string) => rooms.delete(name),
  } as unknown as ChatSocket;
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  const admissions = answers.map(({ promise }) => broadcast.admit(socket, engine, () => promise));
  answers[1].resolve(true);
  await new Promise((resolve) => setImmediate(resolve));
  answers[0].resolve(false);
  assert.deepEqual(await Promise.all(admissions), [false, true]);
  assert.ok(rooms.has(membersRoom(engine)));
});

/** Another session of Grace's. */
async function signInAgain(room: Chatroom): Promise<TestSocket> {
  const socket = await connect(room.url, await startSession(room.app.deps, "grace"));
  await socket.join(engine);
  return socket;
}

/** Does something while a user's next event or handshake is counted. */
function whileCounting({ app: { deps } }: Chatroom, name: Name, act: () => Promise<void>): void {
  const { take } = deps.limiter;
  deps.limiter.take = async (...call) => {
    const left = await take(...call);
    if (call[1] === name) await act();
    return left;
  };
}

const endSessionOf = async ({ app, tokens }: Chatroom, name: Name) =>
  await endSession(app.deps, hashToken(tokens[name]));
