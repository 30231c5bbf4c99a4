import type { Client, ResultSet } from "@libsql/client/sqlite3";
import { fillPlaceholders, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { drizzle } from "drizzle-orm/libsql/sqlite3";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { fileOf, markIfNew } from "./database_file.ts";
import { openReader, openWriter } from "./embedded.ts";
import { withTimeout } from "./timing.ts";
import { retryWhileLocked, ServerLock, type Statement, type Statements, WriteQueue } from "./write_queue.ts";

export { conflict, isUnavailable, libsqlError } from "./driver.ts";
export type { Statement, Statements } from "./write_queue.ts";

export interface Db {
  /** Builds statements and runs reads. Writes built with it are passed to `write`, never awaited themselves. */
  q: LibSQLDatabase;
  /** In one transaction, of which others share the commit, not the failure. @throws LibsqlError nothing is stored */
  write<T extends Statements>(statements: T, options?: WriteOptions): Promise<BatchResponse<T>>;
  commits(): number;
  /** Empties the write-ahead log, in which what was overwritten can be read. On a server nothing happens. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

interface WriteOptions {
  /** Milliseconds to wait for another process to release the database. */
  lockTimeout?: number;
}

/** For a write that can be done later, or without. */
export const shortWait: WriteOptions = { lockTimeout: 250 };

interface DatabaseAddress {
  url: string;
  authToken?: string;
  lockTimeout?: number;
  /** Milliseconds in which a libSQL server must answer. */
  timeout?: number;
}

export async function openDb({ url, authToken, lockTimeout = 5000, timeout = 10_000 }: DatabaseAddress): Promise<Db> {
  const file = fileOf(url);
  if (file) return await openFile(file, lockTimeout);
  // With a file what it needs would only take memory.
  const { openServer } = await import("./server_client.ts");
  return openRemote(await openServer({ url, authToken, timeout }), lockTimeout);
}

async function openFile(path: string, usualTimeout: number): Promise<Db> {
  const reader = await openReader(path, usualTimeout);
  const writer = await openWriter(path, usualTimeout);
  await writer.retryWhileLocked(() => markIfNew(writer.client));
  const queue = new WriteQueue(drizzle(writer.client), writer);
  return {
    q: drizzle(reader.client),
    ...writesOf(queue, usualTimeout),
    checkpoint: () => writer.checkpoint(),
    close: once(async () => {
      reader.stopWaiting();
      await queue.close();
      await writer.checkpoint(200);
      await Promise.all([reader.close(), writer.close()]);
    }),
  };
}

/** Milliseconds for which a server that does not answer is waited for. */
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
    ...writesOf(queue, usualTimeout),
    checkpoint: () => Promise.resolve(),
    close: once(async () => {
      await withTimeout(closeTimeout, queue.close());
      client.close();
    }),
  };
}

const writesOf = (queue: WriteQueue, usualTimeout: number): Pick<Db, "write" | "commits"> => ({
  write: (statements, { lockTimeout = usualTimeout } = {}) => queue.push(statements, lockTimeout),
  commits: () => queue.commits,
});

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => done ??= work();
}

export async function changesRows(
  db: Db,
  statements: readonly [RunnableQuery<ResultSet, "sqlite">, ...Statement[]],
  options?: WriteOptions,
): Promise<boolean> {
  const [{ rowsAffected }] = await db.write(statements, options) as [ResultSet];
  return rowsAffected > 0;
}

/** Built once for each handle: Drizzle's builder costs more than the database itself. */
export function prepared<T>(build: (q: LibSQLDatabase) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const query = built.get(db) ?? build(db.q);
    built.set(db, query);
    return query;
  };
}

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

/** Of a hot statement, whose text is built once. */
export function builtOnce<T extends { getQuery(): unknown }>(statement: T): T {
  const query = statement.getQuery();
  return Object.assign(statement, { getQuery: () => query });
}

/** A statement of a write that is made as its commit begins. */
export const late = (make: () => Statement): Statement =>
  ({ _prepare: () => (make() as unknown as Preparable)._prepare() }) as unknown as Statement;

interface Preparable {
  _prepare(): unknown;
}

interface PreparedWrite<R> {
  getQuery(): { sql: string; params: unknown[] };
  execute(): Promise<R>;
}

/** Milliseconds for which a result counts: anyone may call /readyz, and each trial is a commit. */
const trialLifetime = 1000;
const trials = new WeakMap<Db, { result: Promise<unknown>; until: number }>();

/** By a write: on a full disk, or while a server's writes hang, reads and empty writes succeed. @throws Error */
export async function checkDb(db: Db, timeout: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  await Promise.race([tryWrite(db), promise]).finally(() => clearTimeout(timer));
}

function tryWrite(db: Db): Promise<unknown> {
  const last = trials.get(db);
  if (last && performance.now() < last.until) return last.result;
  const result = db.write([
    db.q.run(
      sql`insert into mails (id, recipient, subject, text, html, created_at) values ('trial', '', '', '', '', 0)`,
    ),
    db.q.run(sql`delete from mails where id = 'trial'`),
  ]);
  const trial = { result, until: Infinity };
  trials.set(db, trial);
  const end = () => trial.until = performance.now() + trialLifetime;
  result.then(end, end);
  return result;
}
