/** Times are by the clock of the database's machine. The table is not in `schema.ts`: migrations take a lease too. */
import { sql } from "drizzle-orm";
import { setTimeout } from "node:timers";
import { setTimeout as delay } from "node:timers/promises";
import { type Db, shortWait } from "./client.ts";
import { databaseNow } from "./query.ts";
import { withTimeout } from "./timing.ts";

/** Milliseconds after which it ends unless it is renewed: its holder has crashed, hangs or lost the database. */
export const leaseLifetime = 10_000;
/** Milliseconds, also of all below. */
const renewEvery = 3000;
const retryEvery = 500;
const releaseTimeout = 1000;

export class LeaseTaken extends Error {}

interface Lease {
  lost: AbortSignal;
  release(): Promise<void>;
}

interface Options {
  /** Under which several processes hold it together, asked at each attempt; it ends by itself, after the last one. */
  sharedBy?: () => string;
  timeout?: number;
  onWait?: () => void;
}

/** @throws LeaseTaken when another still has it when the time is over */
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
      await withTimeout(releaseTimeout, end().catch(() => {}));
    },
  };
}

export async function withLease<T>(
  db: Db,
  name: string,
  work: (lost: AbortSignal) => Promise<T>,
  options: Pick<Options, "onWait"> = {},
): Promise<T> {
  return await during(await holdLease(db, name, options), work);
}

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

async function acquire({ q, write }: Db, name: string, holder: string): Promise<boolean> {
  const [, rows] = await write([
    q.run(table),
    q.all(sql`insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${end})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where holder = excluded.holder or ${isOver} returning holder`),
  ]);
  return rows.length > 0;
}

async function renew({ q, write }: Db, name: string, holder: string): Promise<boolean> {
  const [rows] = await write([
    q.all(sql`update leases set expires_at = ${end} where name = ${name} and holder = ${holder} returning holder`),
  ], shortWait);
  return rows.length > 0;
}

const release = ({ q, write }: Db, name: string, holder: string) =>
  write([q.run(sql`delete from leases where name = ${name} and holder = ${holder}`)], shortWait);

function keepRenewing(
  db: Db,
  { name, holder }: { name: string; holder: string },
  lost: AbortController,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  let running: Promise<void> | undefined;
  let isStopped = false;
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
