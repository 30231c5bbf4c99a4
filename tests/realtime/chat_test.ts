import assert from "node:assert/strict";
import { insertMessage } from "../../db/chat/new_messages.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { submit } from "../support/requests.ts";
import type { Answer } from "../support/socket.ts";
import { untouched } from "../support/untouched.ts";
import { type Chatroom, engine, openChatroom } from "./chatroom.ts";

const notFound = { success: false, error: "Group not found", code: "not_found" };

// spec: 7.16
Deno.test("Grace joins and gets the latest 50 messages, oldest first", async () => {
  await using room = await openChatroom();
  await fill(room, 60);
  const grace = await room.connect("grace");
  const history = await grace.join(engine);
  assert.deepEqual(seqs(history), range(11, 60));
  const [{ id, timestamp, ...message }] = history;
  assert.deepEqual(message, {
    content: "message 11",
    groupId: engine,
    userId: "ada",
    username: "ada",
    seq: 11,
    rev: 11,
    clientId: null,
    ...untouched,
  });
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(id);
});

Deno.test("Grace rejoins with her last seq and gets the first 100 messages after it", async () => {
  await using room = await openChatroom();
  await fill(room, 120);
  const grace = await room.connect("grace");
  assert.deepEqual(seqs(await grace.join({ groupId: engine, after: 7 })), range(8, 107));
  assert.deepEqual(seqs(await grace.join({ groupId: engine, after: 107 })), range(108, 120));
  assert.deepEqual(await grace.join({ groupId: engine, after: 120 }), []);
});

Deno.test("Mallory can neither join nor write, as in an unknown group, and gets no messages", async () => {
  await using room = await openChatroom();
  await fill(room, 1);
  const [ada, mallory] = [await room.enter("ada"), await room.connect("mallory")];
  for (const group of [engine, "no such group", { groupId: engine, after: 0 }]) {
    assert.deepEqual(await mallory.ask("joinGroup", group), notFound);
  }
  for (const group of [engine, "no such group"]) assert.deepEqual(await mallory.say(group, "Hello"), notFound);
  assert.equal((await ada.say(engine, "Between us")).success, true);
  assert.deepEqual((await mallory.unread()).map(([event]) => event), []);
  assert.deepEqual(seqs(await ada.join({ groupId: engine, after: 0 })), [1, 2]);
});

// spec: 7.16
Deno.test("the sender gets each acknowledgement before the message, and all in the order of seq", async () => {
  await using room = await openChatroom();
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
    } else if (n % 3 === 1) byCall.push(room.call("grace", "POST", `/groups/${engine}/messages`, { content }));
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

// spec: 6.5, 7.16
Deno.test("a message is acknowledged once stored, and everyone in the room gets it, including the sender", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const answer = await grace.say(engine, "  Amazing grace  ", "g1");
  assert.ok(answer.success);
  const { content, userId, username, seq, clientId } = answer.message;
  assert.deepEqual([content, userId, username, seq, clientId], ["Amazing grace", "grace", "grace", 1, "g1"]);
  assert.deepEqual(await ada.next("message"), answer.message);
  assert.deepEqual(await grace.next("message"), answer.message);
});

// spec: 3.8
Deno.test("author, name and time are set by the server", async () => {
  await using room = await openChatroom();
  const grace = await room.connect("grace");
  const claim = { userId: "ada", username: "ada", timestamp: "1843-01-01T00:00:00.000Z" };
  const answer = await grace.ask("message", { groupId: engine, content: "I am Ada", ...claim });
  assert.ok(answer.success);
  const { userId, username, timestamp } = answer.message;
  assert.deepEqual([userId, username], ["grace", "grace"]);
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
});

Deno.test("a message sent twice under one clientId is stored and sent once and acknowledged twice", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const first = await grace.say(engine, "Once", "same");
  const together = await Promise.all([
    ...Array.from({ length: 5 }, () => grace.say(engine, "Once", "same")),
    (await room.connect("grace")).say(engine, "Once", "same"),
  ]);
  for (const again of together) assert.deepEqual(again, first);
  // Another user's message with the same clientId is another message.
  assert.equal((await ada.say(engine, "Mine", "same")).success, true);
  const { body } = await room.call("grace", "POST", `/groups/${engine}/messages`, { content: "x", clientId: "same" });
  assert.deepEqual(body.message, first.success && first.message);
  const received = (await ada.unread()).filter(([event]) => event === "message").map(([, message]) => message.content);
  assert.deepEqual(received, ["Once", "Mine"]);
});

Deno.test("five members write at once: seq has no gap, everyone gets the messages in order, and commits are shared", async () => {
  await using room = await openChatroom();
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

Deno.test("a message by the API or the page's form reaches the sockets", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  const { status, body } = await room.call("grace", "POST", `/groups/${engine}/messages`, { content: "By call" });
  assert.equal(status, 201);
  assert.deepEqual(await ada.next("message"), body.message);
  const form = { content: "By\r\nform" };
  assert.equal((await submit(room.app, `/group/${engine}/messages`, { token: room.tokens.grace }, form)).status, 303);
  const { content, seq } = await ada.next<Message>("message");
  assert.deepEqual([content, seq], ["By\nform", 2]);
});

Deno.test("a socket gets messages only of the groups it joined", async () => {
  await using room = await openChatroom();
  const other = await room.call("grace", "POST", "/groups", { groupName: "Cobol" });
  const grace = await room.enter("grace");
  await (await room.connect("grace")).say(other.body.group.id, "Not for this room");
  assert.deepEqual((await grace.unread()).filter(([event]) => event === "message"), []);
});

Deno.test("the eleventh message within five seconds is refused, and the connection stays open", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "on" } });
  const grace = await room.enter("grace");
  const answers: boolean[] = [];
  for (const n of range(1, 11)) answers.push((await grace.say(engine, `message ${n}`)).success);
  assert.deepEqual(answers, [...Array(10).fill(true), false]);
  const refused = await grace.say(engine, "Once more");
  assert.deepEqual(refused, {
    success: false,
    error: "You are sending messages too quickly. Please wait a moment.",
    code: "rate_limited",
  });
  const malformed = await grace.say(engine, " ");
  assert.deepEqual(malformed, { success: false, error: "Message cannot be empty", code: "invalid_input" });
  assert.equal(seqs(await grace.join(engine)).length, 10);
});

Deno.test("a message that is sent again is not counted, and is returned when the limit is reached", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "chat=3/60" } });
  const grace = await room.enter("grace");
  const first = await grace.say(engine, "First", "1");
  for (let n = 0; n < 5; n++) assert.deepEqual(await grace.say(engine, "First", "1"), first);
  for (const id of ["2", "3"]) assert.equal((await grace.say(engine, `Another, ${id}`, id)).success, true);
  assert.equal((await grace.say(engine, "One too many", "4")).success, false);
  assert.deepEqual(await grace.say(engine, "First", "1"), first);
  const { body } = await room.call("grace", "POST", `/groups/${engine}/messages`, { content: "First", clientId: "1" });
  assert.deepEqual(body.message, first.success && first.message);
  assert.equal((await grace.say(engine, "One too many", "4")).success, false);
  assert.deepEqual(seqs(await grace.join(engine)), [1, 2, 3]);
});

Deno.test("after 300 events in a minute further ones are refused", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "any=5/60" } });
  const grace = await room.connect("grace");
  const answers = await Promise.all(range(1, 6).map(() => grace.ask("joinGroup", engine)));
  // The handshake was the first of the five.
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
