import { setTimeout as delay } from "node:timers/promises";

/** Waits for some work, but so many milliseconds at most. @returns its result; undefined where it took longer */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  const end = delay(ms, undefined, { signal: late.signal }).catch(() => undefined);
  return await Promise.race([work, end]).finally(() => late.abort());
}
