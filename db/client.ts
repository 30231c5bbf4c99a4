/** The way to the database: reads go straight, writes through one queue. */
import { setImmediate } from "node:timers";
import { type Client, createClient, LibsqlError } from "@libsql/client";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";

/** One statement of a write: a Drizzle insert, update, delete or `run`. */
export type Statement = BatchItem<"sqlite">;
type Statements = readonly [Statement, ...Statement[]];

export interface Db {
  /** Builds statements and answers reads. Writes built with it are handed to `write`, never awaited themselves. */
  q: LibSQLDatabase;
  /**
   * Runs the statements in order as one transaction and gives their results in the same order.
   * Writes that arrive together share one commit; a statement that fails takes down its own write alone.
   *
   * @throws LibsqlError what the database said; nothing of this write is then stored
   */
  write<T extends Statements>(statements: T): Promise<BatchResponse<T>>;
  /** Transactions committed since the start. */
  commits(): number;
  /** Ends what is being written, folds the write-ahead log into the file and lets go of it. */
  close(): Promise<void>;
}

/** A libSQL server's client has no time-out of its own. */
const serverTimeout = 10_000;

/**
 * Opens the database.
 *
 * @param url `file:` for the embedded engine, or a libSQL server's address
 * @throws LibsqlError when it cannot be opened
 */
export async function openDb({ url, authToken }: { url: string; authToken?: string }): Promise<Db> {
  const embedded = url.startsWith("file:");
  const open = async () => {
    // One connection: a PRAGMA reaches one only, and native calls do not run side by side anyway.
    const client = createClient({ url, authToken, timeout: 5000, concurrency: embedded ? 1 : 20, fetch: fetchInTime });
    if (embedded) await configure(client);
    return client;
  };
  const reader = await open();
  const writer = embedded ? await open() : reader;
  beginImmediately(writer, { embedded });
  const queue = new WriteQueue(drizzle(writer));
  let closed: Promise<void> | undefined;
  const close = async () => {
    await queue.idle();
    if (embedded) await foldIn(writer);
    for (const client of new Set([reader, writer])) client.close();
  };
  return {
    q: drizzle(reader),
    write: (statements) => queue.push(statements),
    commits: () => queue.commits,
    close: () => closed ??= close(),
  };
}

async function configure(client: Client): Promise<void> {
  for (const setting of ["journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"]) {
    await client.execute(`PRAGMA ${setting}`);
  }
}

/** Folds the write-ahead log into the file. Without room, or with another process at it, the log stays, and keeps all. */
async function foldIn(writer: Client): Promise<void> {
  await writer.execute("PRAGMA busy_timeout=500");
  const folded = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  await folded.catch((error) => isUnavailable(error) || Promise.reject(error));
}

/** Asks a libSQL server over HTTP; one that cannot be reached fails in the driver's own way. */
async function fetchInTime(request: Request | URL | string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(request, { ...init, signal: AbortSignal.timeout(serverTimeout) });
  } catch (error) {
    throw new LibsqlError(
      "the database server cannot be reached",
      "SERVER_UNREACHABLE",
      undefined,
      undefined,
      error as Error,
    );
  }
}

/** Drizzle's batches are deferred transactions, which fail at once where an immediate one waits for another process. */
function beginImmediately(writer: Client, { embedded }: { embedded: boolean }): void {
  const batch = writer.batch.bind(writer);
  writer.batch = async (statements) => {
    try {
      return await batch(statements, "write");
    } catch (error) {
      if (embedded && /^SQLITE_(BUSY|LOCKED)/.test(libsqlError(error)?.code ?? "")) await renew(writer);
      throw error;
    }
  };
}

/**
 * Takes a new connection. Where one has waited for another process in vain, the driver leaves it a statement that never
 * ends, and nothing commits on it any more. Reads have a connection of their own: theirs would
 * otherwise not end either beside that statement, and keep the write-ahead log from being folded in.
 */
async function renew(writer: Client): Promise<void> {
  writer.reconnect();
  await configure(writer);
}

interface Write {
  statements: Statements;
  resolve: (results: unknown[]) => void;
  reject: (error: unknown) => void;
}

/** Group commit: whatever arrives while one commit runs, or in one turn of the event loop, is the next commit. */
class WriteQueue {
  commits = 0;
  #waiting: Write[] = [];
  #running: Promise<void> | undefined;
  #q: LibSQLDatabase;

  constructor(q: LibSQLDatabase) {
    this.#q = q;
  }

  push<T extends Statements>(statements: T): Promise<BatchResponse<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    this.#waiting.push({ statements, resolve, reject });
    this.#running ??= this.#run();
    return promise as Promise<BatchResponse<T>>;
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // After the turn's input: messages read from several sockets in one turn then share the commit.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting.splice(0));
    }
    this.#running = undefined;
  }

  async #commit(writes: Write[]): Promise<void> {
    if (writes.length === 0) return;
    try {
      const results = await this.#q.batch(writes.flatMap((write) => [...write.statements]) as unknown as Statements);
      this.commits++;
      let from = 0;
      for (const { statements, resolve } of writes) resolve(results.slice(from, from += statements.length));
    } catch (error) {
      const culprit = guilty(writes, error);
      if (!culprit) return writes.forEach((write) => write.reject(error));
      culprit.reject(error);
      await this.#commit(writes.filter((write) => write !== culprit));
    }
  }
}

/** The write whose statement failed; none where the fault is not one write's. */
function guilty(writes: Write[], error: unknown): Write | undefined {
  if (isUnavailable(error)) return undefined;
  let index = (libsqlError(error) as LibsqlError & { statementIndex?: number })?.statementIndex ?? -1;
  return index < 0 ? undefined : writes.find((write) => (index -= write.statements.length) < 0);
}

/** Whether the database cannot take anything just now: full, read-only, locked or out of reach. */
export const isUnavailable = (error: unknown): boolean =>
  /^SQLITE_(FULL|BUSY|LOCKED|READONLY|CANTOPEN|IOERR)|^(HRANA|SERVER|WEBSOCKET)_/.test(libsqlError(error)?.code ?? "");

/** The database's own error inside one that Drizzle wrapped, if there is one. */
export function libsqlError(error: unknown): LibsqlError | undefined {
  if (error instanceof LibsqlError) return error;
  return error instanceof Error && error.cause ? libsqlError(error.cause) : undefined;
}

/** The columns, as `table.column`, of the unique index that a write broke; empty for any other error. */
export function conflict(error: unknown): string {
  return /UNIQUE constraint failed: (.*)/.exec(libsqlError(error)?.message ?? "")?.[1] ?? "";
}

/**
 * A query that is built once for each handle and only bound after that. Drizzle's builder costs more than
 * the database's answer, so this is for what every request asks.
 */
export function prepared<T>(build: (q: LibSQLDatabase) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const query = built.get(db) ?? build(db.q);
    built.set(db, query);
    return query;
  };
}
