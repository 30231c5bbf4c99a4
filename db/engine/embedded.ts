/**
 * Connections to the embedded engine. A native call blocks the whole process, so none of them waits long for a lock.
 */
import { setImmediate } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { overwriteDeleted } from "./cleaning.ts";
import { isLocked, isUnavailable } from "./errors.ts";
import { FileClient } from "./file_client.ts";
import { type Lock, retryWhileLocked } from "./lock.ts";

/** How long, in milliseconds, a native call may wait for another process. */
const busyTimeout = 10;
/** Milliseconds between two attempts to get a lock. */
const pause = 40;

interface Options {
  /** Of the file. */
  path: string;
  /** How its transactions begin: see `FileClient`. */
  begin: "BEGIN" | "BEGIN IMMEDIATE";
  /** The SQL that is tried while there is a lock: once it succeeds, the calls that met the lock can. */
  probe: string;
  /** How long, in milliseconds, a call waits for a lock before it fails. */
  lockTimeout: number;
}

/** Opens a connection to read by. Every call of its client waits for a lock. */
export async function openReader(path: string, lockTimeout: number): Promise<EmbeddedConnection> {
  const probe = "SELECT 1 FROM sqlite_schema LIMIT 1";
  const connection = new EmbeddedConnection({ path, begin: "BEGIN", probe, lockTimeout });
  const { client } = connection;
  const waiting = <Argument, Result>(call: (argument: Argument) => Promise<Result>) => (argument: Argument) =>
    connection.retryWhileLocked(() => call.call(client, argument));
  client.execute = waiting(client.execute);
  client.batch = waiting(client.batch);
  client.migrate = waiting(client.migrate);
  await connection.configure();
  return connection;
}

/**
 * Opens a connection to write by, for the write queue, which does the waiting. Its batches are immediate transactions:
 * a deferred one fails halfway where another process writes.
 */
export async function openWriter(path: string, lockTimeout: number): Promise<EmbeddedConnection> {
  const begin = "BEGIN IMMEDIATE";
  const connection = new EmbeddedConnection({ path, begin, probe: `${begin}; ROLLBACK`, lockTimeout });
  await connection.configure();
  return connection;
}

const settings = `PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; ${overwriteDeleted}`;

/**
 * A connection whose calls are retried while another process holds the lock they need, without blocking this process.
 * It is a single one, because a PRAGMA applies to one only and native calls do not run in parallel.
 */
export class EmbeddedConnection implements Lock {
  readonly client: FileClient;
  error: unknown;
  #attempt: Promise<unknown> = Promise.resolve();
  #watching: Promise<void> | undefined;
  #isClosing = false;
  #options: Options;

  constructor(options: Options) {
    this.client = new FileClient({ path: options.path, timeout: busyTimeout, begin: options.begin });
    this.#options = options;
  }

  /** Sets the PRAGMAs of the file and of the connection, as soon as the file can be read. */
  async configure(): Promise<void> {
    await this.retryWhileLocked(() => this.client.executeMultiple(`PRAGMA journal_mode=WAL; ${settings}`));
  }

  /** Runs a call, and repeats it while there is a lock, until its time is over. */
  async retryWhileLocked<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#options.lockTimeout;
    return await retryWhileLocked(this, call, () => this.#isClosing || performance.now() >= deadline);
  }

  foundLocked(error: unknown): void {
    if (this.error) return;
    this.error = error;
    this.#attempt = this.#renew();
    this.#watching = this.#untilFree();
  }

  nextAttempt(): Promise<unknown> {
    return this.#attempt;
  }

  /** Makes waiting calls fail at the next attempt, and later calls without waiting. */
  stopWaiting(): void {
    this.#isClosing = true;
  }

  async close(): Promise<void> {
    this.stopWaiting();
    await this.#watching;
    this.client.close();
  }

  /**
   * Folds the write-ahead log into the file, and empties it. On a full disk or beside another process the log stays,
   * without loss.
   *
   * @param timeout milliseconds to wait for another process, in which nothing else happens here
   */
  async foldIn(timeout = busyTimeout): Promise<void> {
    if (this.error) return;
    const folded = this.client.executeMultiple(
      `PRAGMA busy_timeout=${timeout}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout=${busyTimeout}`,
    );
    await folded.catch((error) => isUnavailable(error) || Promise.reject(error));
  }

  async #untilFree(): Promise<void> {
    await this.#attempt;
    while (this.error && !this.#isClosing) {
      const outcome = this.#attempt = this.#try();
      this.error = await outcome;
    }
  }

  /** Returns the engine's error if it is still locked. Any other error is left to the next call. */
  async #try(): Promise<unknown> {
    await setTimeout(pause);
    // Other calls leave a refused statement open (see `#renew`); `executeMultiple` closes it.
    const tried = this.client.executeMultiple(`${settings}; ${this.#options.probe}`);
    return await tried.then(() => undefined, (error) => isLocked(error) ? error : undefined);
  }

  /**
   * Opens a new connection: after a refusal the driver leaves the old one with an open statement, beside which nothing
   * can be committed and reads see an old snapshot for ever. The driver answers each call within one turn of the event
   * loop, so that none is running when a turn begins.
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
