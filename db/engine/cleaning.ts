/**
 * What was deleted from a file before `secure_delete` was on stays in its free pages, and in gaps of others. The file's
 * `user_version` says whether that was ever so: files made since have it from the beginning.
 */
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { FileClient } from "./file_client.ts";

/**
 * For every connection that writes to a database file. One that writes it anew needs it too: rows that it moves from one
 * page to another would leave a copy behind, which stays readable once they are deleted.
 */
export const overwriteDeleted = "PRAGMA secure_delete=ON";

/** The `user_version` of a file in which nothing deleted can be read. */
const cleaned = 1;

const markCleaned = `PRAGMA user_version=${cleaned}`;

/** Of a file without tables: nothing was ever deleted in it. */
export async function markIfNew(client: FileClient): Promise<void> {
  const { rows: [{ tables }] } = await client.execute("SELECT count(*) AS tables FROM sqlite_schema");
  if (tables === 0) await client.execute(markCleaned);
}

/** Whether nothing that was deleted can be read in a database file. */
export async function isCleaned({ q }: { q: LibSQLDatabase }): Promise<boolean> {
  const [row] = await q.all<{ user_version: number }>(sql`PRAGMA user_version`);
  return row.user_version >= cleaned;
}

/** Milliseconds to wait for another process. */
const timeout = 60_000;

/**
 * Writes a database file anew, which leaves out what was deleted, and its indexes of words without what they were of.
 * It blocks its thread, and needs space for two more such files. Interrupted, nothing has changed.
 */
export async function cleanDatabase(file: string): Promise<void> {
  const client = new FileClient({ path: file, timeout, begin: "BEGIN IMMEDIATE" });
  try {
    await client.executeMultiple(overwriteDeleted);
    for (const table of ["user_words", "user_parts", "message_words"]) {
      await client.execute(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
    }
    // Without it the copy is made in memory, or in a folder that may be.
    const folder = dirname(await Deno.realPath(file)).replaceAll("'", "''");
    await client.executeMultiple(`PRAGMA temp_store=FILE; PRAGMA temp_store_directory='${folder}'`);
    await client.executeMultiple(`VACUUM; ${markCleaned}; PRAGMA wal_checkpoint(TRUNCATE)`);
  } finally {
    client.close();
  }
}
