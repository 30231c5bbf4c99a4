import type { Db } from "./client.ts";
import { insertAndDeleteMail } from "../notices/mail_queue.ts";

/** A mail that is stored and deleted again in one transaction. */
const trial = { id: "trial", recipient: "", subject: "", text: "", html: "", createdAt: 0, dueAt: null };

/** Milliseconds for which a result counts: anyone may call /readyz, and each trial is a commit. */
const lasting = 1000;
const trials = new WeakMap<Db, { result: Promise<unknown>; until: number }>();

/**
 * Checks whether the database can be written, by a write that leaves nothing behind. It needs disk space as any other:
 * on a full disk, or while a server's writes hang, reads and empty writes succeed.
 *
 * @param timeout milliseconds
 * @throws Error when it fails or takes longer
 */
export async function checkDb(db: Db, timeout: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  await Promise.race([tryWrite(db), promise]).finally(() => clearTimeout(timer));
}

/** Starts a trial, or shares one that is running or has just ended. */
function tryWrite(db: Db): Promise<unknown> {
  const last = trials.get(db);
  if (last && performance.now() < last.until) return last.result;
  const trialOf = { result: db.write(insertAndDeleteMail(db, trial)), until: Infinity };
  trials.set(db, trialOf);
  const end = () => trialOf.until = performance.now() + lasting;
  trialOf.result.then(end, end);
  return trialOf.result;
}
