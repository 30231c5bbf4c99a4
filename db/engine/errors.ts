/** What the database's errors mean. */
import { LibsqlError } from "@libsql/client/sqlite3";

/** The database's own error inside one that Drizzle wrapped, if there is one. */
export function libsqlError(error: unknown): LibsqlError | undefined {
  if (error instanceof LibsqlError) return error;
  return error instanceof Error && error.cause ? libsqlError(error.cause) : undefined;
}

/** No answer, or no connection, of a libSQL server. */
export const unreachable = (cause?: unknown): LibsqlError =>
  new LibsqlError("the database server cannot be reached", "SERVER_UNREACHABLE", undefined, undefined, cause as Error);

/** What neither client of this folder does, since nothing needs it. */
export const notSupported = (): Promise<never> => Promise.reject(new LibsqlError("not supported", "NOT_SUPPORTED"));

const codeOf = (error: unknown): string => libsqlError(error)?.code ?? "";

/** Whether the database cannot be written or reached at the moment: full, read-only, locked or unreachable. */
export const isUnavailable = (error: unknown): boolean =>
  isLocked(error) || /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)|^(HRANA|SERVER|WEBSOCKET)_/.test(codeOf(error));

/**
 * Whether another process holds a lock that was needed, so that nothing was stored. A libSQL server also answers
 * `TRANSACTION_TIMEOUT` where it rolled a transaction back for which others had waited 5 seconds.
 */
export const isLocked = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED)|^TRANSACTION_(BUSY|TIMEOUT)/.test(codeOf(error));

/** The columns, as `table.column`, of the unique index that a write violated; empty for any other error. */
export function conflict(error: unknown): string {
  return /UNIQUE constraint failed: (.*)/.exec(libsqlError(error)?.message ?? "")?.[1] ?? "";
}
