import {
  type InValue,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
  type Row,
  type Value,
} from "@libsql/client/sqlite3";

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
