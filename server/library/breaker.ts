import * as limits from "../contract/constants.ts";

/** Spares a service that fails, and those who wait for it. */
export interface Breaker {
  /**
   * Does something that counts as a failure where it throws.
   *
   * @returns undefined where it was not even tried
   * @throws whatever it throws
   */
  attempt<T>(act: () => Promise<T>): Promise<T | undefined>;
}

const { failures, pause } = limits.library;

/**
 * After three failures in a row nothing is tried for a minute; then one may try, and the others wait for how that goes.
 */
export function openBreaker(clock: () => number): Breaker {
  let failed = 0;
  let pausedUntil = 0;
  return {
    async attempt(act) {
      if (failed >= failures) {
        const left = pausedUntil - clock();
        // Longer than it ever was: the clock was set back.
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
