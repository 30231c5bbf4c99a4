/** Connections to the embedded engine. A native call blocks the whole process, so none of them waits long for a lock. */
import { setImmediate } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { type Client, createClient } from "@libsql/client";
import { isLocked, isUnavailable } from "./errors.ts";

/** How long, in milliseconds, a native call may wait for another process. */
const busyTimeout = 10;
/** Milliseconds between two attempts to get a lock. */
const pause = 40;

interface Options {
  /** What is tried, where there was a lock, until it works: only then can what met the lock succeed. */
  probe: string;
  /** How long, in milliseconds, a call waits for a lock before it fails. */
  lockTimeout: number;
}

/** Opens a connection to read by. Every call of its client waits for a lock. */
export async function openReader(url: string, lockTimeout: number): Promise<EmbeddedConnection> {
  const connection = new EmbeddedConnection(url, { probe: "SELECT 1 FROM sqlite_schema LIMIT 1", lockTimeout });
  const { client } = connection;
  const { execute, batch, migrate } = {
    execute: client.execute.bind(client) as (...args: unknown[]) => ReturnType<Client["execute"]>,
    batch: client.batch.bind(client),
    migrate: client.migrate.bind(client),
  };
  client.execute = (...args: unknown[]) => connection.retryWhileLocked(() => execute(...args));
  client.batch = (statements, mode) => connection.retryWhileLocked(() => batch(statements, mode));
  client.migrate = (statements) => connection.retryWhileLocked(() => migrate(statements));
  await connection.configure();
  return connection;
}

/**
 * Opens a connection to write by, for the write queue, which does the waiting. Its batches are immediate transactions:
 * a deferred one fails in its middle where another process writes.
 */
export async function openWriter(url: string, lockTimeout: number): Promise<EmbeddedConnection> {
  const connection = new EmbeddedConnection(url, { probe: "BEGIN IMMEDIATE; ROLLBACK", lockTimeout });
  const { client } = connection;
  const batch = client.batch.bind(client);
  client.batch = (statements) => batch(statements, "write");
  await connection.configure();
  return connection;
}

const settings = "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON";

/**
 * A connection whose calls, where another process holds the lock they need, are tried again for a time during which
 * this process goes on. It is one, because a PRAGMA reaches one only and native calls do not run side by side.
 */
export class EmbeddedConnection {
  readonly client: Client;
  /** What the engine said of a lock that is in the way; undefined as long as none is known. */
  lock: unknown;
  #attempt: Promise<unknown> = Promise.resolve();
  #watching: Promise<void> | undefined;
  #isClosing = false;
  #options: Options;

  constructor(url: string, options: Options) {
    this.client = createClient({ url, timeout: busyTimeout, concurrency: 1 });
    this.#options = options;
  }

  /** Sets what holds for the file and for the connection, as soon as the file can be read. */
  async configure(): Promise<void> {
    await this.retryWhileLocked(() => this.client.executeMultiple(`PRAGMA journal_mode=WAL; ${settings}`));
  }

  /** Runs a call, again and again while a lock is in its way, until the time for it is over. */
  async retryWhileLocked<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#options.lockTimeout;
    while (true) {
      if (!this.lock) {
        try {
          return await call();
        } catch (error) {
          if (!isLocked(error)) throw error;
          this.foundLocked(error);
        }
      }
      if (this.#isClosing || performance.now() >= deadline) throw this.lock;
      await this.nextAttempt();
    }
  }

  /** Takes note of a lock. From now on it is tried for, by one attempt at a time for all who wait. */
  foundLocked(error: unknown): void {
    if (this.lock) return;
    this.lock = error;
    this.#attempt = this.#renew();
    this.#watching = this.#untilFree();
  }

  /** Settles when the lock was tried for once more, or was found free. */
  nextAttempt(): Promise<unknown> {
    return this.#attempt;
  }

  /** Lets whoever waits fail at the next attempt, as will who would wait from now on. */
  stopWaiting(): void {
    this.#isClosing = true;
  }

  async close(): Promise<void> {
    this.stopWaiting();
    await this.#watching;
    this.client.close();
  }

  /** Folds the write-ahead log into the file. Without room, or with another process at it, it stays, and keeps all. */
  async foldIn(): Promise<void> {
    if (this.lock) return;
    const folded = this.client.executeMultiple("PRAGMA busy_timeout=200; PRAGMA wal_checkpoint(TRUNCATE)");
    await folded.catch((error) => isUnavailable(error) || Promise.reject(error));
  }

  async #untilFree(): Promise<void> {
    await this.#attempt;
    while (this.lock && !this.#isClosing) {
      const outcome = this.#attempt = this.#try();
      this.lock = await outcome;
    }
  }

  /** Gives what the engine said of the lock. Any other failure is for whoever asks next to meet. */
  async #try(): Promise<unknown> {
    await setTimeout(pause);
    // Other calls leave a refused statement behind (see below); this one ends it.
    const tried = this.client.executeMultiple(`${settings}; ${this.#options.probe}`);
    return await tried.then(() => undefined, (error) => isLocked(error) ? error : undefined);
  }

  /**
   * Takes a new connection: the driver leaves a refused one with a statement that never ends, beside which nothing can
   * be committed, and reads see the database for ever as it was. The driver answers each call within one turn of the
   * event loop, so that none is under way when a turn begins.
   */
  #renew(): Promise<void> {
    return new Promise((resolve) =>
      setImmediate(() => {
        if (!this.client.closed) void this.client.reconnect();
        resolve();
      })
    );
  }
}
