import type { LibsqlError } from "@libsql/client/sqlite3";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { setImmediate } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { isLocked, isUnavailable, libsqlError } from "./driver.ts";

export type Statement = BatchItem<"sqlite">;
export type Statements = readonly [Statement, ...Statement[]];

interface Write {
  statements: Statements;
  deadline: number;
  resolve: (results: unknown[]) => void;
  reject: (error: unknown) => void;
}

/** Group commit: whatever arrives while one commit runs, or in one turn of the event loop, is the next commit. */
export class WriteQueue {
  commits = 0;
  #waiting: Write[] = [];
  #running: Promise<void> | undefined;
  #isClosing = false;
  #q: LibSQLDatabase;
  #lock: Lock;

  constructor(q: LibSQLDatabase, lock: Lock) {
    this.#q = q;
    this.#lock = lock;
  }

  push<T extends Statements>(statements: T, lockTimeout: number): Promise<BatchResponse<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    this.#waiting.push({ statements, deadline: performance.now() + lockTimeout, resolve, reject });
    this.#running ??= this.#run();
    return promise as Promise<BatchResponse<T>>;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // After the turn's input: messages read from several sockets in one turn then share the commit.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#lock.error) await this.#waitForLock();
      else await this.#commit(this.#waiting.splice(0));
    }
    this.#running = undefined;
  }

  async #waitForLock(): Promise<void> {
    const now = performance.now();
    const isOver = ({ deadline }: Write) => this.#isClosing || deadline <= now;
    const over = this.#waiting.filter(isOver);
    this.#waiting = this.#waiting.filter((write) => !isOver(write));
    over.forEach(({ reject }) => reject(this.#lock.error));
    if (this.#waiting.length > 0) await this.#lock.nextAttempt();
  }

  async #commit(writes: Write[]): Promise<void> {
    if (writes.length === 0) return;
    try {
      const results = await this.#q.batch(writes.flatMap((write) => [...write.statements]) as unknown as Statements);
      this.commits++;
      let from = 0;
      for (const { statements, resolve } of writes) resolve(results.slice(from, from += statements.length));
    } catch (error) {
      if (isLocked(error)) return this.#postpone(writes, error);
      const failing = failingWrite(writes, error);
      if (!failing) return writes.forEach((write) => write.reject(error));
      failing.reject(error);
      await this.#commit(writes.filter((write) => write !== failing));
    }
  }

  #postpone(writes: Write[], error: unknown): void {
    this.#waiting.unshift(...writes);
    this.#lock.foundLocked(error);
  }
}

/** Undefined where the failure is not of one write. */
function failingWrite(writes: Write[], error: unknown): Write | undefined {
  if (isUnavailable(error)) return undefined;
  let index = (libsqlError(error) as LibsqlError & { statementIndex?: number })?.statementIndex ?? -1;
  return index < 0 ? undefined : writes.find((write) => (index -= write.statements.length) < 0);
}

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
