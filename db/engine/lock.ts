import { setTimeout } from "node:timers/promises";
import { isLocked } from "./errors.ts";

export interface Lock {
  /** The database's error while another process holds it. */
  error: unknown;
  /** From now on there are attempts to get it, one at a time for all that wait. */
  foundLocked(error: unknown): void;
  nextAttempt(): Promise<unknown>;
}

export async function retryWhileLocked<T>(lock: Lock, call: () => Promise<T>, isOver: () => boolean): Promise<T> {
  while (true) {
    if (!lock.error) {
      try {
        return await call();
      } catch (error) {
        if (!isLocked(error)) throw error;
        lock.foundLocked(error);
      }
    }
    if (isOver()) throw lock.error;
    await lock.nextAttempt();
  }
}

/** Milliseconds: some transactions' time. */
const longestPause = 50;

/**
 * A server refuses transactions that meet a checkpoint. The pause is random, so that instances do not meet again, and
 * does not grow: a write that has waited longest would then wait longest for the next attempt too.
 */
export class ServerLock implements Lock {
  error: unknown;
  #attempt: Promise<unknown> = Promise.resolve();

  foundLocked(error: unknown): void {
    if (this.error) return;
    this.error = error;
    this.#attempt = setTimeout(Math.random() * longestPause).then(() => this.error = undefined);
  }

  nextAttempt(): Promise<unknown> {
    return this.#attempt;
  }
}
