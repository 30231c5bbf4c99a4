import { eq, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { serviceKeys } from "../schema.ts";

/** @returns the first thing that is damaged; indexes are not compared with their tables, which takes long */
export async function quickCheck(db: Db): Promise<string | undefined> {
  const [row] = await db.q.all<{ quick_check: string }>(sql`PRAGMA quick_check(1)`);
  return row.quick_check === "ok" ? undefined : row.quick_check.split("\n")[0];
}

/** Writes a row that is gone in the same commit. */
export async function tryWrite(db: Db): Promise<void> {
  const name = "doctor";
  await db.write([
    db.q.insert(serviceKeys).values({ name, value: {} }).onConflictDoNothing(),
    db.q.delete(serviceKeys).where(eq(serviceKeys.name, name)),
  ]);
}
