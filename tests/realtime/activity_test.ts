import assert from "node:assert/strict";
import type { GroupActivity } from "../../server/contract/chat/events.ts";
import type { TestSocket } from "../support/socket.ts";
import { engine, openChatroom } from "./chatroom.ts";

const path = `/groups/${engine}`;
const named = async (socket: TestSocket, ...names: string[]) =>
  (await socket.unread()).filter(([event]) => names.includes(event));

Deno.test("members elsewhere are sent what is unread for them, few times for many messages, and those in the group are not", async () => {
  await using room = await openChatroom();
  const [ada, graceIn] = [await room.enter("ada"), await room.enter("grace")];
  const [grace, adaElsewhere, mallory] = [
    await room.connect("grace"),
    await room.connect("ada"),
    await room.connect("mallory"),
  ];
  await Promise.all(Array.from({ length: 30 }, (_, n) => ada.say(engine, `@grace ${n}`)));
  const sent: GroupActivity[] = [];
  do sent.push(await grace.next("groupActivity")); while (sent.at(-1)!.unread < 30);
  const { timestamp, ...last } = sent.at(-1)!.lastMessage!;
  assert.ok(timestamp);
  assert.deepEqual({ ...sent.at(-1), lastMessage: last }, {
    groupId: engine,
    unread: 30,
    mentions: 30,
    lastMessage: { username: "ada", fullName: "Ada", excerpt: "@grace 29" },
  });
  assert.ok(sent.length < 30, `${sent.length} events`);
  assert.equal((await adaElsewhere.next<GroupActivity>("groupActivity")).unread, 0);
  for (const socket of [ada, graceIn, mallory]) assert.deepEqual(await named(socket, "groupActivity"), []);
});

Deno.test("a deleted message is unread no more, also for members elsewhere", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  const answer = await ada.say(engine, "@grace Oh!");
  const grace = await room.connect("grace");
  assert.ok(answer.success);
  await room.call("ada", "DELETE", `${path}/messages/${answer.message.id}`);
  let activity: GroupActivity;
  do activity = await grace.next("groupActivity"); while (activity.unread > 0);
  assert.deepEqual([activity.mentions, activity.lastMessage?.excerpt], [0, ""]);
});

Deno.test("what Grace reads is sent to every window of theirs, and to nobody else", async () => {
  await using room = await openChatroom();
  const [ada, grace, window] = [await room.enter("ada"), await room.enter("grace"), await room.connect("grace")];
  for (const n of [1, 2, 3]) await ada.say(engine, `@grace ${n}`);
  const read = { lastReadSeq: 2, unread: 1, mentions: 1 };
  assert.deepEqual(await grace.ask("read", { groupId: engine, seq: 2 }), { success: true, ...read });
  for (const socket of [grace, window]) {
    assert.deepEqual(await socket.next("readUpdated"), { groupId: engine, ...read });
  }
  // Nothing has changed by these.
  assert.deepEqual(await grace.ask("read", { groupId: engine, seq: 1 }), { success: true, ...read });
  await room.call("grace", "PUT", `${path}/read`, { seq: 2 });
  for (const socket of [ada, grace, window]) assert.deepEqual(await named(socket, "readUpdated"), []);
  await room.call("grace", "PUT", `${path}/read`, { seq: 3 });
  assert.equal((await grace.next("readUpdated")).unread, 0);
});

Deno.test("Mallory marks nothing as read", async () => {
  await using room = await openChatroom();
  const [ada, mallory] = [await room.enter("ada"), await room.connect("mallory")];
  await ada.say(engine, "Hello");
  const refused = { success: false, error: "Group not found", code: "not_found" };
  for (const groupId of [engine, "none"]) assert.deepEqual(await mallory.ask("read", { groupId, seq: 1 }), refused);
  for (
    const wrong of [{ groupId: engine }, { groupId: engine, seq: -1 }, { groupId: engine, seq: "1" }, engine, null]
  ) {
    const answer = await ada.ask("read", wrong);
    assert.equal(!answer.success && answer.code, "invalid_input");
  }
});

Deno.test("who is added is sent the group as it is for them, and its members who was added", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  await ada.say(engine, "Before");
  const mallory = await room.connect("mallory");
  await room.call("ada", "POST", `${path}/members`, { userId: "mallory" });
  const group = await mallory.next("groupChanged");
  assert.deepEqual([group.id, group.role, group.unread, group.memberCount], [engine, "member", 0, 3]);
  assert.deepEqual(group, (await room.call("mallory", "GET", path)).body.group);
  for (const socket of [ada, grace]) {
    assert.deepEqual(await socket.next("memberAdded"), { groupId: engine, userId: "mallory" });
    assert.deepEqual(await named(socket, "groupChanged"), []);
  }
  await room.call("ada", "POST", `${path}/members`, { userId: "mallory" });
  assert.deepEqual(await named(mallory, "groupChanged", "memberAdded"), []);
});

Deno.test("who is removed is sent so once in each window, in the group or elsewhere, and its members who it was", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("grace"), await room.connect("mallory")];
  await room.call("ada", "DELETE", `${path}/members/grace`);
  const removed = ["memberRemoved", { groupId: engine, userId: "grace" }];
  const events = ["error", "memberRemoved", "groupChanged"];
  assert.deepEqual(await named(ada, ...events), [removed]);
  assert.deepEqual(await named(elsewhere, ...events), [removed]);
  assert.deepEqual(await named(grace, ...events), [
    ["error", { message: "You are no longer a member of this group.", code: "not_found" }],
  ]);
  assert.deepEqual(await named(mallory, ...events), []);
  await ada.say(engine, "Goodbye");
  for (const socket of [elsewhere, grace]) assert.deepEqual(await named(socket, "groupActivity", "message"), []);
});

Deno.test("when Ada deletes the group, each window of its members is sent so once", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("grace"), await room.connect("mallory")];
  await room.call("ada", "DELETE", path);
  const events = ["error", "memberRemoved", "groupChanged"];
  const deleted = [["error", { message: "This group was deleted", code: "not_found" }]];
  for (const socket of [ada, grace]) assert.deepEqual(await named(socket, ...events), deleted);
  assert.deepEqual(await named(elsewhere, ...events), [[
    "memberRemoved",
    { groupId: engine, userId: "grace", isDeleted: true },
  ]]);
  assert.deepEqual(await named(mallory, ...events), []);
});
