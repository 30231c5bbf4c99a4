import assert from "node:assert/strict";
import type { TestSocket } from "../support/socket.ts";
import { engine, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(openChatroom);

/** Waits until a socket is sent that these are in the group, and nobody else. */
async function sees(socket: TestSocket, ...names: string[]): Promise<void> {
  for (;;) {
    const { groupId, userIds } = await socket.next<{ groupId: string; userIds: string[] }>("presence");
    assert.equal(groupId, engine);
    if (JSON.stringify(userIds.toSorted()) === JSON.stringify(names)) return;
  }
}

test("members in the group are sent who is in it, each once, whenever somebody enters or leaves", async ({ enter }) => {
  const ada = await enter("ada");
  await sees(ada, "ada");
  const grace = await enter("grace");
  await sees(ada, "ada", "grace");
  const window = await enter("grace");
  await ada.unread();
  grace[Symbol.dispose]();
  const { userIds } = await ada.next<{ userIds: string[] }>("presence");
  assert.deepEqual(userIds.toSorted(), ["ada", "grace"], "her other window is still open");
  window[Symbol.dispose]();
  await sees(ada, "ada");
});

test("a removed member is not in the group any more, and neither they nor sockets elsewhere are sent who is", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("ada"), await room.connect("mallory")];
  await mallory.ask("joinGroup", engine);
  await sees(ada, "ada", "grace");
  await room.call("ada", "DELETE", `/groups/${engine}/members/grace`);
  await grace.next("error");
  await sees(ada, "ada");
  for (const [, { userIds }] of await grace.unread("presence")) assert.ok(userIds.includes("grace"));
  for (const socket of [elsewhere, mallory]) assert.deepEqual(await socket.unread("presence"), []);
});

test("where the list of members is for organizers, the others are sent who of them is in the group", async (room) => {
  await room.call("ada", "PUT", `/groups/${engine}/settings`, { hideMembers: true });
  const ada = await room.enter("ada");
  const grace = await room.enter("grace");
  await sees(ada, "ada", "grace");
  await sees(grace, "ada");
  for (const [, { userIds }] of await grace.unread("presence")) assert.deepEqual(userIds, ["ada"]);
});

test("that Grace types is sent once for many events to the others in the group, and by sockets in the group only", async (room) => {
  const [ada, grace, window] = [await room.enter("ada"), await room.enter("grace"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("ada"), await room.connect("mallory")];
  await mallory.ask("joinGroup", engine);
  for (const socket of [mallory, await room.connect("grace")]) {
    for (const groupId of [engine, "none", `${engine}:members`]) {
      assert.equal((await socket.ask("typing", groupId)).error, "Group not found");
    }
  }
  for (let n = 0; n < 5; n++) assert.equal((await grace.ask("typing", engine)).success, true);
  const typing = ["typing", { groupId: engine, userId: "grace", username: "grace" }];
  assert.deepEqual(await ada.unread("typing"), [typing]);
  for (const socket of [grace, window, elsewhere, mallory]) assert.deepEqual(await socket.unread("typing"), []);
});
