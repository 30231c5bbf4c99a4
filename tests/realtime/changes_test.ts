import assert from "node:assert/strict";
import { noMarks } from "../../server/contract/chat/page_message.ts";
import { type Message } from "../../server/contract/chat/shapes.ts";
import { collectChanges } from "../../server/realtime/changes.ts";

/**
 * What is sent of changes: each message's id with its rev and the revs that it stands for, and revs that are delayed.
 */
function collector() {
  const sent: [string, ...number[]][] = [];
  let notify = () => {};
  const record = (...event: [string, ...number[]]) => {
    sent.push(event);
    notify();
  };
  const changes = collectChanges({
    send: ({ message: { id, rev }, revs = [] }) => record(id, rev, ...revs),
    announce: ({ groupId, revs }) => record(groupId, ...revs),
  });
  const add = (id: string, rev: number, more: Partial<Message> = {}) =>
    changes.add({ message: { ...noMarks, id, rev, groupId: "engine", ...more } as Message, views: [] });
  /** Waits until so much was sent since the last call, and gives it. */
  async function next(count: number) {
    // The timers of what is tested do not make a process wait.
    const waiting = setInterval(() => {}, 1000);
    while (sent.length < count) await new Promise<void>((resolve) => notify = resolve);
    clearInterval(waiting);
    return sent.splice(0);
  }
  return { add, next, sent, flush: changes.flush };
}

/** That so many people reacted. */
const reactedBy = (count: number): Partial<Message> => ({
  reactions: [{ emoji: "👍", userIds: Array.from({ length: count }, (_, n) => `u${n}`) }],
});

Deno.test("a change is sent at once, of the next ones the latest state of each message with their revs", async () => {
  const { add, next, sent } = collector();
  add("a", 1);
  add("b", 2);
  assert.deepEqual(sent.splice(0), [["a", 1], ["b", 2]]);
  for (const [id, rev] of [["a", 3], ["b", 4], ["a", 6], ["a", 5], ["b", 7]] as const) add(id, rev);
  assert.deepEqual(sent, []);
  assert.deepEqual(await next(2), [["a", 6, 3, 5], ["b", 7, 4]]);
});

Deno.test("a deleted message is not shown for another moment", () => {
  const { add, sent } = collector();
  add("a", 1);
  add("a", 2);
  add("a", 3, { deletedAt: "2026-01-01T00:00:00.000Z" });
  assert.deepEqual(sent, [["a", 1], ["a", 3, 2]]);
});

Deno.test("changes of a message that many react to are announced before they are sent, and delay no other message", async () => {
  const { add, next, sent } = collector();
  add("a", 1, reactedBy(150));
  add("a", 2, reactedBy(151));
  add("b", 3);
  add("a", 4, reactedBy(152));
  assert.deepEqual(sent.splice(0), [["a", 1], ["engine", 2], ["b", 3]]);
  assert.deepEqual(await next(1), [["engine", 4]]);
  assert.deepEqual(await next(1), [["a", 4, 2]]);
});

Deno.test("what waits of a group can be sent before somebody may not know it any more, and is not sent again", async () => {
  const { add, next, sent, flush } = collector();
  add("a", 1);
  add("a", 2);
  add("other", 3, { groupId: "books" });
  add("other", 4, { groupId: "books" });
  flush("engine");
  assert.deepEqual(sent.splice(0), [["a", 1], ["other", 3], ["a", 2]]);
  assert.deepEqual(await next(1), [["other", 4]]);
});
