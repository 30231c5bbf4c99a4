import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";
import { sessions } from "./schema.ts";

/**
 * Asks the database for a read and a write that changes nothing: a server of it can still read when its writes hang.
 *
 * @param timeout milliseconds
 * @throws Error when it does not answer in time, or cannot
 */
export async function checkDb(db: Db, timeout: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  const write = db.write([db.q.delete(sessions).where(sql`false`)]);
  await Promise.race([write, promise]).finally(() => clearTimeout(timer));
}
