import assert from "node:assert/strict";
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
