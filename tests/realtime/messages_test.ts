import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { MessageChange } from "../../server/contract/chat/events.ts";
import { openSocket } from "../support/socket.ts";
import { type Chatroom, engine, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(openChatroom);

const path = `/groups/${engine}`;
const thumb = "%F0%9F%91%8D";

/** A message that Grace sends, and its path. */
async function sendOne(room: Chatroom, content = "Page 41"): Promise<{ message: Message; path: string }> {
  const { body } = await room.call("grace", "POST", `${path}/messages`, { content });
  return { message: body.message, path: `${path}/messages/${body.message.id}` };
}

test("each change of a message is sent to every socket in the group, as it is answered, and to nobody else", async (room) => {
  const inGroup = [await room.enter("ada"), await room.enter("grace"), await room.enter("grace")];
  const [elsewhere, mallory] = [await room.connect("grace"), await room.connect("mallory")];
  const { message, path } = await sendOne(room);
  for (const socket of inGroup) assert.deepEqual(await socket.next("message"), message);
  const changes = [
    ["grace", "PUT", path, { content: "Page 42" }],
    ["ada", "PUT", `${path}/reactions/${thumb}`],
    ["ada", "DELETE", `${path}/reactions/${thumb}`],
    ["ada", "PUT", `${path}/pin`],
    ["ada", "DELETE", `${path}/pin`],
    ["ada", "DELETE", path],
  ] as const;
  for (const [n, [name, method, path, body]] of changes.entries()) {
    const answer = await room.call(name, method, path, body);
    assert.deepEqual([answer.status, answer.body.message.rev], [200, n + 2]);
    for (const socket of inGroup) assert.deepEqual(await socket.next("messageChanged"), answer.body.message);
  }
  assert.deepEqual(await elsewhere.unread("message", "messageChanged"), []);
  assert.deepEqual(await mallory.unread("message", "messageChanged", "groupActivity"), []);
});

test("changes amid messages are all sent, as their own event or as one that names their revs", async (room) => {
  const ada = await room.enter("ada");
  const { path, message } = await sendOne(room);
  for (const one of ["👍", "🎉", "👀"]) {
    await room.call("grace", "PUT", `${path}/reactions/${encodeURIComponent(one)}`);
    await sendOne(room, `About ${one}`);
  }
  const received = new Set<number>();
  let last: MessageChange | undefined;
  while (last?.reactions.length !== 3) {
    last = await ada.next<MessageChange>("messageChanged");
    for (const rev of [...last.revs ?? [], last.rev]) received.add(rev);
  }
  assert.equal(last.id, message.id);
  for (const { rev } of await ada.messages(4)) received.add(rev);
  assert.deepEqual([...received].toSorted((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7]);
});

test("what changes nothing, or is refused, is sent to nobody", async (room) => {
  const ada = await room.enter("ada");
  const { path } = await sendOne(room);
  await room.call("ada", "PUT", `${path}/reactions/${thumb}`);
  await ada.next("messageChanged");
  await room.call("ada", "PUT", `${path}/reactions/${thumb}`);
  await room.call("grace", "PUT", path, { content: "Page 41" });
  await room.call("ada", "PUT", path, { content: "Page 1" });
  await room.call("mallory", "DELETE", path);
  await room.call("grace", "PUT", `${path}/pin`);
  await room.call("ada", "DELETE", `${path}/pin`);
  assert.deepEqual(await ada.unread("messageChanged"), []);
});

test("Grace rejoins with her rev and gets what is new or changed, once each, in the order of rev", async (room) => {
  const [one, two] = [await sendOne(room, "one"), await sendOne(room, "two")];
  await sendOne(room, "three");
  await room.call("grace", "PUT", one.path, { content: "ONE" });
  await room.call("ada", "PUT", `${one.path}/reactions/${thumb}`);
  await room.call("grace", "DELETE", two.path);
  const grace = await room.connect("grace");
  const history = await grace.join({ groupId: engine, after: 3, rev: 2 });
  const places = history.map(({ seq, rev, content }) => [seq, rev, content]);
  assert.deepEqual(places, [[3, 3, "three"], [1, 5, "ONE"], [2, 6, ""]]);
  assert.deepEqual(await grace.join({ groupId: engine, rev: 6 }), []);
  assert.equal((await grace.join({ groupId: engine, rev: 0 })).length, 3);
});

test("a handshake joins with a rev, and gets the first 100 changes after it", async (room) => {
  await Promise.all(Array.from({ length: 120 }, (_, n) => sendOne(room, `${n}`)));
  using grace = openSocket(room.url, { auth: { token: room.tokens.grace, join: { groupId: engine, rev: 10 } } });
  const revs = (await grace.next<Message[]>("messageHistory")).map(({ rev }) => rev);
  assert.deepEqual(revs, Array.from({ length: 100 }, (_, n) => n + 11));
});
