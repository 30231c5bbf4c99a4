/** Logs failures on our side. */
import { isUnavailable } from "../../db/engine/client.ts";
import { asAppError, Busy } from "../errors.ts";
import type { Log } from "./log.ts";

interface Details {
  what: string;
  [key: string]: unknown;
}

/** Milliseconds between two lines about an unavailable database, on which every call fails. */
const outageInterval = 1000;

/** How many failures were not logged since the last line about an outage. Per process, as its log is. */
const unlogged = new WeakMap<Log, number>();

/**
 * Logs a failure, unless it is the caller's own. While the database is unavailable it logs one line a second, with the
 * number of failures since.
 *
 * @param details such as the request's id
 */
export function logError(log: Log, err: unknown, { what, ...details }: Details): void {
  // `Busy` is intended; the request's own line has its status.
  if (asAppError(err).status < 500 || err instanceof Busy) return;
  if (!isUnavailable(err)) return log.error({ ...details, err }, what);
  const count = unlogged.get(log);
  if (count !== undefined) return void unlogged.set(log, count + 1);
  log.error({ ...details, err }, what);
  summarizeOutage(log);
}

function summarizeOutage(log: Log): void {
  unlogged.set(log, 0);
  const timer = setTimeout(() => {
    const failures = unlogged.get(log)!;
    unlogged.delete(log);
    if (failures === 0) return;
    log.error({ failures }, "database still unavailable");
    summarizeOutage(log);
  }, outageInterval);
  Deno.unrefTimer(timer);
}
