import assert from "node:assert/strict";
import { LibsqlError } from "@libsql/client";
import { Server } from "socket.io";
import { insertLink } from "../../db/account/tokens.ts";
import type { Db } from "../../db/engine/client.ts";
import { resetPassword } from "../../server/actions/account/passwords.ts";
import type { Deps } from "../../server/deps.ts";
import { endSession, startSession } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/secrets.ts";
import { openBroadcast } from "../../server/realtime/broadcast.ts";
import { type ChatSocket, membersRoom } from "../../server/realtime/rooms.ts";
import { connect, openSocket } from "../support/socket.ts";
import { type Chatroom, engine, type Name, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(openChatroom);

const news = ["error", "memberRemoved", "groupChanged", "groupActivity", "message"];
const evicted = ["error", { message: "You are no longer a member of this group.", code: "not_found" }];
const deleted = ["error", { message: "This group was deleted", code: "not_found" }];

for (const [what, by] of [["is removed", "ada"], ["leaves", "grace"]] as const) {
  test(`Grace ${what}: each window is sent so once, none of hers gets or sends messages; the members are sent who left`, async (room) => {
    const ada = await room.enter("ada");
    const graces = [await room.enter("grace"), await room.enter("grace")];
    const [elsewhere, mallory] = [await room.connect("grace"), await room.connect("mallory")];
    await room.call(by, "DELETE", `/groups/${engine}/members/grace`);
    const { message } = await ada.say(engine, "Goodbye");
    const removed = ["memberRemoved", { groupId: engine, userId: "grace" }];
    assert.deepEqual(await ada.unread(...news), [removed, ["message", message]]);
    assert.deepEqual(await elsewhere.unread(...news), [removed]);
    assert.deepEqual(await mallory.unread(...news), []);
    for (const grace of graces) {
      assert.deepEqual(await grace.unread(), [evicted]);
      assert.equal((await grace.say(engine, "I am still here")).error, "Group not found");
      assert.equal((await grace.ask("joinGroup", engine)).error, "Group not found");
    }
  });
}

test("Grace is removed and added again: she can join and gets every message", async ({ enter, call }) => {
  const [ada, grace] = [await enter("ada"), await enter("grace")];
  await call("ada", "DELETE", `/groups/${engine}/members/grace`);
  await ada.say(engine, "Meanwhile");
  await call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
  assert.equal((await grace.join({ groupId: engine, after: 0 }))[0].content, "Meanwhile");
  await ada.say(engine, "Welcome back");
  assert.equal((await grace.next("message")).content, "Welcome back");
});

test("Ada deletes the group: every window of its members is sent so once, and no socket is in it any more", async (room) => {
  const inside = [await room.enter("ada"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("grace"), await room.connect("mallory")];
  await room.call("ada", "DELETE", `/groups/${engine}`);
  for (const socket of inside) {
    assert.deepEqual(await socket.unread(...news), [deleted]);
    assert.equal((await socket.say(engine, "Hello?")).error, "Group not found");
  }
  const removed = { groupId: engine, userId: "grace", isDeleted: true };
  assert.deepEqual(await elsewhere.unread(...news), [["memberRemoved", removed]]);
  assert.deepEqual(await mallory.unread(...news), []);
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

test("a session that was ended without the answer arriving has no sockets any more", async ({ enter, app, tokens }) => {
  const [ada, grace] = [await enter("ada"), await enter("grace")];
  await assert.rejects(endSession(answerLost(app.deps), hashToken(tokens.grace)));
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  await app.deps.db.write([
    insertLink(app.deps.db, {
      hash: hashToken("l"),
      userId: "ada",
      kind: "reset",
      expiresAt: app.deps.clock() + 1000,
    }),
  ]);
  const call = { deps: answerLost(app.deps), caller: { address: "127.0.0.1" }, params: {} };
  await assert.rejects(async () => await resetPassword.run!(call, { token: "l", password: "Another1" }));
  assert.equal(await ada.next("disconnect"), "io server disconnect");
});

test("when Grace logs out, the sockets of that session are closed; when her password is reset, all of hers", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  using elsewhere = await connect(room.url, await startSession(room.app.deps, "grace"));
  await elsewhere.join(engine);
  await room.call("grace", "POST", "/auth/logout");
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  assert.equal((await elsewhere.say(engine, "On my other machine")).success, true);
  await room.app.call("POST", "/auth/forgot-password", null, { email: "grace@example.org" });
  const [link] = await room.app.links("grace@example.org");
  const token = new URL(link, room.url).searchParams.get("token");
  await room.app.call("POST", "/auth/reset-password", null, { token, password: "Correct-horse-2" });
  assert.equal(await elsewhere.next("disconnect"), "io server disconnect");
  assert.equal((await ada.say(engine, "Only me now")).success, true);
});

Deno.test("a socket is closed at its next event when its session has expired, and not before when a request renewed that", async () => {
  const day = 24 * 3600_000;
  let now = Date.now();
  await using room = await openChatroom({ clock: () => now });
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  now += 2 * day;
  await room.call("grace", "GET", "/auth/me");
  now += 29 * day;
  ada.io.emit("message", { groupId: engine, content: "Am I still there?" });
  assert.equal(await ada.next("disconnect"), "io server disconnect");
  assert.equal((await room.call("ada", "GET", "/auth/me")).body.code, "unauthorized");
  assert.equal((await grace.say(engine, "Still here")).message?.seq, 1);
  now += 2 * day;
  grace.io.emit("message", { groupId: engine, content: "Am I still there?" });
  assert.equal(await grace.next("disconnect"), "io server disconnect");
});

test("a session that ends during the handshake opens no socket", async (room) => {
  whileCounting(room, "grace", () => endSessionOf(room, "grace"));
  using grace = openSocket(room.url, { auth: { token: room.tokens.grace, join: engine } });
  const events: string[] = [];
  grace.io.onAny((event: string) => events.push(event));
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  assert.deepEqual(events, []);
});

test("an event that waits while its session ends is not handled", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  whileCounting(room, "grace", () => endSessionOf(room, "grace"));
  grace.io.emit("message", { groupId: engine, content: "Is it too late?" });
  assert.equal(await grace.next("disconnect"), "io server disconnect");
  assert.deepEqual(await ada.join(engine), []);
});

test("an event that waits while its client closes the socket is handled", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  whileCounting(room, "grace", async () => {
    grace.io.disconnect();
    while (room.app.deps.broadcast.countSockets("grace") > 0) await ada.ask("joinGroup", engine);
  });
  grace.io.emit("message", { groupId: engine, content: "Bye" });
  assert.equal((await ada.next("message")).content, "Bye");
});

for (const how of ["event", "handshake"] as const) {
  test(`a member removed while joining by ${how} does not stay in the room`, async ({ enter, tokens, url, call }) => {
    const ada = await enter("ada");
    for (let round = 0; round < 20; round++) {
      const auth = { token: tokens.grace, ...how === "handshake" && { join: { groupId: engine } } };
      using grace = openSocket(url, { auth });
      if (how === "event") await grace.connected();
      const joining = how === "event" ? grace.ask("joinGroup", engine) : grace.connected();
      await Promise.all([joining, call("ada", "DELETE", `/groups/${engine}/members/grace`)]);
      if (how === "handshake") await grace.next("error");
      await ada.say(engine, `round ${round}`);
      assert.deepEqual(await grace.unread("message"), []);
      await call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
    }
  });
}

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
  const answers = [Promise.withResolvers<true | undefined>(), Promise.withResolvers<true | undefined>()];
  const admissions = answers.map(({ promise }) => broadcast.admit(socket, engine, () => promise));
  answers[1].resolve(true);
  await new Promise((resolve) => setImmediate(resolve));
  answers[0].resolve(undefined);
  assert.deepEqual(await Promise.all(admissions), [false, true]);
  assert.ok(rooms.has(membersRoom(engine)));
});

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
