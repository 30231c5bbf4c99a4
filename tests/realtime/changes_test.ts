import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat.ts";
import type { MessageChange } from "../../server/contract/events.ts";
import { plainMessage } from "../../server/contract/plain_message.ts";
import { collectChanges } from "../../server/realtime/changes.ts";

/** What is sent of changes, as each message's id, its rev, and the revs that it stands for. */
function collector() {
  const sent: [string, number, number[]?][] = [];
  const changes = collectChanges(({ id, rev, revs }: MessageChange) => sent.push(revs ? [id, rev, revs] : [id, rev]));
  const add = (id: string, rev: number, more: Partial<Message> = {}) =>
    changes.add({ ...plainMessage, id, rev, groupId: "engine", ...more } as Message);
  return { add, flush: () => changes.flush("engine"), sent };
}

Deno.test("a change is sent at once, of the next ones the latest state of each message with their revs", () => {
  const { add, flush, sent } = collector();
  add("a", 1);
  assert.deepEqual(sent.splice(0), [["a", 1]]);
  for (const [id, rev] of [["a", 2], ["b", 3], ["a", 5], ["a", 4], ["b", 6]] as const) add(id, rev);
  assert.deepEqual(sent, []);
  flush();
  assert.deepEqual(sent.splice(0), [["a", 5, [2, 4]], ["b", 6, [3]]]);
  flush();
  assert.deepEqual(sent, []);
});

Deno.test("a deleted message is not shown for another moment, and another group's changes do not wait", () => {
  const { add, sent } = collector();
  add("a", 1);
  add("a", 2);
  add("a", 3, { deletedAt: "2026-01-01T00:00:00.000Z" });
  add("c", 1, { groupId: "other" });
  assert.deepEqual(sent, [["a", 1], ["a", 3, [2]], ["c", 1]]);
});
