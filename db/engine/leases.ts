/**
 * Leases: by a row of its own one process at a time does something. Times are those of the database's machine, so that
 * clocks of several machines do not matter.
 *
 * The table is not in `schema.ts`: the first leases are taken before the migrations run, and create it.
 */
import { setTimeout } from "node:timers";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { atMost } from "./with_timeout.ts";
import { databaseNow } from "../people/columns.ts";
import { type Db, shortWait } from "./client.ts";

/** Milliseconds after which a lease ends that is not renewed: its holder has crashed, hangs or lost the database. */
export const leaseLifetime = 10_000;
/** Milliseconds between two renewals. */
const renewEvery = 3000;
/** Milliseconds between two attempts, of renewing after a failure or of getting a lease that another has. */
const retryEvery = 500;
/** Milliseconds that releasing a lease may take where the database does not answer. */
const releaseTimeout = 1000;

/** A lease that another process has. */
export class LeaseTaken extends Error {}

/** A lease that is held, and renewed, until it is released or lost. */
export interface Lease {
  /** Aborted when another process is found to have it, or to have had it. */
  lost: AbortSignal;
  /** Stops renewing it, and ends it unless it is shared. */
  release(): Promise<void>;
}

interface Options {
  /** The name that several processes hold it under together, at each attempt: it ends by itself, after the last one. */
  sharedBy?: () => string;
  /** Milliseconds to try for. By default as long as another has it. */
  timeout?: number;
  /** Called when another has it at first. */
  onWait?: () => void;
}

/**
 * Gets a lease, as soon as no other has it.
 *
 * @throws LeaseTaken when another still has it when the time is over
 */
export async function holdLease(
  db: Db,
  name: string,
  { sharedBy, timeout = Infinity, onWait }: Options = {},
): Promise<Lease> {
  const own = crypto.randomUUID();
  let holder = sharedBy?.() ?? own;
  const deadline = performance.now() + timeout;
  for (let tries = 0; !await acquire(db, name, holder); tries++) {
    if (performance.now() >= deadline) throw new LeaseTaken(`another process has the lease ${name}`);
    if (tries === 0) onWait?.();
    await delay(retryEvery);
    holder = sharedBy?.() ?? own;
  }
  const lost = new AbortController();
  const stop = keepRenewing(db, { name, holder }, lost);
  return {
    lost: lost.signal,
    async release() {
      const end = async () => {
        await stop();
        if (!sharedBy) await release(db, name, holder);
      };
      // What cannot be released ends by itself.
      await atMost(releaseTimeout, end().catch(() => {}));
    },
  };
}

/**
 * Does some work while holding a lease, as soon as no other process has it.
 *
 * @param work is given a signal that is aborted when another process has got the lease meanwhile
 */
export async function withLease<T>(
  db: Db,
  name: string,
  work: (lost: AbortSignal) => Promise<T>,
  options: Pick<Options, "onWait"> = {},
): Promise<T> {
  return await during(await holdLease(db, name, options), work);
}

/** The same where no other process has the lease; else nothing is done. */
export async function tryLease(db: Db, name: string, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
  try {
    await during(await holdLease(db, name, { timeout: 0 }), work);
  } catch (error) {
    if (!(error instanceof LeaseTaken)) throw error;
  }
}

const during = <T>({ lost, release }: Lease, work: (lost: AbortSignal) => Promise<T>): Promise<T> =>
  work(lost).finally(release);

const table = sql`create table if not exists leases (
  name text primary key not null, holder text not null, expires_at integer not null)`;

const end = sql`${databaseNow} + ${leaseLifetime}`;

/** A clock that was set back does not prolong a lease. */
const isOver = sql`expires_at not between ${databaseNow} and ${end}`;

/** Whether it is this holder's now. */
async function acquire({ q, write }: Db, name: string, holder: string): Promise<boolean> {
  const [, rows] = await write([
    q.run(table),
    q.all(sql`insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${end})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where holder = excluded.holder or ${isOver} returning holder`),
  ]);
  return rows.length > 0;
}

/** Whether it was this holder's still. One that has ended without being taken is. */
async function renew({ q, write }: Db, name: string, holder: string): Promise<boolean> {
  const [rows] = await write([
    q.all(sql`update leases set expires_at = ${end} where name = ${name} and holder = ${holder} returning holder`),
  ], shortWait);
  return rows.length > 0;
}

const release = ({ q, write }: Db, name: string, holder: string) =>
  write([q.run(sql`delete from leases where name = ${name} and holder = ${holder}`)], shortWait);

/** Renews a lease until it is lost. Returns what stops it. */
function keepRenewing(
  db: Db,
  { name, holder }: { name: string; holder: string },
  lost: AbortController,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  let running: Promise<void> | undefined;
  let isStopped = false;
  // It keeps no process alive.
  const renewAfter = (pause: number) => timer = setTimeout(() => running = attempt(), pause).unref();
  const attempt = async () => {
    // After an outage a lease that has ended is still the holder's own, unless another process has got it.
    const isHeld = await renew(db, name, holder).catch(() => undefined);
    if (isStopped) return;
    if (isHeld === false) lost.abort();
    else renewAfter(isHeld ? renewEvery : retryEvery);
  };
  renewAfter(renewEvery);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
