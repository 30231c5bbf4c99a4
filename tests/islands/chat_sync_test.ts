/** What a chat loads, outside React and without a socket. */
import assert from "node:assert/strict";
import { History, Sync } from "../../islands/chat/connection/sync.ts";
import { ChatStore } from "../../islands/chat/state/store.ts";
import type { MessagePage } from "../../server/contract/chat/shapes.ts";
import { message, messages, range } from "./messages.ts";

const chatOf = (from: number, to: number) =>
  new ChatStore({ groupId: "engine", messages: messages(from, to), rev: to, hasOlder: from > 1 });
const seqs = (store: ChatStore) => store.getState().messages.map(({ seq }) => seq);

Deno.test("A chat with a gap fetches what is missing, part by part, until nothing is", async () => {
  const store = chatOf(1, 3);
  const asked: number[] = [];
  const sync = new Sync(store, (after) => {
    asked.push(after);
    const part = messages(after + 1, after + 2);
    return Promise.resolve({ messages: part, rev: part.at(-1)!.rev, hasMore: part.at(-1)!.seq < 9 });
  });
  assert.equal(sync.receiveHistory([message(9)], { isAsked: false }), true);
  await Promise.all([sync.catchUp(), sync.catchUp()]);
  assert.deepEqual([asked, seqs(store)], [[3, 5, 7], [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

Deno.test("A history that was asked for is complete up to its last change", () => {
  const store = chatOf(1, 3);
  const sync = new Sync(store, () => Promise.reject(new Error("Nothing is missing.")));
  assert.equal(sync.receiveHistory([message(4), message(2, { rev: 9 })], { isAsked: true }), false);
  assert.deepEqual([seqs(store), store.getState().lastRev], [[1, 2, 3, 4], 9]);
});

Deno.test("A message that changes while a part of the history is on its way is shown as it is then", async () => {
  const store = chatOf(3, 4);
  const part = Promise.withResolvers<MessagePage>();
  const history = new History(store, () => part.promise);
  const loaded = history.loadOlder();
  store.dispatch({ type: "changes", messages: [message(2, { rev: 5, content: "changed" })] });
  part.resolve({ messages: messages(1, 2), hasMore: false });
  await loaded;
  assert.deepEqual([seqs(store), history.find(2)?.content], [[1, 2, 3, 4], "changed"]);
});

Deno.test("A message that is shown is not loaded again, and one further up with what is around it", async () => {
  const store = chatOf(90, 99);
  const queries: unknown[] = [];
  const history = new History(store, (query) => {
    queries.push(query);
    return Promise.resolve({
      messages: query.before ? messages(10, 20) : messages(21, 30),
      hasMore: true,
    });
  });
  await history.showAround(95);
  assert.deepEqual(queries, []);
  await history.showAround(20);
  assert.deepEqual(queries, [{ before: 21, limit: 25 }, { after: 20, limit: 25 }]);
  const { hasOlder, hasNewer } = store.getState();
  assert.deepEqual([seqs(store), hasOlder, hasNewer], [range(10, 30), true, true]);
});
