/** Calls at most once in a period for each key: at once, and at the period's end if there were calls within it. */
export interface Throttle {
  call(key: string): void;
  close(): void;
}

/**
 * @param period milliseconds
 * @param work never rejects; it may ask for a longer pause, in milliseconds
 */
export function throttleByKey(period: number, work: (key: string) => Promise<number | void>): Throttle {
  /** Whether there were calls since the last one that was let through; per process, as what is throttled is. */
  const waiting = new Map<string, boolean>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let isClosed = false;

  async function run(key: string): Promise<void> {
    waiting.set(key, false);
    const pause = await work(key) ?? period;
    if (isClosed) return;
    // From its end: what takes long does not pile up.
    timers.set(key, setTimeout(() => again(key), pause));
    Deno.unrefTimer(timers.get(key)!);
  }

  function again(key: string): void {
    timers.delete(key);
    if (waiting.get(key)) void run(key);
    else waiting.delete(key);
  }

  return {
    call(key) {
      if (isClosed) return;
      if (waiting.has(key)) waiting.set(key, true);
      else void run(key);
    },
    close() {
      isClosed = true;
      timers.forEach(clearTimeout);
    },
  };
}
