/** Access to the database: reads run directly, writes go through one queue. */
import type { Client } from "@libsql/client/sqlite3";
import { fillPlaceholders } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/libsql/sqlite3";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { atMost } from "./with_timeout.ts";
import { markIfNew } from "./cleaning.ts";
import { openReader, openWriter } from "./embedded.ts";
import { fileOf } from "./file_url.ts";
import { retryWhileLocked, ServerLock } from "./lock.ts";
import { type Statements, WriteQueue } from "./write_queue.ts";

export { conflict, isUnavailable, libsqlError } from "./errors.ts";
export type { Statement, Statements } from "./write_queue.ts";

export interface Db {
  /** Builds statements and runs reads. Writes built with it are passed to `write`, never awaited themselves. */
  q: LibSQLDatabase;
  /**
   * Runs the statements in order as one transaction and returns their results in the same order.
   * Writes that arrive together share one commit; a statement that fails rolls back its own write only.
   *
   * @throws LibsqlError the database's error; nothing of this write is then stored
   */
  write<T extends Statements>(statements: T, options?: WriteOptions): Promise<BatchResponse<T>>;
  /** Transactions committed since the start. */
  commits(): number;
  /**
   * Folds the write-ahead log into the file and empties it, since what was overwritten there can be read in the log. On
   * a server nothing happens.
   */
  foldIn(): Promise<void>;
  /**
   * Finishes the current commit, fails writes that wait for another process, folds the write-ahead log into the file
   * and closes it.
   */
  close(): Promise<void>;
}

export interface WriteOptions {
  /** How long, in milliseconds, it waits for another process to release the database. */
  lockTimeout?: number;
}

/** For a write that a caller waits for but can do without. */
export const shortWait: WriteOptions = { lockTimeout: 250 };

interface Place {
  /** `file:` for the embedded engine, or a libSQL server's address. */
  url: string;
  authToken?: string;
  /** How long, in milliseconds, reads and writes wait for another process to release the database. */
  lockTimeout?: number;
  /** How long, in milliseconds, a libSQL server may take to answer. */
  timeout?: number;
}

/**
 * Opens the database.
 *
 * @throws LibsqlError when it cannot be opened
 */
export async function openDb({ url, authToken, lockTimeout = 5000, timeout = 10_000 }: Place): Promise<Db> {
  const file = fileOf(url);
  if (file) return await openFile(file, lockTimeout);
  // With a file what it needs would only take memory.
  const { openServer } = await import("./remote.ts");
  return openRemote(await openServer({ url, authToken, timeout }), lockTimeout);
}

async function openFile(path: string, usualTimeout: number): Promise<Db> {
  const reader = await openReader(path, usualTimeout);
  const writer = await openWriter(path, usualTimeout);
  await writer.retryWhileLocked(() => markIfNew(writer.client));
  const queue = new WriteQueue(drizzle(writer.client), writer);
  return {
    q: drizzle(reader.client),
    write: (statements, { lockTimeout = usualTimeout } = {}) => queue.push(statements, lockTimeout),
    commits: () => queue.commits,
    foldIn: () => writer.foldIn(),
    close: once(async () => {
      reader.stopWaiting();
      await queue.close();
      await writer.foldIn(200);
      await Promise.all([reader.close(), writer.close()]);
    }),
  };
}

/** How long, in milliseconds, closing waits for a server to store the current write. */
const closeTimeout = 1000;

function openRemote(client: Client, usualTimeout: number): Db {
  const lock = new ServerLock();
  const migrate = client.migrate.bind(client);
  client.migrate = (statements) => {
    const deadline = performance.now() + usualTimeout;
    return retryWhileLocked(lock, () => migrate(statements), () => performance.now() >= deadline);
  };
  const q = drizzle(client);
  const queue = new WriteQueue(q, lock);
  return {
    q,
    write: (statements, { lockTimeout = usualTimeout } = {}) => queue.push(statements, lockTimeout),
    commits: () => queue.commits,
    foldIn: () => Promise.resolve(),
    close: once(async () => {
      // A server that does not answer is not waited for.
      await atMost(closeTimeout, queue.close());
      client.close();
    }),
  };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => done ??= work();
}

/**
 * A query that is built once for each handle and only bound after that, for queries of every request: Drizzle's builder
 * costs more than the database itself.
 */
export function prepared<T>(build: (q: LibSQLDatabase) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const query = built.get(db) ?? build(db.q);
    built.set(db, query);
    return query;
  };
}

/** A prepared statement of a write, with the values of its placeholders. */
export function bound<R>(query: PreparedWrite<R>, values: Record<string, unknown>): RunnableQuery<R, "sqlite"> {
  // What `batch` of Drizzle reads of a query.
  const statement = Object.create(query, {
    getQuery: {
      value() {
        const { sql, params } = query.getQuery();
        return { sql, params: fillPlaceholders(params, values) };
      },
    },
  });
  return { _prepare: () => statement } as unknown as RunnableQuery<R, "sqlite">;
}

interface PreparedWrite<R> {
  getQuery(): { sql: string; params: unknown[] };
  execute(): Promise<R>;
}
