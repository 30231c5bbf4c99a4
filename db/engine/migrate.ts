import { sql } from "drizzle-orm";
import { migrate as runMigrations } from "drizzle-orm/libsql/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { fileURLToPath } from "node:url";
import type { Db } from "./client.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

export const knownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

export const isNewDatabase = async (db: Db): Promise<boolean> => await latestApplied(db) === 0;

/** @throws Error for a database of a later version */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const latest = await latestApplied(db);
  if (latest > knownMigrations().at(-1)!) {
    throw new Error("A later version of Chapterhouse has been at it: restore the backup from before.");
  }
  const journal = await Deno.readTextFile(`${migrationsFolder}/meta/_journal.json`);
  const { entries }: { entries: { when: number; tag: string }[] } = JSON.parse(journal);
  return entries.filter(({ when }) => when > latest).map(({ tag }) => tag);
}

/** All that is missing at once, or nothing. @throws Error for a database of a later version */
export async function migrate(db: Db): Promise<void> {
  if ((await pendingMigrations(db)).length === 0) return;
  await runMigrations(db.q, { migrationsFolder });
}

async function latestApplied({ q }: Db): Promise<number> {
  const [table] = await q.all(sql`select 1 from sqlite_schema where name = '__drizzle_migrations'`);
  if (!table) return 0;
  const [{ at }] = await q.all<{ at: number | null }>(sql`select max(created_at) as at from __drizzle_migrations`);
  return Number(at);
}
