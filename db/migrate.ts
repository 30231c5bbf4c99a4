import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate as runMigrations } from "drizzle-orm/libsql/migrator";
import type { Db } from "./client.ts";

const migrationsFolder = fileURLToPath(new URL("migrations", import.meta.url));

/** When each migration of this version was made, the earliest first. */
export const knownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

/**
 * Brings the tables up to date with `db/migrations`; applied migrations are skipped.
 *
 * @throws Error for a database of a later version
 */
export async function migrate(db: Db): Promise<void> {
  if (await latestApplied(db) > knownMigrations().at(-1)!) {
    throw new Error("A later version of Chapterhouse has been at it: restore the backup from before.");
  }
  await runMigrations(db.q, { migrationsFolder });
}

/** When the latest migration applied to a database was made; 0 for a new one. */
async function latestApplied({ q }: Db): Promise<number> {
  const [table] = await q.all(sql`select 1 from sqlite_schema where name = '__drizzle_migrations'`);
  if (!table) return 0;
  const [{ at }] = await q.all<{ at: number | null }>(sql`select max(created_at) as at from __drizzle_migrations`);
  return Number(at);
}
