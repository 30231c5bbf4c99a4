import * as booksLimits from "../contract/books/limits.ts";

/** Pauses requests to a service that fails. */
export interface Breaker {
  /**
   * Runs an action; one that throws counts as a failure.
   *
   * @returns undefined while paused
   * @throws what the action throws
   */
  attempt<T>(act: () => Promise<T>): Promise<T | undefined>;
}

const { failures, pause } = booksLimits.library;

/**
 * A breaker that pauses for a minute after three failures in a row. Then one action is tried; the pause goes on for the
 * others until it has succeeded.
 */
export function openBreaker(clock: () => number): Breaker {
  let failed = 0;
  let pausedUntil = 0;
  return {
    async attempt(act) {
      if (failed >= failures) {
        const left = pausedUntil - clock();
        // More than a whole pause is left where the clock was set back.
        if (left > 0 && left <= pause) return undefined;
        pausedUntil = clock() + pause;
      }
      try {
        const result = await act();
        failed = 0;
        return result;
      } catch (error) {
        failed++;
        pausedUntil = clock() + pause;
        throw error;
      }
    },
  };
}
