import assert from "node:assert/strict";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { Server } from "socket.io";
import { members } from "../../db/schema.ts";
import { openBroadcast } from "../../server/realtime/broadcast.ts";
import { SentMessages } from "../../server/realtime/changes.ts";
import { person, store } from "../support/people.ts";
import { engine, openChatroom } from "./chatroom.ts";

const path = `/groups/${engine}`;

Deno.test("each member is sent a changed group with their own role, in the group or elsewhere, and nobody else is", async () => {
  await using room = await openChatroom();
  const sockets = [await room.enter("ada"), await room.connect("grace")];
  const mallory = await room.connect("mallory");
  await room.call("ada", "PUT", `${path}/members/grace/role`, { role: "organizer" });
  for (const [socket, role] of [[sockets[0], "creator"], [sockets[1], "organizer"]] as const) {
    const group = await socket.next("groupChanged");
    assert.deepEqual([group.id, group.role, group.memberCount], [engine, role, 2]);
  }
  await room.call("grace", "PUT", path, { groupName: "Looms" });
  for (const [socket, name] of [[sockets[0], "ada"], [sockets[1], "grace"]] as const) {
    const group = await socket.next("groupChanged");
    assert.deepEqual(group, (await room.call(name, "GET", path)).body.group);
    assert.equal(group.groupName, "Looms");
  }
  assert.deepEqual((await mallory.unread()).filter(([event]) => event === "groupChanged"), []);
});

Deno.test("a changed group is sent as each sees its latest message, whomever they have blocked", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.connect("ada"), await room.connect("grace")];
  await room.call("grace", "PUT", "/users/ada/block");
  await room.call("ada", "POST", `${path}/messages`, { content: "Hello" });
  await room.call("ada", "PUT", path, { groupName: "Looms" });
  for (const [socket, excerpt, unread] of [[ada, "Hello", 0], [grace, "", 1]] as const) {
    const group = await socket.next("groupChanged");
    assert.deepEqual([group.lastMessage?.excerpt, group.unread], [excerpt, unread]);
  }
});

Deno.test("a changed group of more than a page of members is sent without them", async () => {
  await using room = await openChatroom();
  const { db } = room.app.deps;
  const people = Array.from({ length: groupsLimits.memberList.page }, (_, n) => person(`Reader ${n}`));
  for (const one of people) await store(db, one);
  await db.write([
    db.q.insert(members).values(people.map(({ id }) => ({ groupId: engine, userId: id, joinedAt: 2, lastReadSeq: 0 }))),
  ]);
  const ada = await room.connect("ada");
  await room.call("ada", "PUT", path, { groupName: "Looms" });
  const group = await ada.next("groupChanged");
  assert.deepEqual([group.groupName, group.memberCount, group.members], ["Looms", people.length + 2, []]);
});

Deno.test("who has no socket is sent nothing, unless another instance may have one", () => {
  assert.equal(openBroadcast(new Server()).mayReach("ada"), false);
  assert.equal(openBroadcast(new Server(), { sent: new SentMessages() }).mayReach("ada"), true);
});
