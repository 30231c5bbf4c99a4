/**
 * A thread that reads says every second that it goes on. In Deno 2.9.6 one whose heap is full is told of to nobody: what
 * it did is cut off, and its timers run on, so that signs are given by what is done and not by a timer.
 */
const signEvery = 1000;

/** Per thread; where nobody listens, as in tests without one, there are none. */
let give: (() => void) | undefined;
let givenAt = 0;

export function giveSigns(by: () => void): void {
  give = by;
  by();
}

/** To be called with each element, file and picture. */
export function goesOn(): void {
  if (!give) return;
  const now = performance.now();
  if (now - givenAt < signEvery) return;
  givenAt = now;
  give();
}
