import { createClient } from "@libsql/client/sqlite3";
import { sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isLocked } from "./driver.ts";
import { FileClient } from "./file_client.ts";

export function fileOf(url: string): string | undefined {
  const [, path] = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/.exec(url) ?? [];
  return path && decodeURIComponent(path);
}

export class DatabaseInUse extends Error {}

/** The operating system's lock on a file beside it, which ends with the process. @throws DatabaseInUse */
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

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/** Also for a connection that copies a file: rows that it moves to another page would leave a readable copy. */
export const overwriteDeleted = "PRAGMA secure_delete=ON";

/** Of a file in which nothing deleted is readable, as it was before `secure_delete` was on. */
const cleaned = 1;
const markCleaned = `PRAGMA user_version=${cleaned}`;

export async function markIfNew(client: FileClient): Promise<void> {
  const { rows: [{ tables }] } = await client.execute("SELECT count(*) AS tables FROM sqlite_schema");
  if (tables === 0) await client.execute(markCleaned);
}

export async function isCleaned({ q }: { q: LibSQLDatabase }): Promise<boolean> {
  const [row] = await q.all<{ user_version: number }>(sql`PRAGMA user_version`);
  return row.user_version >= cleaned;
}

/** Blocks its thread, and needs space for two more such files. Interrupted, nothing has changed. */
export async function cleanDatabase(file: string): Promise<void> {
  const client = new FileClient({ path: file, timeout: 60_000, begin: "BEGIN IMMEDIATE" });
  try {
    await client.executeMultiple(overwriteDeleted);
    for (const table of ["user_words", "user_parts", "message_words"]) {
      await client.execute(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
    }
    // Else the copy is made in memory, or in a folder that may be.
    const folder = dirname(await Deno.realPath(file)).replaceAll("'", "''");
    await client.executeMultiple(`PRAGMA temp_store=FILE; PRAGMA temp_store_directory='${folder}'`);
    await client.executeMultiple(`VACUUM; ${markCleaned}; PRAGMA wal_checkpoint(TRUNCATE)`);
  } finally {
    client.close();
  }
}
