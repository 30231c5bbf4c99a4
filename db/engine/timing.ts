import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";

/** Undefined where the work takes longer than so many milliseconds. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  const end = delay(ms, undefined, { signal: late.signal }).catch(() => undefined);
  return await Promise.race([work, end]).finally(() => late.abort());
}

const slice = 10;

/** By `performance.now()`; of the process, as its thread is. */
let sliceEnd = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Lets requests in from within a long loop, which awaits it in each round. On Deno that takes a timer, not due already
 * when the loop before it begins to work again; no `setImmediate` does.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() < sliceEnd) return;
  await (last = last.then(() => turn()).then(() => delay(0)));
  sliceEnd = performance.now() + slice;
}
