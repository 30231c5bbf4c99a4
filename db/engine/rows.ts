/**
 * Results in the shape of those of @libsql/client. Its driver calls `Object.defineProperty` for each value, which costs
 * several times what reading it does: here the class of a result's rows has the numbers, and names are assigned.
 */
import type { ResultSet, Row, Value } from "@libsql/client/sqlite3";

/** Makes a row of its values in the columns' order. */
export type RowMaker = (values: Value[]) => Row;

/** Makes rows that have the values by number, and as own properties by the columns' names. */
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

/** A result with what is given, and without rows or changes where it is not. */
export const resultOf = (result: Partial<ResultSet>): ResultSet => ({
  columns: [],
  columnTypes: [],
  rows: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => result,
  ...result,
});
