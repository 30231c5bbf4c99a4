import { fileURLToPath } from "node:url";
import { migrate as runMigrations } from "drizzle-orm/libsql/migrator";
import type { Db } from "./client.ts";

/** Brings the tables up to date with `db/migrations`; what was already applied is left alone. */
export async function migrate(db: Db): Promise<void> {
  await runMigrations(db.q, { migrationsFolder: fileURLToPath(new URL("migrations", import.meta.url)) });
}
