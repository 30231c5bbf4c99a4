import assert from "node:assert/strict";

/**
 * Asserts that requests of others are answered, one after the other, while something long goes on: with no pause as
 * long as two thirds of it. Of what blocks the process it is all; of what is short, opening the first connection is
 * much.
 */
export async function assertServesOthers({ url }: { url: string }, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  let [last, longest, isOver] = [began, 0, false];
  const answered = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const others = (async () => {
    while (!isOver) {
      await (await fetch(`${url}/healthz`)).text();
      answered();
    }
  })();
  await work();
  isOver = true;
  const whole = performance.now() - began;
  await others;
  assert.ok(longest < 2 / 3 * whole, `no answer for ${longest} of ${whole} ms`);
}
