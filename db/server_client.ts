/** A client of a libSQL server. Reads that are asked for in one turn of the event loop share a round trip. */
import { Buffer } from "node:buffer";
import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
  type Value,
} from "@libsql/client";
import {
  asLibsqlError,
  type BatchResult,
  HranaConnection,
  type HranaValue,
  type Options,
  type Step,
  type StepResult,
} from "./hrana.ts";
import { isUnavailable } from "./errors.ts";
import { resultOf, type RowMaker, rowMaker } from "./rows.ts";

interface Read {
  step: Step;
  resolve: (result: ResultSet) => void;
  reject: (error: unknown) => void;
}

/** How many round trips of reads run at a time; further reads wait and share the next one. */
const concurrency = 20;

export class ServerClient implements Client {
  readonly protocol = "ws";
  closed = false;
  #options: Options;
  #connection: HranaConnection;
  #reads: Read[] = [];
  #sending = 0;
  #isScheduled = false;
  /** By the names of their columns, of which there are as many as there are statements in this program. */
  #rowMakers = new Map<string, RowMaker>();

  constructor(options: Options) {
    this.#options = options;
    this.#connection = new HranaConnection(options);
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet>();
    this.#reads.push({
      step: asStep(typeof statement === "string" ? { sql: statement, args } : statement),
      resolve,
      reject,
    });
    this.#schedule();
    return promise;
  }

  /** Runs the statements as one immediate transaction. */
  batch(statements: (InStatement | [string, InArgs?])[]): Promise<ResultSet[]> {
    return this.#transact((statements as InStatement[]).map(asStep));
  }

  migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#transact(statements.map(asStep), {
      before: [asStep("PRAGMA foreign_keys=off")],
      after: [asStep("PRAGMA foreign_keys=on")],
    });
  }

  executeMultiple = notSupported;
  transaction = notSupported;
  sync = notSupported;

  // deno-lint-ignore require-await
  async reconnect(): Promise<void> {
    this.close();
    this.#connection = new HranaConnection(this.#options);
    this.closed = false;
  }

  close(): void {
    this.closed = true;
    this.#connection.close();
  }

  #open(): HranaConnection {
    if (this.#connection.isLost && !this.closed) this.#connection = new HranaConnection(this.#options);
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
      const result = await this.#open().batch(reads.map(({ step }) => step));
      for (const [index, read] of reads.entries()) this.#settle(read, result, index);
    } catch (error) {
      // The server runs no step of a batch where one cannot be parsed.
      if (reads.length > 1 && !isUnavailable(error)) await Promise.all(reads.map((read) => this.#sendReads([read])));
      else for (const { reject } of reads) reject(error);
    }
    this.#sending--;
    if (this.#reads.length > 0) this.#schedule();
  }

  #settle({ resolve, reject }: Read, { step_results, step_errors }: BatchResult, index: number): void {
    const error = step_errors[index];
    if (error) return reject(asLibsqlError(error));
    try {
      resolve(this.#asResult(step_results[index]!));
    } catch (error) {
      reject(error);
    }
  }

  async #transact(
    statements: Step[],
    { before = [], after = [] }: { before?: Step[]; after?: Step[] } = {},
  ): Promise<ResultSet[]> {
    const begin = before.length;
    const commit = begin + 1 + statements.length;
    const steps = [
      ...before,
      asStep("BEGIN IMMEDIATE"),
      ...statements,
      asStep("COMMIT"),
    ].map((step, i) => i > begin ? { ...step, condition: { type: "ok" as const, step: i - 1 } } : step);
    const rollback = {
      ...asStep("ROLLBACK"),
      condition: { type: "not" as const, cond: { type: "ok" as const, step: commit } },
    };
    const result = await this.#open().batch([...steps, rollback, ...after]);
    return this.#resultsOf(result, { begin, commit });
  }

  #resultsOf({ step_results, step_errors }: BatchResult, { begin, commit }: { begin: number; commit: number }) {
    const failed = step_errors.findIndex((error, i) => error && i <= commit);
    if (failed >= 0) throw atIndex(asLibsqlError(step_errors[failed]!), failed < commit ? failed - begin - 1 : -1);
    return step_results.slice(begin + 1, commit).map((result) => this.#asResult(result!));
  }

  #asResult({ cols, rows, affected_row_count, last_insert_rowid }: StepResult): ResultSet {
    const columns = cols.map(({ name }) => name ?? "");
    const asRow = this.#rowMaker(columns);
    return resultOf({
      columns,
      rows: rows.map((row) => asRow(row.map(asValue))),
      rowsAffected: affected_row_count,
      lastInsertRowid: last_insert_rowid ? BigInt(last_insert_rowid) : undefined,
    });
  }

  #rowMaker(columns: string[]): RowMaker {
    const names = columns.join();
    const asRow = this.#rowMakers.get(names) ?? rowMaker(columns);
    this.#rowMakers.set(names, asRow);
    return asRow;
  }
}

const notSupported = () => Promise.reject(new LibsqlError("not supported", "NOT_SUPPORTED"));

const atIndex = (error: LibsqlError, index: number) =>
  index < 0 ? error : new LibsqlBatchError(error.message, index, error.code);

function asStep(statement: InStatement): Step {
  const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
  return { stmt: { sql, args: (args as InValue[]).map(asParameter), want_rows: true } };
}

/** @throws TypeError, RangeError for values that cannot be stored */
function asParameter(value: InValue): HranaValue {
  if (value === null) return { type: "null" };
  if (typeof value === "string") return { type: "text", value };
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be stored`);
    return { type: "float", value };
  }
  if (typeof value === "boolean") return { type: "integer", value: value ? "1" : "0" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (value instanceof Date) return { type: "float", value: value.valueOf() };
  if (value === undefined) throw new TypeError("undefined cannot be stored");
  const bytes = value instanceof ArrayBuffer
    ? Buffer.from(value)
    : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return { type: "blob", base64: bytes.toString("base64").replace(/=+$/, "") };
}

function asValue(value: HranaValue): Value {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return asSafeInteger(value.value);
    case "blob":
      return Buffer.from(value.base64, "base64") as unknown as ArrayBuffer;
    default:
      return value.value;
  }
}

function asSafeInteger(digits: string): number {
  const integer = Number(digits);
  if (!Number.isSafeInteger(integer)) throw new RangeError(`${digits} is too large for a number`);
  return integer;
}
