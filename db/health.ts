import type { Db } from "./client.ts";
import { feignMail } from "./mail.ts";

const trial = { id: "trial", recipient: "", subject: "", text: "", html: "", createdAt: 0, dueAt: null };

/**
 * Asks the database for a write of which nothing is left. It needs room as every other does: where the disk is full, or
 * where a server's writes hang, reads and empty writes go well.
 *
 * @param timeout milliseconds
 * @throws Error when it does not answer in time, or cannot
 */
export async function checkDb(db: Db, timeout: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  const write = db.write(feignMail(db, trial));
  await Promise.race([write, promise]).finally(() => clearTimeout(timer));
}
