/**
 * A client of the embedded engine that stores prepared statements. The one of @libsql/client prepares each statement
 * anew and defines each value of a row as a property, which costs several times what the engine itself needs.
 */
import { Buffer } from "node:buffer";
import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
  type TransactionMode,
  type Value,
} from "@libsql/client/sqlite3";
import Database from "libsql";
import { resultOf, type RowMaker, rowMaker } from "./rows.ts";

interface Options {
  /** Of the file. */
  path: string;
  /** How long, in milliseconds, a native call waits for another process. */
  timeout: number;
}

interface Statement {
  /** Empty where it returns no rows. */
  columns: string[];
  asRow: RowMaker;
  native: Database.Statement;
}

/** How many statements are stored. */
const capacity = 200;
/** How many characters of SQL a stored statement may have: a longer one has a list in it and is hardly repeated. */
const longest = 4_000;

/**
 * One connection. Every call is run to its end before its promise is returned. After a change of the tables a stored
 * `select *` would still have the columns of before: columns are selected by name.
 */
export class FileClient implements Client {
  readonly protocol = "file";
  closed = false;
  #options: Options;
  #database: Database.Database;
  /** By their SQL, the least recently used first. */
  #statements = new Map<string, Statement>();

  /** @throws LibsqlError when the file cannot be opened */
  constructor(options: Options) {
    this.#options = options;
    this.#database = open(options);
  }

  // deno-lint-ignore require-await -- what is thrown rejects the promise
  async execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    return this.#run(typeof statement === "string" ? { sql: statement, args } : statement);
  }

  // deno-lint-ignore require-await
  async batch(
    statements: (InStatement | [string, InArgs?])[],
    mode: TransactionMode = "deferred",
  ): Promise<ResultSet[]> {
    return this.#transact(statements as InStatement[], mode === "write" ? "BEGIN IMMEDIATE" : "BEGIN");
  }

  // deno-lint-ignore require-await
  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    this.#run("PRAGMA foreign_keys=off");
    try {
      return this.#transact(statements, "BEGIN");
    } finally {
      this.#run("PRAGMA foreign_keys=on");
    }
  }

  // deno-lint-ignore require-await
  async executeMultiple(sql: string): Promise<void> {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw asLibsqlError(error);
    } finally {
      this.#rollBack();
    }
  }

  /** Blocks this process where a write is made meanwhile: a list of statements is a `batch`. */
  transaction(): Promise<never> {
    return Promise.reject(new LibsqlError("not supported", "TRANSACTION_ACTIVE"));
  }

  sync(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  // deno-lint-ignore require-await
  async reconnect(): Promise<void> {
    this.close();
    this.#database = open(this.#options);
    this.closed = false;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#statements.clear();
    this.#database.close();
  }

  #transact(statements: InStatement[], begin: string): ResultSet[] {
    this.#run(begin);
    try {
      const results = statements.map((statement, index) => {
        try {
          return this.#run(statement);
        } catch (error) {
          throw error instanceof LibsqlError ? atIndex(error, index) : error;
        }
      });
      this.#run("COMMIT");
      return results;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    if (!this.closed && this.#database.inTransaction) this.#database.exec("ROLLBACK");
  }

  #run(statement: InStatement): ResultSet {
    if (this.closed) throw new LibsqlError("The client is closed", "CLIENT_CLOSED");
    const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
    const values = (args as InValue[]).map(asParameter);
    try {
      const { native, columns, asRow } = this.#prepare(sql);
      if (columns.length > 0) {
        return resultOf({
          columns,
          rows: native.all(values).map((row) => asRow(row as Value[])),
        });
      }
      return resultOf({ rowsAffected: native.run(values).changes });
    } catch (error) {
      // It may not have been reset.
      this.#statements.delete(sql);
      throw asLibsqlError(error);
    }
  }

  #prepare(sql: string): Statement {
    const stored = this.#statements.get(sql);
    const statement = stored ?? prepare(this.#database, sql);
    if (sql.length > longest) return statement;
    if (stored) this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > capacity) this.#statements.delete(this.#statements.keys().next().value!);
    return statement;
  }
}

function open({ path, timeout }: Options): Database.Database {
  try {
    return new Database(path, { timeout });
  } catch (error) {
    throw asLibsqlError(error);
  }
}

function prepare(database: Database.Database, sql: string): Statement {
  const native = database.prepare(sql);
  const columns = native.columns().map(({ name }) => name);
  if (columns.length > 0) native.raw();
  return { native, columns, asRow: rowMaker(columns) };
}

/** @throws TypeError, RangeError for values that would be stored as NULL */
function asParameter(value: InValue): Exclude<InValue, boolean | Date | ArrayBuffer> {
  if (value === undefined) throw new TypeError("undefined cannot be stored");
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`${value} cannot be stored`);
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.valueOf();
  return value instanceof ArrayBuffer ? Buffer.from(value) : value;
}

/** The engine's codes that have a meaning to us: an extended one has its base in the lowest byte. */
const baseCodes: Record<number, string> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};

function asLibsqlError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { message, code, rawCode } = error as Error & { code: string; rawCode?: number };
  return new LibsqlError(message, baseCodes[rawCode! & 0xff] ?? code, code, rawCode, error as Error);
}

const atIndex = ({ message, code, extendedCode, rawCode, cause }: LibsqlError, index: number) =>
  new LibsqlBatchError(message, index, code, extendedCode, rawCode, cause as Error);
