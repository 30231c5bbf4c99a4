import assert from "node:assert/strict";
import { Server } from "socket.io";
import { members } from "../../db/schema.ts";
import type { GroupActivity } from "../../server/contract/chat/events.ts";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { openBroadcast } from "../../server/realtime/broadcast.ts";
import { SentMessages } from "../../server/realtime/changes.ts";
import { person, store } from "../support/people.ts";
import { engine, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(openChatroom);

const path = `/groups/${engine}`;

test("members elsewhere are sent what is unread for them, few times for many messages, and those in the group are not", async (room) => {
  const [ada, graceIn] = [await room.enter("ada"), await room.enter("grace")];
  const [grace, adaElsewhere, mallory] = [
    await room.connect("grace"),
    await room.connect("ada"),
    await room.connect("mallory"),
  ];
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ada.say(engine, `@grace ${n}`)));
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
  for (const socket of [ada, graceIn, mallory]) assert.deepEqual(await socket.unread("groupActivity"), []);
  await room.call("ada", "DELETE", `${path}/messages/${answers[29].message!.id}`);
  let activity: GroupActivity;
  do activity = await grace.next("groupActivity"); while (activity.unread > 29);
  assert.deepEqual([activity.mentions, activity.lastMessage?.excerpt], [29, ""], "a deleted message is not unread");
});

test("what Grace reads, by event or call, is sent to every window of hers, and to nobody else", async (room) => {
  const [ada, grace, window] = [await room.enter("ada"), await room.enter("grace"), await room.connect("grace")];
  for (const n of [1, 2, 3]) await ada.say(engine, `@grace ${n}`);
  const read = { lastReadSeq: 2, unread: 1, mentions: 1 };
  assert.deepEqual(await grace.ask("read", { groupId: engine, seq: 2 }), { success: true, ...read });
  for (const socket of [grace, window]) {
    assert.deepEqual(await socket.next("readUpdated"), { groupId: engine, ...read });
  }
  assert.deepEqual(await grace.ask("read", { groupId: engine, seq: 1 }), { success: true, ...read });
  await room.call("grace", "PUT", `${path}/read`, { seq: 2 });
  for (const socket of [ada, grace, window]) {
    assert.deepEqual(await socket.unread("readUpdated"), [], "nothing has changed since");
  }
  await room.call("grace", "PUT", `${path}/read`, { seq: 3 });
  assert.equal((await grace.next("readUpdated")).unread, 0);
});

test("an added member is sent the group as it is for them, and the members are sent once that they were added", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  await ada.say(engine, "Before");
  const mallory = await room.connect("mallory");
  await room.call("ada", "POST", `${path}/members`, { userId: "mallory" });
  const group = await mallory.next("groupChanged");
  assert.deepEqual([group.id, group.role, group.unread, group.memberCount], [engine, "member", 0, 3]);
  assert.deepEqual(group, (await room.call("mallory", "GET", path)).body.group);
  await room.call("ada", "POST", `${path}/members`, { userId: "mallory" });
  for (const socket of [ada, grace]) {
    assert.deepEqual(await socket.unread("memberAdded", "groupChanged"), [[
      "memberAdded",
      { groupId: engine, userId: "mallory" },
    ]]);
  }
  assert.deepEqual(await mallory.unread("groupChanged", "memberAdded"), []);
});

test("a group that somebody makes is sent to all their windows", async (room) => {
  const [ada, grace] = [await room.connect("ada"), await room.connect("grace")];
  const { body: { group } } = await room.call("ada", "POST", "/groups", { groupName: "Looms" });
  assert.deepEqual(await ada.next("groupChanged"), group);
  assert.deepEqual(await grace.unread("groupChanged"), []);
});

test("each member is sent a changed group with their own role, in the group or elsewhere, and nobody else is", async (room) => {
  const sockets = [await room.enter("ada"), await room.connect("grace")];
  const mallory = await room.connect("mallory");
  await room.call("ada", "PUT", `${path}/members/grace/role`, { role: "organizer" });
  for (const [n, role] of ["creator", "organizer"].entries()) {
    const group = await sockets[n].next("groupChanged");
    assert.deepEqual([group.id, group.role, group.memberCount], [engine, role, 2]);
  }
  await room.call("grace", "PUT", path, { groupName: "Looms" });
  for (const [n, name] of (["ada", "grace"] as const).entries()) {
    const group = await sockets[n].next("groupChanged");
    assert.deepEqual(group, (await room.call(name, "GET", path)).body.group);
    assert.equal(group.groupName, "Looms");
  }
  assert.deepEqual(await mallory.unread("groupChanged"), []);
});

test("a changed group is sent as each member sees the latest message, and without its members if they are more than a page", async (room) => {
  const { db } = room.app.deps;
  const [ada, grace] = [await room.connect("ada"), await room.connect("grace")];
  await room.call("grace", "PUT", "/users/ada/block");
  await room.call("ada", "POST", `${path}/messages`, { content: "Hello" });
  await room.call("ada", "PUT", path, { groupName: "Looms" });
  for (const [socket, excerpt, unread] of [[ada, "Hello", 0], [grace, "", 1]] as const) {
    const group = await socket.next("groupChanged");
    assert.deepEqual([group.lastMessage?.excerpt, group.unread, group.members.length], [excerpt, unread, 2]);
  }
  const people = Array.from({ length: groupsLimits.memberList.page }, (_, n) => person(`Reader ${n}`));
  for (const one of people) await store(db, one);
  await db.write([
    db.q.insert(members).values(people.map(({ id }) => ({ groupId: engine, userId: id, joinedAt: 2, lastReadSeq: 0 }))),
  ]);
  await room.call("ada", "PUT", path, { groupName: "Engines" });
  const group = await ada.next("groupChanged");
  assert.deepEqual([group.groupName, group.memberCount, group.members], ["Engines", people.length + 2, []]);
});

Deno.test("a person without a socket is sent nothing, unless another instance may have one", () => {
  assert.equal(openBroadcast(new Server()).mayReach("ada"), false);
  assert.equal(openBroadcast(new Server(), { sent: new SentMessages() }).mayReach("ada"), true);
});
