import assert from "node:assert/strict";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { codeOf } from "../../support/requests.ts";

const test = inScene(() => startReading({}, { pageCount: 100 }));

const contentsOf = (messages: { content: string }[]) => messages.map(({ content }) => content);

test("Grace's replies to Ada's message are a thread, new to Ada until she has read it; Mallory finds none", async (app) => {
  const { ada, grace, mallory, here, post, call } = app;
  const first = await post(ada, "Why?");
  const one = await post(grace, "Because", { replyTo: first.id });
  await post(ada, "Something else");
  const two = await post(grace, "And so on", { replyTo: one.id });
  const { body: { threads, hasMore } } = await call("GET", `${here}/threads`, ada);
  assert.deepEqual([threads.length, hasMore], [1, false]);
  const { first: listed, ...state } = threads[0];
  assert.deepEqual([listed.id, state], [first.id, {
    replies: 2,
    latestSeq: two.seq,
    latestAt: two.timestamp,
    lastReadSeq: first.seq,
    unread: 2,
  }]);
  const { body: page } = await call("GET", `${here}/threads/${two.seq}?limit=1`, ada);
  assert.deepEqual([page.thread, contentsOf(page.messages), page.hasMore], [threads[0], ["And so on"], true]);
  const earlier = await call("GET", `${here}/threads/${first.seq}?before=${two.seq}`, ada);
  assert.deepEqual([contentsOf(earlier.body.messages), earlier.body.hasMore], [["Because"], false]);
  const read = (as: typeof ada, seq: number) => call("PUT", `${here}/threads/${first.seq}/read`, as, { seq });
  assert.deepEqual((await read(ada, one.seq)).body, { unread: 1 });
  assert.deepEqual((await read(ada, two.seq)).body, { unread: 0 });
  const asked = [
    await call("GET", `${here}/threads`, mallory),
    await call("GET", `${here}/threads/${first.seq}`, mallory),
    await read(mallory, two.seq),
  ];
  assert.deepEqual(asked.map(codeOf), ["404 group_not_found", "404 message_not_found", "404 group_not_found"]);
});

test("a reply about a page ahead of its reader has no text in a thread, and the page behind it has it", async (app) => {
  const { ada, grace, here, post, call, bookId } = app;
  const first = await post(ada, "Who did it?");
  await post(grace, "The butler", { replyTo: first.id, anchor: { bookId, page: 90 } });
  const { body } = await call("GET", `${here}/threads/${first.seq}`, ada);
  assert.deepEqual(contentsOf(body.messages), [""]);
  await app.turn(ada, 90);
  assert.deepEqual(contentsOf((await call("GET", `${here}/threads/${first.seq}`, ada)).body.messages), ["The butler"]);
});
