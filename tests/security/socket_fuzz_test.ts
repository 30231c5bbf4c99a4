import assert from "node:assert/strict";
import fc from "fast-check";
import { events } from "../../server/realtime/chat.ts";
import { engine, openChatroom } from "../realtime/chatroom.ts";
import { openSocket } from "../support/socket.ts";
import { assertDiscreet, bent, bounded, strings, value } from "./hostile.ts";

const valid: Record<string, Record<string, unknown>> = {
  joinGroup: { groupId: engine, after: 0, rev: 0 },
  message: { groupId: engine, content: "Hello", userId: "grace", username: "grace", timestamp: "", clientId: "1" },
  typing: { groupId: engine },
  watchGroup: { groupId: engine },
  read: { groupId: engine, seq: 1 },
};

Deno.test("any input to a socket event gets a short answer, and the connection stays open", async () => {
  await using room = await openChatroom();
  assert.deepEqual(Object.keys(valid).sort(), [...events].sort());
  const names = fc.oneof(fc.constantFrom(...events), fc.constantFrom(...strings));
  const call = names.chain((event) => {
    const payload = fc.oneof(
      bent(valid[event] ?? {}, ["groupId", "content", "clientId", "after", "rev", "seq", "replyTo", "files"], value),
      value,
    );
    return fc.tuple(fc.constant(event), fc.array(payload, { maxLength: 3 }));
  });
  let grace = await room.enter("grace");
  let asked = 0;
  const answered = async ([event, args]: [string, unknown[]]) => {
    // One socket may send a thousand packets in ten seconds.
    if (++asked % 500 === 0) grace = await room.enter("grace");
    const answer = await grace.ask(event, ...args);
    assert.equal(typeof answer.success, "boolean");
    if (!answer.success) assert.ok(answer.error.length < 200);
    assertDiscreet(JSON.stringify(answer.success ? {} : answer), event);
  };
  await fc.assert(fc.asyncProperty(call, answered), bounded(1000));
  assert.equal((await grace.say(engine, "Still here")).success, true);
  assert.deepEqual(room.app.log.filter((line) => /"level":(50|60)/.test(line)), []);
});

Deno.test("any input to a handshake is refused or accepted without a server error", async () => {
  await using room = await openChatroom();
  const query = fc.dictionary(
    fc.constantFrom("groupId", "userId", "username", "EIO", "x"),
    fc.constantFrom("4", "a", ""),
  );
  const shake = async (auth: unknown, query: Record<string, string>) => {
    using socket = openSocket(room.url, { auth: auth as Record<string, unknown>, query });
    assert.equal(typeof await socket.refusal(), "string");
  };
  const auth = fc.dictionary(fc.constantFrom("token", "user", "__proto__"), value, { noNullPrototype: true });
  await fc.assert(fc.asyncProperty(auth, query, shake), bounded(100));
  assert.equal((await (await room.enter("ada")).say(engine, "Still here")).success, true);
  assert.deepEqual(room.app.log.filter((line) => /"level":(50|60)/.test(line)), []);
});
