import { setImmediate as turn, setTimeout as timer } from "node:timers/promises";

/** For how many milliseconds loops go on before others have their turn. */
const slice = 10;

/** Until when loops may go on, by `performance.now()`, and the last one that waits; of the process, as its thread is. */
let sliceEnd = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Lets requests in from within a long loop, which awaits it in each round: it waits only where loops have worked for
 * some milliseconds. Those that wait go on one at a time.
 *
 * On Deno it takes a timer to let requests in, which no `setImmediate` does, and one that was not due already when the
 * loop before it began to work again.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() < sliceEnd) return;
  await (last = last.then(() => turn()).then(() => timer(0)));
  sliceEnd = performance.now() + slice;
}
