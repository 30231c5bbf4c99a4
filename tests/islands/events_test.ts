import assert from "node:assert/strict";
import { emit, emitToListeners, on } from "../../islands/runtime/events.ts";

Deno.test("the first to listen gets what came before, once and in its order, and then what comes", () => {
  const [first, second]: number[][] = [[], []];
  const change = (by: number) => emit("tabCountChanged", { tab: "Books", change: by });
  change(1);
  change(2);
  on("tabCountChanged", ({ change }) => first.push(change));
  on("tabCountChanged", ({ change }) => second.push(change));
  change(3);
  assert.deepEqual([first, second], [[1, 2, 3], [3]]);
});

Deno.test("an event without content that nobody listened to is received once, however often it came", () => {
  let joined = 0;
  for (let i = 0; i < 5; i++) emit("joined", undefined);
  on("joined", () => joined++);
  assert.equal(joined, 1);
  emit("joined", undefined);
  assert.equal(joined, 2);
});

Deno.test("what is only for those who listen already is stored for nobody", () => {
  const received: string[] = [];
  const presence = (groupId: string) => emitToListeners("presence", { groupId, userIds: [] });
  presence("before");
  on("presence", ({ groupId }) => received.push(groupId));
  presence("after");
  assert.deepEqual(received, ["after"]);
});
