import assert from "node:assert/strict";

/** Asserts that requests of others are answered, one after the other, all the while that something long goes on. */
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
