import { LibsqlError } from "@libsql/client/sqlite3";

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
