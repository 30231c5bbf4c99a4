/** @libsql/client's own prepares each statement anew, which costs several times what the engine itself needs. */
import { type Client, type InValue, LibsqlError, type ResultSet, type Value } from "@libsql/client/sqlite3";
import Database from "libsql";
import { Buffer } from "node:buffer";
import { mapBatch, notSupported, partsOf, resultOf, type RowMaker, rowMaker, type Statement } from "./driver.ts";

interface Options {
  path: string;
  timeout: number;
  begin: "BEGIN" | "BEGIN IMMEDIATE";
}

interface Prepared {
  columns: string[];
  asRow: RowMaker;
  native: Database.Statement;
}

/** More than the service has in use. */
const capacity = 300;
/** Characters, for a statement that is compiled once; a longer one has a list of values, hardly repeated. */
export const longestStored = 8_000;

/** After a change of the tables a stored `select *` would have the former columns: columns are selected by name. */
export class FileClient implements Client {
  readonly protocol = "file";
  closed = false;
  #options: Options;
  #database: Database.Database;
  #statements = new Map<string, Prepared>();

  constructor(options: Options) {
    this.#options = options;
    this.#database = open(options);
  }

  execute(statement: Statement): Promise<ResultSet> {
    return Promise.try(() => this.#run(statement));
  }

  batch(statements: Statement[]): Promise<ResultSet[]> {
    return Promise.try(() => this.#transact(statements));
  }

  migrate(statements: Statement[]): Promise<ResultSet[]> {
    return Promise.try(() => {
      this.#run("PRAGMA foreign_keys=off");
      try {
        return this.#transact(statements);
      } finally {
        this.#run("PRAGMA foreign_keys=on");
      }
    });
  }

  executeMultiple(sql: string): Promise<void> {
    return Promise.try(() => {
      this.#refuseIfClosed();
      try {
        this.#database.exec(sql);
      } catch (error) {
        throw asLibsqlError(error);
      } finally {
        this.#rollBack();
      }
    });
  }

  /** Would block this process where a write is made meanwhile: a list of statements is a `batch`. */
  transaction = notSupported;

  sync(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  reconnect(): Promise<void> {
    return Promise.try(() => {
      this.close();
      this.#database = open(this.#options);
      this.closed = false;
    });
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#statements.clear();
    this.#database.close();
  }

  #transact(statements: Statement[]): ResultSet[] {
    this.#run(this.#options.begin);
    try {
      const results = mapBatch(statements, (statement) => this.#run(statement));
      this.#run("COMMIT");
      return results;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    if (this.closed || !this.#database.inTransaction) return;
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // What led here is reported. Of a transaction that is open still, the next BEGIN reports it.
    }
  }

  #refuseIfClosed(): void {
    if (this.closed) throw new LibsqlError("The client is closed", "CLIENT_CLOSED");
  }

  #run(statement: Statement): ResultSet {
    this.#refuseIfClosed();
    const { sql, args } = partsOf(statement);
    const values = args.map(asParameter);
    try {
      const { native, columns, asRow } = this.#prepare(sql);
      if (columns.length > 0) {
        return resultOf({
          columns,
          rows: native.all(values).map((row) => asRow(exact(row as Value[]))),
        });
      }
      return resultOf({ rowsAffected: native.run(values).changes });
    } catch (error) {
      // It may not have been reset.
      this.#statements.delete(sql);
      throw asLibsqlError(error);
    }
  }

  #prepare(sql: string): Prepared {
    const stored = this.#statements.get(sql);
    const statement = stored ?? prepare(this.#database, sql);
    if (sql.length > longestStored) return statement;
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

function prepare(database: Database.Database, sql: string): Prepared {
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

/** @throws RangeError for a number beyond the largest exact integer, which the engine has rounded */
function exact(values: Value[]): Value[] {
  for (const value of values) {
    if (typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)) {
      throw new RangeError(`${value} may not be the exact number that is stored`);
    }
  }
  return values;
}

/** An extended code has its base in the lowest byte. */
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
