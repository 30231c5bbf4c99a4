/** Statements as both clients of this folder take them, and what they do with those of a batch. */
import { type InValue, LibsqlBatchError, LibsqlError } from "@libsql/client/sqlite3";

/** SQL, with the values of its parameters by number. */
export type Statement = string | { sql: string; args?: InValue[] };

/** A statement's SQL and values. */
export function partsOf(statement: Statement): { sql: string; args: InValue[] } {
  return typeof statement === "string"
    ? { sql: statement, args: [] }
    : { sql: statement.sql, args: statement.args ?? [] };
}

/**
 * Does something with each statement of a batch, in order.
 *
 * @throws LibsqlBatchError its cause's code, or `UNKNOWN`, and the number of the statement
 */
export function mapBatch<Result>(statements: Statement[], work: (statement: Statement) => Result): Result[] {
  return statements.map((statement, index) => {
    try {
      return work(statement);
    } catch (error) {
      throw atIndex(error, index);
    }
  });
}

/** An error of a batch with the number of its statement, so that who shares the batch can leave it out. */
export function atIndex(error: unknown, index: number): LibsqlBatchError {
  if (!(error instanceof LibsqlError)) {
    const cause = error as Error;
    return new LibsqlBatchError(cause.message, index, "UNKNOWN", undefined, undefined, cause);
  }
  const { message, code, extendedCode, rawCode, cause } = error;
  return new LibsqlBatchError(message, index, code, extendedCode, rawCode, cause as Error);
}
