// Works at once, and at the period's end if there were calls within it.
// @param work never rejects; it may ask for a longer pause, in milliseconds
export function throttleByKey(period: number, work: (key: string) => Promise<number | void>) {
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
    call(key: string): void {
      if (isClosed) return;
      if (waiting.has(key)) waiting.set(key, true);
      else void run(key);
    },
    close(): void {
      isClosed = true;
      timers.forEach(clearTimeout);
    },
  };
}
