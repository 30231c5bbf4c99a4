/** Waiting for a database that another process has locked. */
import { setTimeout } from "node:timers/promises";
import { isLocked } from "./errors.ts";

/** A lock that another process may hold. */
export interface Lock {
  /** The database's error while another process holds it; undefined while none is known to. */
  error: unknown;
  /** Records that it is held. From now on there are attempts to get it, one at a time for all that wait. */
  foundLocked(error: unknown): void;
  /** Settles after the next attempt to get it. */
  nextAttempt(): Promise<unknown>;
}

/** Runs a call, and repeats it while there is a lock, until `isOver`. */
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

/** The longest pause between two attempts, in milliseconds: some transactions' time. */
const longestPause = 50;

/**
 * The lock of a libSQL server. It lets transactions of several instances wait for one another, in their order, but
 * refuses those that meet a checkpoint. What it refused is tried again after a random pause, so that instances do not
 * meet again. The pause does not grow: who has waited longest would then wait longest for the next attempt too.
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
