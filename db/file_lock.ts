/** One service for each database file. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { isLocked } from "./errors.ts";

/** A database that another process has open. */
export class DatabaseInUse extends Error {}

/**
 * Makes this process the only one to serve a database file, until it gives that back or ends in whatever way: what is
 * held is the system's lock on a file beside it, which the engine takes as for any database. The database itself is not
 * locked: commands work on it meanwhile.
 *
 * @returns gives it back
 * @throws DatabaseInUse where another process has it
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  const beside = `${realPath(file)}.lock`;
  const client = createClient({ url: pathToFileURL(beside).href, concurrency: 1, timeout: 0 });
  try {
    // Nothing is ever stored in it, so that no journal is needed, or left by a crash.
    await client.execute("PRAGMA journal_mode=OFF");
    const transaction = await client.transaction("write");
    return async () => {
      await transaction.rollback();
      client.close();
    };
  } catch (error) {
    client.close();
    throw isLocked(error) ? new DatabaseInUse(`${file} is in use.`, { cause: error }) : error;
  }
}

/** The same for all the names of a file, whether it is there yet or not. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}
