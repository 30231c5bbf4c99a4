import assert from "node:assert/strict";
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import { openUserQueues } from "../../server/push/queues.ts";

const work = (tag: string, text = tag) => ({ push: { tag, text, url: "/" } });

Deno.test("what waits for a user waits for what they are sent, and delays nobody else", async () => {
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  const add = openUserQueues(async ({ push }: ReturnType<typeof work>) => {
    sent.push(push.text);
    if (push.tag === "slow") await answer.promise;
  });
  const done = [add("eve", work("slow")), add("eve", work("next"))];
  await add("grace", work("hello"));
  assert.deepEqual(sent, ["slow", "hello"]);
  answer.resolve();
  await Promise.all(done);
  await add("eve", work("last"));
  assert.deepEqual(sent, ["slow", "hello", "next", "last"]);
});

Deno.test("of what waits for a user the newest few are sent, and of one tag the newest", async () => {
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  const add = openUserQueues(async ({ push }: ReturnType<typeof work>) => {
    sent.push(push.text);
    if (push.tag === "slow") await answer.promise;
  });
  add("eve", work("slow"));
  await add("grace", work("hello"));
  for (let n = 0; n < 100; n++) add("eve", work(`${n}`));
  const done = add("eve", work("98", "98 again"));
  answer.resolve();
  await done;
  const newest = Array.from(
    { length: noticesLimits.push.waiting },
    (_, n) => `${100 - noticesLimits.push.waiting + n}`,
  );
  assert.deepEqual(sent.slice(2), [...newest.filter((text) => text !== "98"), "98 again"]);
});

Deno.test("as many users as are sent something at once, whose push services do not answer, do not keep others waiting", async () => {
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  const add = openUserQueues(async ({ push }: ReturnType<typeof work>) => {
    sent.push(push.text);
    if (push.tag === "silent") await answer.promise;
  });
  const silent = Array.from({ length: noticesLimits.push.atOnce + 1 }, (_, n) => add(`silent${n}`, work("silent")));
  const next = add("silent0", work("next"));
  // The timers of what is tested do not make a process wait.
  const waiting = setInterval(() => {}, 1000);
  await add("grace", work("hello"));
  clearInterval(waiting);
  assert.deepEqual([sent.at(-1), sent.includes("next")], ["hello", false]);
  answer.resolve();
  await Promise.all([...silent, next]);
});

Deno.test("what is sent settles at once, whatever waits behind it, and so does what is left out", async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const add = openUserQueues((_: ReturnType<typeof work>) => answers[count++]?.promise ?? Promise.resolve());
  const first = add("eve", work("first"));
  const replaced = add("eve", work("second"));
  const second = add("eve", work("second"));
  await replaced;
  answers[0].resolve();
  await first;
  answers[1].resolve();
  await second;
});
