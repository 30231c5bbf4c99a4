/** How far files of books were read. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "./client.ts";
import { imports } from "./schema.ts";

/** How far a file of books was read. */
export interface Position {
  /** Tells the file. */
  fingerprint: string;
  name: string;
  /** Lines that are done. */
  lines: number;
  counts: Record<string, number>;
  finishedAt: number | null;
}

/** How far a file was read before; undefined for one that is new. */
export const findPosition = (db: Db, fingerprint: string): Promise<Position | undefined> =>
  db.q.select().from(imports).where(eq(imports.fingerprint, fingerprint)).get();

/** The statement that remembers how far a file was read. */
export const storePosition = (db: Db, { fingerprint, ...position }: Position) =>
  db.q.insert(imports).values({ fingerprint, ...position })
    .onConflictDoUpdate({ target: imports.fingerprint, set: position });

/**
 * The statement that adds to the counts of a position.
 *
 * @param from the one row that says how much
 * @param counts by the count's name, what to add
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
