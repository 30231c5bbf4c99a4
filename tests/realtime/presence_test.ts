import assert from "node:assert/strict";
import type { TestSocket } from "../support/socket.ts";
import { engine, openChatroom } from "./chatroom.ts";

/** Waits until a socket is sent that these are in the group, and nobody else. */
async function sees(socket: TestSocket, ...names: string[]): Promise<void> {
  for (;;) {
    const { groupId, userIds } = await socket.next<{ groupId: string; userIds: string[] }>("presence");
    assert.equal(groupId, engine);
    if (JSON.stringify(userIds.toSorted()) === JSON.stringify(names)) return;
  }
}

Deno.test("members in the group are sent who is in it, each once, whenever somebody enters or leaves", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  await sees(ada, "ada");
  const grace = await room.enter("grace");
  await sees(ada, "ada", "grace");
  const window = await room.enter("grace");
  window[Symbol.dispose]();
  grace[Symbol.dispose]();
  await sees(ada, "ada");
});

Deno.test("who is removed is not in the group any more, and neither they nor others elsewhere are sent who is", async () => {
  await using room = await openChatroom();
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("ada"), await room.connect("mallory")];
  await mallory.ask("joinGroup", engine);
  await sees(ada, "ada", "grace");
  await room.call("ada", "DELETE", `/groups/${engine}/members/grace`);
  await grace.next("error");
  await sees(ada, "ada");
  const presences = async (socket: TestSocket) => (await socket.unread()).filter(([event]) => event === "presence");
  // What was sent to Grace before they were removed has them in it.
  for (const [, { userIds }] of await presences(grace)) assert.ok(userIds.includes("grace"));
  for (const socket of [elsewhere, mallory]) assert.deepEqual(await presences(socket), []);
});

Deno.test("a group of which a second window is open stays open when the first is closed", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  const [first, second] = [await room.enter("grace"), await room.enter("grace")];
  await sees(ada, "ada", "grace");
  first[Symbol.dispose]();
  // The next one, after the window was closed, has Grace in it still.
  const { userIds } = await ada.next<{ userIds: string[] }>("presence");
  assert.deepEqual(userIds.toSorted(), ["ada", "grace"]);
  second[Symbol.dispose]();
  await sees(ada, "ada");
});

Deno.test("who types is sent to the others in the group, not to any socket of theirs, and once for many events", async () => {
  await using room = await openChatroom();
  const [ada, grace, window] = [await room.enter("ada"), await room.enter("grace"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("ada"), await room.connect("mallory")];
  for (let n = 0; n < 5; n++) assert.equal((await grace.ask("typing", engine)).success, true);
  assert.deepEqual(await ada.next("typing"), { groupId: engine, userId: "grace", username: "grace" });
  for (const socket of [ada, grace, window, elsewhere, mallory]) {
    assert.deepEqual((await socket.unread()).filter(([event]) => event === "typing"), []);
  }
});

Deno.test("only sockets in the group send that somebody types", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  const refused = { success: false, error: "Group not found", code: "not_found" };
  for (const name of ["mallory", "grace"] as const) {
    const socket = await room.connect(name);
    await socket.ask("joinGroup", name === "mallory" ? engine : "none");
    for (const groupId of [engine, "none", `${engine}:members`]) {
      assert.deepEqual(await socket.ask("typing", groupId), refused);
    }
    for (const wrong of [undefined, null, 5, {}, ""]) {
      const answer = await socket.ask("typing", wrong);
      assert.equal(!answer.success && answer.code, "invalid_input");
    }
  }
  assert.deepEqual((await ada.unread()).filter(([event]) => event === "typing"), []);
});
