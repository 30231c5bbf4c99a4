import assert from "node:assert/strict";
import * as constants from "../../server/contract/constants.ts";
import { openTurns } from "../../server/push/turns.ts";

const work = (tag: string, text = tag) => ({ push: { tag, text, url: "/" } });

Deno.test("what waits for a user waits for what they are sent, and delays nobody else", async () => {
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  const add = openTurns(async ({ push }: ReturnType<typeof work>) => {
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
  const add = openTurns(async ({ push }: ReturnType<typeof work>) => {
    sent.push(push.text);
    if (push.tag === "slow") await answer.promise;
  });
  add("eve", work("slow"));
  await add("grace", work("hello"));
  for (let n = 0; n < 100; n++) add("eve", work(`${n}`));
  const done = add("eve", work("98", "98 again"));
  answer.resolve();
  await done;
  const newest = Array.from({ length: constants.push.waiting }, (_, n) => `${100 - constants.push.waiting + n}`);
  assert.deepEqual(sent.slice(2), [...newest.filter((text) => text !== "98"), "98 again"]);
});
