import assert from "node:assert/strict";
import { Draft, DraftEvent, HistoryQuery, JoinGroupEvent } from "../../server/contract/chat/shapes.ts";
import { made, nothings } from "./made.ts";

Deno.test("a message has 1 to 4000 characters after trimming", () => {
  assert.deepEqual(made(Draft, { content: ` ${"x".repeat(4000)}\n` }), {
    content: "x".repeat(4000),
    clientId: null,
    replyTo: null,
    files: [],
    anchor: null,
  });
  assert.equal(made(Draft, { content: "x".repeat(4001) }), "Please use at most 4,000 characters.");
  for (const content of ["", "  \n"]) assert.equal(made(Draft, { content }), "Message cannot be empty");
  const expected = { groupId: "g", content: "hello", clientId: null, replyTo: null, files: [], anchor: null };
  assert.deepEqual(made(DraftEvent, { groupId: "g", content: "hello", userId: "mallory", seq: 1 }), expected);
});

Deno.test("joining takes a group's id, alone or with the last known seq", () => {
  assert.deepEqual(made(JoinGroupEvent, "g"), { groupId: "g", after: undefined, rev: undefined });
  assert.deepEqual(made(JoinGroupEvent, { groupId: "g" }), { groupId: "g" });
  assert.deepEqual(made(JoinGroupEvent, { groupId: "g", after: 7 }), { groupId: "g", after: 7 });
  for (const wrong of [...nothings, { groupId: "g", after: -1 }, { groupId: "g", after: 1.5 }, { after: 1 }, ""]) {
    assert.equal(JoinGroupEvent.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

Deno.test("a history query takes whole numbers, 50 messages by default and 100 at most", () => {
  assert.deepEqual(made(HistoryQuery, {}), { limit: 50 });
  assert.deepEqual(made(HistoryQuery, { before: "9", after: "0", limit: "999" }), { before: 9, after: 0, limit: 100 });
  for (const wrong of [{ limit: "0" }, { limit: "x" }, { before: "1.5" }, { after: "-1" }, { before: "1e400" }]) {
    assert.equal(HistoryQuery.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});
