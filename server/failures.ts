/** What failed on our side, in the log. */
import { isUnavailable } from "../db/client.ts";
import { asAppError, Busy } from "./errors.ts";
import type { Log } from "./log.ts";

interface Details {
  what: string;
  [key: string]: unknown;
}

/** Milliseconds between two lines about a database that is out of order: every call fails of it. */
const outageEvery = 1000;

/** Failures, since the last line about an outage, that have none of their own. It is of one process's log. */
const unlogged = new WeakMap<Log, number>();

/**
 * Logs a failure, unless it is the caller's own. While the database takes nothing it is once a second, then with the
 * number of those that were not logged.
 *
 * @param details what tells it from others, such as the request's id
 */
export function logError(log: Log, err: unknown, { what, ...details }: Details): void {
  // A caller who is told to come back is told so by the request's own line.
  if (asAppError(err).status < 500 || err instanceof Busy) return;
  if (!isUnavailable(err)) return log.error({ ...details, err }, what);
  const count = unlogged.get(log);
  if (count !== undefined) return void unlogged.set(log, count + 1);
  log.error({ ...details, err }, what);
  waitForMore(log);
}

function waitForMore(log: Log): void {
  unlogged.set(log, 0);
  const timer = setTimeout(() => {
    const failures = unlogged.get(log)!;
    unlogged.delete(log);
    if (failures === 0) return;
    log.error({ failures }, "database still unavailable");
    waitForMore(log);
  }, outageEvery);
  Deno.unrefTimer(timer);
}
