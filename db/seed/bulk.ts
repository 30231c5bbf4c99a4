/**
 * A crowd beside the demo, for measuring. It is generated inside the database, as passing the rows would take most of
 * the time.
 */
import { type SQL, sql as bound } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { type Crowd, planCrowd, sql } from "./crowd.ts";

/** The size of a university after some years. */
export const big: Crowd = { users: 100_000, groups: 10_000, messages: 1_000_000, books: 100_000, notes: 500_000 };

/** Few people, but enough of everything to fill a page. */
export const small: Crowd = { users: 100, groups: 10, messages: 1000, books: 100, notes: 500 };

/** Rows in one commit; others may write in between. */
const chunk = 50_000;

/**
 * Stores a crowd beside the demo, in several commits.
 *
 * @param onStep called before each table, with its name and number of rows
 */
export async function seedCrowd(
  db: Db,
  crowd: Crowd,
  { passwordHash, now, onStep }: { passwordHash: string; now: number; onStep: (table: string, rows: number) => void },
): Promise<void> {
  for (const { table, rows, columns } of await planCrowd(db, crowd, { passwordHash, now })) {
    onStep(table, rows);
    for (let from = 0; from < rows; from += chunk) {
      await db.write([db.q.run(insert(table, columns, { from, to: Math.min(from + chunk, rows) }))]);
    }
  }
}

function insert(table: string, columns: Record<string, SQL>, { from, to }: { from: number; to: number }): SQL {
  const names = bound.raw(Object.keys(columns).join(", "));
  const values = bound.join(Object.values(columns), sql`, `);
  return sql`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})
    INSERT INTO ${bound.identifier(table)} (${names}) SELECT ${values} FROM n WHERE true ON CONFLICT DO NOTHING`;
}
