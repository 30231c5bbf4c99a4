import type { Db } from "./client.ts";
import { insertAndDeleteMail } from "./mail.ts";

/** A row of the mails, which nobody else's work waits for or refers to. */
const trial = { id: "trial", recipient: "", subject: "", text: "", html: "", createdAt: 0, dueAt: null };

/** Anybody may ask, and each trial is a commit: a success counts for so many milliseconds. */
const lasting = 1000;
const trials = new WeakMap<Db, { result: Promise<unknown>; until: number }>();

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
  await Promise.race([tryWrite(db), promise]).finally(() => clearTimeout(timer));
}

/** Tries now, or shares a trial that is under way or went well just now. */
function tryWrite(db: Db): Promise<unknown> {
  const last = trials.get(db);
  if (last && performance.now() < last.until) return last.result;
  const trialOf = { result: db.write(insertAndDeleteMail(db, trial)), until: Infinity };
  trials.set(db, trialOf);
  trialOf.result.then(() => trialOf.until = performance.now() + lasting, () => trials.delete(db));
  return trialOf.result;
}
