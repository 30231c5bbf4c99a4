import assert from "node:assert/strict";
import { insertMessage } from "../../db/chat/new_messages.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { submit } from "../support/requests.ts";
import type { Answer } from "../support/socket.ts";
import { noMarks } from "../../server/contract/chat/page_message.ts";
import { type Chatroom, engine, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(openChatroom);

const path = `/groups/${engine}/messages`;
const once = { groupId: engine, content: "Once", clientId: "same" };

test("Grace joins and gets the latest 50 messages, oldest first; with her last seq the first 100 after it", async (room) => {
  await fill(room, 120);
  const grace = await room.connect("grace");
  const history = await grace.join(engine);
  assert.deepEqual(seqs(history), range(71, 120));
  const [{ id, timestamp, ...message }] = history;
  const author = { userId: "ada", username: "ada" };
  const numbers = { seq: 71, rev: 71, clientId: null };
  assert.deepEqual(message, { content: "message 71", groupId: engine, ...author, ...numbers, ...noMarks });
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(id);
  assert.deepEqual(seqs(await grace.join({ groupId: engine, after: 7 })), range(8, 107));
  assert.deepEqual(seqs(await grace.join({ groupId: engine, after: 107 })), range(108, 120));
  assert.deepEqual(await grace.join({ groupId: engine, after: 120 }), []);
});

test("the sender gets each acknowledgement before the message, and all in the order of seq", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const arrived: string[] = [];
  grace.io.on("message", ({ seq, content }: Message) => arrived.push(`${seq} ${content}`));
  const count = 60;
  const byCall: Promise<unknown>[] = [];
  for (let n = 0; n < count; n++) {
    const content = `${n % 3 ? "other" : "own"} ${n}`;
    if (n % 3 === 0) {
      const acknowledged = (answer: Answer) => arrived.push(`ack ${answer.message?.content}`);
      grace.io.emit("message", { groupId: engine, content }, acknowledged);
    } else if (n % 3 === 1) byCall.push(room.call("grace", "POST", path, { content }));
    else ada.io.emit("message", { groupId: engine, content });
  }
  await grace.messages(count);
  await Promise.all(byCall);
  const messages = arrived.filter((one) => !one.startsWith("ack"));
  assert.deepEqual(messages.map((one) => Number(one.split(" ")[0])), range(1, count));
  for (let n = 0; n < count; n += 3) {
    const own = arrived.findIndex((one) => one.endsWith(` own ${n}`) && !one.startsWith("ack"));
    assert.ok(arrived.indexOf(`ack own ${n}`) < own, `own ${n} came before its acknowledgement`);
  }
});

test("a message by socket, call or form reaches every socket in the group, the sender's too, and no other, with the author and time that the server sets", async (room) => {
  const inside = [await room.enter("ada"), await room.enter("grace")];
  const outside = [await room.connect("ada"), await room.connect("mallory")];
  const claim = { userId: "ada", username: "ada", timestamp: "1843-01-01T00:00:00.000Z" };
  const draft = { groupId: engine, content: "  Amazing grace  ", clientId: "g1", ...claim };
  const answer = await inside[1].ask("message", draft);
  assert.ok(answer.success);
  const { content, userId, username, seq, clientId, timestamp } = answer.message;
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
  assert.deepEqual([content, userId, username, seq, clientId], ["Amazing grace", "grace", "grace", 1, "g1"]);
  const { status, body } = await room.call("grace", "POST", path, { content: "By call" });
  assert.equal(status, 201);
  const form = { content: "By\r\nform" };
  assert.equal((await submit(room.app, `/group/${engine}/messages`, { token: room.tokens.grace }, form)).status, 303);
  for (const socket of inside) {
    for (const message of [answer.message, body.message]) assert.deepEqual(await socket.next("message"), message);
    const { content, seq } = await socket.next<Message>("message");
    assert.deepEqual([content, seq], ["By\nform", 3]);
  }
  for (const socket of outside) assert.deepEqual(await socket.unread("message"), []);
});

test("a message sent twice under one clientId is stored and sent once and acknowledged twice", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const first = await grace.ask("message", once);
  const window = await room.connect("grace");
  const together = await Promise.all([grace, grace, grace, window].map((socket) => socket.ask("message", once)));
  for (const again of together) assert.deepEqual(again, first);
  const { body } = await room.call("grace", "POST", path, { content: "x", clientId: "same" });
  assert.deepEqual(body.message, first.message);
  assert.equal((await ada.say(engine, "Mine", "same")).success, true, "Ada's is another message");
  assert.deepEqual((await ada.unread("message")).map(([, { content }]) => content), ["Once", "Mine"]);
});

test("five members write at once: seq has no gap, everyone gets the messages in order, and commits are shared", async (room) => {
  const names = ["ada", "grace", "ada", "grace", "ada"] as const;
  const sockets = await Promise.all(names.map((name) => room.enter(name)));
  const before = room.app.deps.db.commits();
  const answers = await Promise.all(
    sockets.flatMap((socket, sender) =>
      range(1, 40).map((n) => socket.say(engine, `${sender} says ${n}`, `${sender}-${n}`))
    ),
  );
  assert.ok(answers.every(({ success }) => success));
  const commits = room.app.deps.db.commits() - before;
  assert.ok(commits < 100, `200 messages took ${commits} commits`);
  for (const socket of sockets) {
    const received = await socket.messages(200);
    assert.deepEqual(seqs(received), range(1, 200));
    for (const sender of sockets.keys()) {
      const own = received.filter(({ content }) => content.startsWith(`${sender} `)).map(({ clientId }) => clientId);
      assert.deepEqual(own, range(1, 40).map((n) => `${sender}-${n}`), "what one person says keeps its order");
    }
  }
});

Deno.test("the eleventh message within five seconds is refused, and the connection stays open", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "on" } });
  const grace = await room.enter("grace");
  const answers: boolean[] = [];
  for (const n of range(1, 11)) answers.push((await grace.say(engine, `message ${n}`)).success);
  assert.deepEqual(answers, [...Array(10).fill(true), false]);
  const error = "You are sending messages too quickly. Please wait a moment.";
  assert.deepEqual(await grace.say(engine, "Once more"), { success: false, error, code: "rate_limited" });
  assert.equal((await grace.say(engine, " ")).error, "Message cannot be empty");
  assert.equal((await grace.join(engine)).length, 10);
});

Deno.test("a message that is sent again, or typed again within a second, counts once towards the limit, and is returned when that is reached", async () => {
  await using room = await openChatroom({ clock: () => 1_700_000_000_000, env: { RATE_LIMITS: "chat=3/60" } });
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const first = await grace.ask("message", once);
  for (let n = 0; n < 5; n++) assert.deepEqual(await grace.ask("message", once), first);
  for (let n = 0; n < 5; n++) assert.deepEqual(await grace.say(engine, "Once", `typed ${n}`), first);
  for (const id of ["2", "3"]) assert.equal((await grace.say(engine, `Another, ${id}`, id)).success, true);
  for (let n = 0; n < 2; n++) {
    assert.equal((await grace.say(engine, "One too many", "4")).success, false);
    assert.deepEqual(await grace.ask("message", once), first);
    assert.deepEqual((await room.call("grace", "POST", path, once)).body.message, first.message);
  }
  assert.deepEqual((await ada.unread("message")).map(([, { seq }]) => seq), [1, 2, 3]);
});

Deno.test("events are limited by account, together with the handshake", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "any=5/60" } });
  const grace = await room.connect("grace");
  const answers = await Promise.all(range(1, 6).map(() => grace.ask("joinGroup", engine)));
  assert.deepEqual(answers.map(({ success }) => success), [true, true, true, true, false, false]);
});

async function fill({ app: { deps } }: Chatroom, count: number): Promise<void> {
  for (const n of range(1, count)) {
    const message = { id: `m${n}`, groupId: engine, userId: "ada", content: `message ${n}`, clientId: null };
    await insertMessage(deps.db, message, deps.clock());
  }
}

const seqs = (messages: Message[]) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
