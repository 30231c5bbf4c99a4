/** How far lists of books were imported. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { imports } from "../schema.ts";

/** The position of an import in its file. */
export interface Position {
  /** Identifies the file. */
  fingerprint: string;
  name: string;
  /** How many lines are done. */
  lines: number;
  counts: Record<string, number>;
  finishedAt: number | null;
}

/** The stored position in a file; undefined for a new one. */
export const findPosition = (db: Db, fingerprint: string): Promise<Position | undefined> =>
  db.q.select().from(imports).where(eq(imports.fingerprint, fingerprint)).get();

/** The statement that stores a position. */
export const storePosition = (db: Db, { fingerprint, ...position }: Position) =>
  db.q.insert(imports).values({ fingerprint, ...position })
    .onConflictDoUpdate({ target: imports.fingerprint, set: position });

/**
 * The statement that adds to the counts of a position.
 *
 * @param from a query with one row, over which `counts` are evaluated
 * @param counts by name, what to add
 */
export function addCounts(
  db: Db,
  { fingerprint }: Position,
  { from, counts }: { from: SQL; counts: Record<string, SQL> },
) {
  const sums = Object.entries(counts).map(([name, more]) =>
    sql`${`$.${name}`}, cast(coalesce(counts ->> ${name}, 0) + ${more} as integer)`
  );
  return db.q.update(imports).set({ counts: sql`(select json_set(counts, ${sql.join(sums, sql`, `)}) from ${from})` })
    .where(eq(imports.fingerprint, fingerprint)).returning({ counts: imports.counts });
}
