/** One service for each database file. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client/sqlite3";
import { isLocked } from "./errors.ts";

/** A database that another process has open. */
export class DatabaseInUse extends Error {}

/**
 * Makes this process the only one to serve a database file, until it releases the lock or ends in any way: the
 * operating system's lock on a file beside the database, held by an open SQLite transaction on that file. The database
 * itself is not locked: commands work on it meanwhile.
 *
 * @returns releases the lock
 * @throws DatabaseInUse where another process has it
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  const beside = `${realPath(file)}.lock`;
  const client = createClient({ url: pathToFileURL(beside).href, concurrency: 1, timeout: 0 });
  try {
    // Nothing is ever stored in it: no journal is needed, and none is left by a crash.
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

/** The same path for all names of a file, whether it exists yet or not. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}
