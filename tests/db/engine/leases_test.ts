import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { type Db, openDb } from "../../../db/engine/client.ts";
import { holdLease, LeaseTaken, tryLease, withLease } from "../../../db/engine/leases.ts";
import { freshDb } from "../../support/db.ts";
import { until } from "../../support/operate.ts";
import { inScene } from "../../support/in_scene.ts";

/** A database that two processes have open. */
async function twoProcesses() {
  await using starting = new AsyncDisposableStack();
  const { db, file } = starting.use(await freshDb());
  const other = await openDb({ url: `file:${file}` });
  starting.defer(() => other.close());
  const stack = starting.move();
  return { db, other, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const test = inScene(twoProcesses);

const isTaken = (db: Db, name: string) => assert.rejects(holdLease(db, name, { timeout: 0 }), LeaseTaken);

const endsAt = async (db: Db) => (await db.q.get<{ at: number }>(sql`select expires_at as at from leases`)).at;
const moveEnd = (db: Db, by: number) => db.write([db.q.run(sql`update leases set expires_at = expires_at + ${by}`)]);

test("What is done under a lease is done by one process at a time, and by the next one once the first is done", async (test) => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const working = withLease(test.db, "migration", async () => {
    order.push("first begins");
    await first.promise;
    order.push("first ends");
  });
  await until(() => order.length === 1);
  const waiting = withLease(test.other, "migration", () => Promise.resolve(order.push("second")));
  await isTaken(test.other, "migration");
  await withLease(test.other, "another", () => Promise.resolve());
  first.resolve();
  await Promise.all([working, waiting]);
  assert.deepEqual(order, ["first begins", "first ends", "second"]);
});

test("What is tried under a lease that another process has is not done, and a lease whose work failed is free", async ({ db, other }) => {
  let done = 0;
  const work = () => Promise.resolve(void done++);
  const lease = await holdLease(db, "sweep");
  await tryLease(other, "sweep", work);
  assert.equal(done, 0);
  await lease.release();
  await tryLease(other, "sweep", work);
  assert.equal(done, 1);
  await assert.rejects(withLease(db, "migration", () => Promise.reject(new Error("disk full"))), /disk full/);
  assert.equal(await withLease(other, "migration", () => Promise.resolve("done")), "done");
});

test("A lease is renewed while it is held, also one that has ended without being taken", async ({ db, other }) => {
  const lease = await holdLease(db, "service");
  const first = await endsAt(db);
  await moveEnd(other, -20_000);
  await until(async () => await endsAt(db) >= first);
  await isTaken(other, "service");
  assert.equal(lease.lost.aborted, false);
  await lease.release();
});

test("A lease of a process that hung is taken once it has ended, and the process learns of it", async (test) => {
  const lease = await holdLease(test.db, "service");
  await moveEnd(test.other, -20_000);
  const taken = await holdLease(test.other, "service", { timeout: 0 });
  await until(() => lease.lost.aborted);
  await lease.release();
  await isTaken(test.db, "service");
  assert.equal(taken.lost.aborted, false);
  await taken.release();
});

test("A clock that was set back does not prolong a lease", async ({ db, other }) => {
  const crashed = await holdLease(db, "service");
  await moveEnd(other, 24 * 3600_000);
  const lease = await holdLease(other, "service", { timeout: 0 });
  await Promise.all([lease, crashed].map(({ release }) => release()));
});

test("Processes with one name share a lease, which ends after the last of them", async (test) => {
  const shared = { sharedBy: () => "instances", timeout: 0 };
  const [first, second] = await Promise.all([test.db, test.other].map((db) => holdLease(db, "service", shared)));
  await isTaken(test.other, "service");
  await first.release();
  await isTaken(test.other, "service");
  await second.release();
  await moveEnd(test.db, -20_000);
  const alone = await holdLease(test.db, "service", { timeout: 0 });
  await assert.rejects(holdLease(test.other, "service", shared), LeaseTaken);
  await alone.release();
});
