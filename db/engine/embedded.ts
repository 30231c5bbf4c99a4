import { setImmediate } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { overwriteDeleted } from "./database_file.ts";
import { isLocked, isUnavailable } from "./driver.ts";
import { FileClient } from "./file_client.ts";
import { type Lock, retryWhileLocked } from "./write_queue.ts";

/** Milliseconds that a native call waits for another process: meanwhile this one does nothing else. */
const busyTimeout = 10;
const pause = 40;

interface Options {
  path: string;
  begin: "BEGIN" | "BEGIN IMMEDIATE";
  /** SQL that succeeds once the calls that met the lock can. */
  probe: string;
  lockTimeout: number;
}

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

/** Its batches are immediate: a deferred transaction fails halfway where another process writes. */
export async function openWriter(path: string, lockTimeout: number): Promise<EmbeddedConnection> {
  const begin = "BEGIN IMMEDIATE";
  const connection = new EmbeddedConnection({ path, begin, probe: `${begin}; ROLLBACK`, lockTimeout });
  await connection.configure();
  return connection;
}

const settings = `PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; ${overwriteDeleted}`;

/** One connection: a PRAGMA applies to one only, and native calls do not run in parallel. */
class EmbeddedConnection implements Lock {
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

  async configure(): Promise<void> {
    await this.retryWhileLocked(() => this.client.executeMultiple(`PRAGMA journal_mode=WAL; ${settings}`));
  }

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

  stopWaiting(): void {
    this.#isClosing = true;
  }

  async close(): Promise<void> {
    this.stopWaiting();
    await this.#watching;
    this.client.close();
  }

  /** On a full disk or beside another process the log stays, without loss. Blocks this process for `timeout` ms. */
  async checkpoint(timeout = busyTimeout): Promise<void> {
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

  async #try(): Promise<unknown> {
    await setTimeout(pause);
    // Other calls leave a refused statement open (see `#renew`); `executeMultiple` closes it.
    const tried = this.client.executeMultiple(`${settings}; ${this.#options.probe}`);
    return await tried.then(() => undefined, (error) => isLocked(error) ? error : undefined);
  }

  /**
   * After a refusal the driver leaves a statement open, beside which nothing can be committed and reads see an old
   * snapshot for ever. It answers each call within one turn, so that none is running when a turn begins.
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
