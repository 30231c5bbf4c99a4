/** The way to the database: reads go straight, writes through one queue. */
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@libsql/client";
import type { BatchResponse } from "drizzle-orm/batch";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { openReader, openWriter } from "./embedded.ts";
import { openServer } from "./server.ts";
import { type Statements, WriteQueue } from "./write_queue.ts";

export { conflict, isUnavailable, libsqlError } from "./errors.ts";
export type { Statement } from "./write_queue.ts";

export interface Db {
  /** Builds statements and answers reads. Writes built with it are handed to `write`, never awaited themselves. */
  q: LibSQLDatabase;
  /**
   * Runs the statements in order as one transaction and gives their results in the same order.
   * Writes that arrive together share one commit; a statement that fails takes down its own write alone.
   *
   * @throws LibsqlError what the database said; nothing of this write is then stored
   */
  write<T extends Statements>(statements: T, options?: WriteOptions): Promise<BatchResponse<T>>;
  /** Transactions committed since the start. */
  commits(): number;
  /**
   * Ends what is being written, refuses what waits for another process, folds the write-ahead log into the file and
   * lets go of it.
   */
  close(): Promise<void>;
}

export interface WriteOptions {
  /** How long, in milliseconds, it waits for another process to let go of the database. */
  lockTimeout?: number;
}

/** For a write that somebody waits for who does not need it to be stored. */
export const shortWait: WriteOptions = { lockTimeout: 250 };

interface Place {
  /** `file:` for the embedded engine, or a libSQL server's address. */
  url: string;
  authToken?: string;
  /** How long, in milliseconds, reads and writes wait for another process to let go of the database. */
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
  return url.startsWith("file:")
    ? await openFile(url, lockTimeout)
    : openRemote(openServer({ url, authToken, timeout }));
}

async function openFile(url: string, usualTimeout: number): Promise<Db> {
  const reader = await openReader(url, usualTimeout);
  const writer = await openWriter(url, usualTimeout);
  const queue = new WriteQueue(drizzle(writer.client), writer);
  return {
    q: drizzle(reader.client),
    write: (statements, { lockTimeout = usualTimeout } = {}) => queue.push(statements, lockTimeout),
    commits: () => queue.commits,
    close: once(async () => {
      reader.stopWaiting();
      await queue.close();
      await writer.foldIn();
      await Promise.all([reader.close(), writer.close()]);
    }),
  };
}

/** How long, in milliseconds, the end waits for a server to store what is under way. */
const closeTimeout = 1000;

function openRemote(client: Client): Db {
  const q = drizzle(client);
  const queue = new WriteQueue(q);
  return {
    q,
    write: (statements) => queue.push(statements, 0),
    commits: () => queue.commits,
    close: once(async () => {
      // A server that does not answer is not waited for.
      const late = new AbortController();
      await Promise.race([queue.close(), delay(closeTimeout, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      client.close();
    }),
  };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => done ??= work();
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
