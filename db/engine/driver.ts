import {
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
  type Row,
  type Value,
} from "@libsql/client/sqlite3";

export function libsqlError(error: unknown): LibsqlError | undefined {
  if (error instanceof LibsqlError) return error;
  return error instanceof Error && error.cause ? libsqlError(error.cause) : undefined;
}

export const unreachable = (cause?: unknown): LibsqlError =>
  new LibsqlError("the database server cannot be reached", "SERVER_UNREACHABLE", undefined, undefined, cause as Error);

export const notSupported = (): Promise<never> => Promise.reject(new LibsqlError("not supported", "NOT_SUPPORTED"));

const codeOf = (error: unknown): string => libsqlError(error)?.code ?? "";

export const isUnavailable = (error: unknown): boolean =>
  isLocked(error) || /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)|^(HRANA|SERVER|WEBSOCKET)_/.test(codeOf(error));

/** Nothing was stored. A libSQL server answers `TRANSACTION_TIMEOUT` where others had waited 5 seconds. */
export const isLocked = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED)|^TRANSACTION_(BUSY|TIMEOUT)/.test(codeOf(error));

/** The columns, as `table.column`, of the unique index that a write violated; empty for any other error. */
export function conflict(error: unknown): string {
  return /UNIQUE constraint failed: (.*)/.exec(libsqlError(error)?.message ?? "")?.[1] ?? "";
}

export type Statement = string | { sql: string; args?: InValue[] };

export function partsOf(statement: Statement): { sql: string; args: InValue[] } {
  return typeof statement === "string"
    ? { sql: statement, args: [] }
    : { sql: statement.sql, args: statement.args ?? [] };
}

/** @throws LibsqlBatchError with its cause's code, or `UNKNOWN`, and the number of the statement */
export function mapBatch<Result>(statements: Statement[], work: (statement: Statement) => Result): Result[] {
  return statements.map((statement, index) => {
    try {
      return work(statement);
    } catch (error) {
      throw atIndex(error, index);
    }
  });
}

/** By the number the other writes of a shared batch go on without that statement's. */
export function atIndex(error: unknown, index: number): LibsqlBatchError {
  if (!(error instanceof LibsqlError)) {
    const cause = error as Error;
    return new LibsqlBatchError(cause.message, index, "UNKNOWN", undefined, undefined, cause);
  }
  const { message, code, extendedCode, rawCode, cause } = error;
  return new LibsqlBatchError(message, index, code, extendedCode, rawCode, cause as Error);
}

export type RowMaker = (values: Value[]) => Row;

/** The driver defines each value as a property, which costs several times what reading it does. */
export function rowMaker(columns: string[]): RowMaker {
  class NumberedRow {
    #values: Value[];
    constructor(values: Value[]) {
      this.#values = values;
      for (let i = 0; i < columns.length; i++) (this as Record<string, unknown>)[columns[i]] = values[i];
    }
    get length() {
      return columns.length;
    }
    static {
      for (const i of columns.keys()) {
        Object.defineProperty(NumberedRow.prototype, i, {
          get(this: NumberedRow) {
            return this.#values[i];
          },
        });
      }
    }
  }
  return (values) => new NumberedRow(values) as unknown as Row;
}

export const resultOf = (result: Partial<ResultSet>): ResultSet => ({
  columns: [],
  columnTypes: [],
  rows: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => result,
  ...result,
});
