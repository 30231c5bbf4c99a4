import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import type { SocketRefusal } from "../../server/contract/chat/events.ts";
import { engine, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(openChatroom);

const notFound = { success: false, error: "Not found", code: "not_found" };
const required = "This field is required.";
const tooLong = "Please use at most 4,000 characters.";

const drafts: [string, unknown, error?: string][] = [
  ["a list", [engine, "Hello"]],
  ["invisible content", { groupId: engine, content: "\u0000\u0007" }, "Message cannot be empty"],
  ["content that is no text", { groupId: engine, content: { toString: "x" } }, required],
  ["90 000 characters", { groupId: engine, content: "x".repeat(90_000) }, tooLong],
  ["a group that is no text", { groupId: { $ne: "" }, content: "x" }, required],
  ["a group that is long", { groupId: "x".repeat(10_000), content: "x" }, "This value is not valid."],
  ["a prototype", JSON.parse(`{"__proto__": {"groupId": "${engine}", "content": "x"}, "constructor": 1}`)],
  ["bytes", Buffer.from("hello")],
  ["bytes for a content", { groupId: engine, content: Buffer.from("hello") }, required],
  ["deep nesting", nested(5000)],
];

test("a malformed event gets a clear error, and the connection stays open", async ({ enter }) => {
  const grace = await enter("grace");
  for (const [what, payload, expected] of drafts) {
    const { success, error } = await grace.ask("message", payload);
    assert.equal(success, false, what);
    assert.ok(error && error.length < 200 && !/\n|SQL| at \S+:\d/.test(error), `${what}: ${error}`);
    if (expected) assert.equal(error, expected, what);
  }
  const groupId = engine;
  const joins = [{ groupId, after: 1e300 }, { groupId, after: null }, { groupId, rev: "1" }, Buffer.from(engine)];
  const calls: [event: string, ...unknown[]][] = [
    ...["message", "joinGroup", "typing", "read"].flatMap((event) => [[event], [event, null]] as [string, unknown?][]),
    ...[...joins, nested(5000)].map((join) => ["joinGroup", join] as [string, unknown]),
    ...[{ groupId }, { groupId, seq: -1 }, { groupId, seq: "1" }].map((wrong) => ["read", wrong] as [string, unknown]),
  ];
  for (const call of calls) assert.equal((await grace.ask(...call) as SocketRefusal).code, "invalid_input", `${call}`);
  assert.equal((await grace.say(engine, "Still here")).success, true);
  assert.equal((await grace.join(engine)).length, 1);
});

test("an unknown event is refused; a failure without an acknowledgement is sent as an error event, a message without one is stored and sent", async (room) => {
  const [grace, mallory] = [await room.enter("grace"), await room.connect("mallory")];
  for (const event of ["presence", "error", "__proto__", "constructor", "toString", "x".repeat(10_000)]) {
    assert.deepEqual(await grace.ask(event, { groupId: engine }), notFound);
    grace.io.emit(event, { groupId: engine });
    assert.deepEqual(await grace.next("error"), { message: "Not found", code: "not_found" });
  }
  grace.io.emit("message", { groupId: engine, content: "" });
  assert.deepEqual(await grace.next("error"), { message: "Message cannot be empty", code: "invalid_input" });
  mallory.io.emit("joinGroup", engine);
  assert.deepEqual(await mallory.next("error"), { message: "Group not found", code: "not_found" });
  grace.io.emit("message", { groupId: engine, content: "No need to answer" });
  assert.equal((await grace.next("message")).content, "No need to answer");
});

test("malformed packets do not disturb the others in a room", async ({ enter, connect, app }) => {
  const ada = await enter("ada");
  const packets = [
    ...`42 4 2 42[ 42["message" 42{"a":1} 42[] 42[null] 42[7] 49[] 4garbage 9 40/other, \0`.split(" "),
    ...['451-["message",1]', '451-["message",{"_placeholder":true,"num":99}]', '43["x"]', '431["x"]'],
    `42["message","${"x".repeat(2_000_000)}"]`,
    `42["message",${"[".repeat(100_000)}${"]".repeat(100_000)}]`,
  ];
  for (const packet of packets) {
    const grace = await connect("grace");
    // deno-lint-ignore no-explicit-any -- below what the client lets one send
    (grace.io.io.engine as any).transport.ws.send(packet);
    grace[Symbol.dispose]();
  }
  assert.equal((await ada.say(engine, "All well")).success, true);
  assert.deepEqual(app.log.filter((line) => /"level":(50|60)/.test(line)), []);
});

test("when the database fails the sender gets an error, the connection stays open, and the log contains no message", async (room) => {
  const { app } = room;
  const grace = await room.enter("grace");
  await app.deps.db.write([app.deps.db.q.run(sql`drop table messages`)]);
  const failed = { success: false, error: "Server error occurred. Please try again later.", code: "server_error" };
  assert.deepEqual(await grace.say(engine, "Between you and me"), failed);
  assert.deepEqual(await grace.ask("joinGroup", engine), failed);
  assert.equal((await grace.ask("nothing")).error, "Not found");
  const errors = app.log.filter((line) => line.includes(`"level":50`));
  assert.deepEqual(errors.map((line) => JSON.parse(line).event), ["message", "joinGroup"]);
  for (const line of errors) assert.doesNotMatch(line, /Between you and me|params/);
});

function nested(depth: number): unknown {
  let value: unknown = "x";
  for (let i = 0; i < depth; i++) value = [value];
  return { groupId: value, content: value };
}
