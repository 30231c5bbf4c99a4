/**
 * What is done at the start, every hour and every minute, mostly deleting what has expired; of several instances one
 * does it.
 */
import * as noticesLimits from "../contract/notices/limits.ts";
import * as peopleLimits from "../contract/people/limits.ts";
import { deleteExpired } from "../../db/account/links.ts";
import { fileOf } from "../../db/engine/file_url.ts";
import { shortenKeys } from "../../db/reading/reading_list.ts";
import { deleteOldNotices } from "../../db/notices/notices.ts";
import { startOperatorTerm } from "../../db/operator/people.ts";
import { forgetDecided } from "../../db/people/reports.ts";
import { tryLease } from "../../db/engine/leases.ts";
import { shareAssets } from "../cluster/assets.ts";
import { mailDigests } from "../actions/notices/digests.ts";
import { remindLateReaders } from "../actions/reading/plan_reminders.ts";
import { sweepDeletions } from "../actions/account/deletion.ts";
import { sweepUnverified } from "../actions/account/unverified.ts";
import type { Deps } from "../deps.ts";
import { closeEndedSessions } from "../realtime/ended_sessions.ts";

type Sweep = (stopped: AbortSignal) => Promise<unknown>;

const hour = 3600_000;

/** Returns what stops it, and resolves when none runs any more: a lease that is held then makes the next start wait. */
export function scheduleSweeps(deps: Deps): () => Promise<void> {
  const { library, db, clock, config, log, mailer, purge, broadcast } = deps;
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  const atStart: Sweep[] = [
    shortenLongKeys,
    () => purge.sweep(),
    (signal) => sweepUnverified(deps, signal),
    (signal) => sweepDeletions(deps, signal),
    meetOperators,
  ];
  const hourly: Sweep[] = [
    ...atStart,
    () => library.sweep(),
    endSessions,
    deleteNotices,
    forgetReports,
    (signal) => remindLateReaders(deps, signal),
  ];
  const eachMinute: Sweep[] = [(signal) => mailDigests(deps, signal)];
  // By each instance.
  const eachMinuteHere: Sweep[] = [() => closeEndedSessions(deps), sendMails];

  async function shortenLongKeys(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && await shortenKeys(db));
  }

  /** From then on they have some days to set up a second step, also where they never open their pages. */
  async function meetOperators(): Promise<void> {
    if (config.operatorsNeedTwoStep && config.operators.length > 0) {
      await startOperatorTerm(db, config.operators, clock());
    }
  }

  async function endSessions(): Promise<void> {
    (await deleteExpired(db, clock())).forEach(broadcast.endSession);
  }

  /** Of a task that ran beside the service there may be some. */
  function sendMails(): Promise<void> {
    mailer.wake();
    return Promise.resolve();
  }

  /** Of messages that were changed or deleted. */
  function removeTraces(): Promise<void> {
    purge.removeTraces();
    return Promise.resolve();
  }

  async function deleteNotices(signal: AbortSignal): Promise<void> {
    const before = clock() - noticesLimits.notices.lifetime;
    while (!signal.aborted && await deleteOldNotices(db, before));
  }

  async function forgetReports(signal: AbortSignal): Promise<void> {
    const before = clock() - peopleLimits.reports.storedFor;
    while (!signal.aborted && await forgetDecided(db, before));
  }

  const logFailure = (err: unknown) => log.error({ err }, "sweep failed");
  const runAll = async (sweeps: Sweep[], signal: AbortSignal) => {
    await Promise.all(sweeps.map((sweep) => sweep(signal).catch(logFailure)));
  };
  const track = (run: Promise<void>) => {
    running.add(run);
    void run.then(() => running.delete(run));
  };
  const runHere = (sweeps: Sweep[]) => track(runAll(sweeps, stopped.signal));
  // The service is alone on a file.
  const runAlone = (sweeps: Sweep[], lease = "sweep") =>
    fileOf(config.databaseUrl) ? runHere(sweeps) : track(
      tryLease(db, lease, (lost) => runAll(sweeps, AbortSignal.any([stopped.signal, lost]))).catch(logFailure),
    );

  runAlone([...atStart, removeTraces]);
  const timer = setInterval(() => {
    // Those of its own version, by each instance.
    void shareAssets(deps);
    runAlone(hourly);
  }, hour);
  const dailyTimer = setInterval(() => runAlone([removeTraces]), 24 * hour);
  const minuteTimer = setInterval(() => {
    runHere(eachMinuteHere);
    runAlone(eachMinute, "digests");
  }, noticesLimits.notices.mailEvery);
  Deno.unrefTimer(timer);
  Deno.unrefTimer(dailyTimer);
  Deno.unrefTimer(minuteTimer);
  return async () => {
    stopped.abort();
    clearInterval(timer);
    clearInterval(dailyTimer);
    clearInterval(minuteTimer);
    await Promise.all(running);
  };
}
