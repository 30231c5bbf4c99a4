/** A client of a libSQL server. Reads that are asked for in one turn of the event loop share a round trip. */
import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
} from "@libsql/client/sqlite3";
import { type Batch, BatchCond, type BatchStep, type RowsResult, Stmt } from "@libsql/hrana-client";
import { isUnavailable } from "./errors.ts";
import { resultOf } from "./rows.ts";
import { type Options, ServerConnection } from "./server_connection.ts";

interface Read {
  statement: Stmt;
  resolve: (result: ResultSet) => void;
  reject: (error: unknown) => void;
}

/** How many round trips of reads run at a time; further reads wait and share the next one. */
const concurrency = 20;

export class ServerClient implements Client {
  readonly protocol = "ws";
  closed = false;
  #options: Options;
  #connection: ServerConnection;
  #reads: Read[] = [];
  #sending = 0;
  #isScheduled = false;

  constructor(options: Options) {
    this.#options = options;
    this.#connection = new ServerConnection(options);
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet>();
    this.#reads.push({
      statement: asStatement(typeof statement === "string" ? { sql: statement, args } : statement),
      resolve,
      reject,
    });
    this.#schedule();
    return promise;
  }

  /** Runs the statements as one immediate transaction. */
  batch(statements: (InStatement | [string, InArgs?])[]): Promise<ResultSet[]> {
    return this.#transact((statements as InStatement[]).map(asStatement));
  }

  migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#transact(statements.map(asStatement), {
      before: ["PRAGMA foreign_keys=off"],
      after: ["PRAGMA foreign_keys=on"],
    });
  }

  executeMultiple = notSupported;
  transaction = notSupported;
  sync = notSupported;

  // deno-lint-ignore require-await
  async reconnect(): Promise<void> {
    this.close();
    this.#connection = new ServerConnection(this.#options);
    this.closed = false;
  }

  close(): void {
    this.closed = true;
    this.#connection.close();
  }

  #open(): ServerConnection {
    if (this.#connection.isLost && !this.closed) this.#connection = new ServerConnection(this.#options);
    return this.#connection;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#sending < concurrency) void this.#sendReads(this.#reads.splice(0));
    });
  }

  async #sendReads(reads: Read[]): Promise<void> {
    this.#sending++;
    try {
      const results = await this.#open().batch((batch) => reads.map(({ statement }) => batch.step().query(statement)));
      for (const [index, { resolve, reject }] of reads.entries()) {
        const result = results[index];
        if (result.status === "fulfilled") resolve(asResult(result.value!));
        else reject(result.reason);
      }
    } catch (error) {
      // The server runs no step of a batch where one cannot be parsed.
      if (reads.length > 1 && !isUnavailable(error)) await Promise.all(reads.map((read) => this.#sendReads([read])));
      else for (const { reject } of reads) reject(error);
    }
    this.#sending--;
    if (this.#reads.length > 0) this.#schedule();
  }

  async #transact(
    statements: Stmt[],
    { before = [], after = [] }: { before?: string[]; after?: string[] } = {},
  ): Promise<ResultSet[]> {
    const results = await this.#open().batch((batch) => {
      const { last, results } = addChain(batch, [...before, "BEGIN IMMEDIATE", ...statements, "COMMIT"]);
      const rollback = batch.step().condition(BatchCond.not(BatchCond.ok(last))).query("ROLLBACK");
      return [...results, rollback, ...after.map((text) => batch.step().query(text))];
    });
    const first = before.length + 1;
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw atIndex(failed.reason, results.indexOf(failed) - first, statements.length);
    const stored = results.slice(first, first + statements.length);
    return stored.map((result) => asResult((result as PromiseFulfilledResult<RowsResult>).value));
  }
}

const notSupported = () => Promise.reject(new LibsqlError("not supported", "NOT_SUPPORTED"));

/** @throws TypeError, RangeError for values that cannot be stored */
function asStatement(statement: InStatement): Stmt {
  const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
  return new Stmt(sql).bindIndexes(args as InValue[]);
}

/** The error of a step with the number of its statement; one of beginning or committing has none. */
const atIndex = (error: LibsqlError, index: number, count: number) =>
  index < 0 || index >= count ? error : new LibsqlBatchError(error.message, index, error.code);

/** Adds statements of which each is run if the one before it succeeded. */
function addChain(batch: Batch, statements: (Stmt | string)[]) {
  let last: BatchStep | undefined;
  const results = statements.map((statement) => {
    const step = batch.step();
    if (last) step.condition(BatchCond.ok(last));
    last = step;
    return step.query(statement);
  });
  return { results, last: last! };
}

const asResult = ({ columnNames, rows, affectedRowCount, lastInsertRowid }: RowsResult): ResultSet =>
  resultOf({
    columns: columnNames.map((name) => name ?? ""),
    rows,
    rowsAffected: affectedRowCount,
    lastInsertRowid,
  });
