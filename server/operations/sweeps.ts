import { deleteExpired } from "../../db/account/sessions.ts";
import { deletePartOfUnusedPages } from "../../db/chat/link_previews.ts";
import { fileOf } from "../../db/engine/database_file.ts";
import { tryLease } from "../../db/engine/leases.ts";
import { deleteOldNotices } from "../../db/notices/notices.ts";
import { startOperatorTerm } from "../../db/operator/people_and_groups.ts";
import { recordLevels } from "../../db/operator/site.ts";
import { forgetDecided } from "../../db/people/reports.ts";
import { shortenKeys } from "../../db/reading/reading_list.ts";
import { sweepDeletions } from "../actions/account/deletion.ts";
import { sweepUnverified } from "../actions/account/email.ts";
import { sweepRemovedBooks } from "../actions/books/removal.ts";
import { remindOfMeetings } from "../actions/groups/meeting_notices.ts";
import { closeDuePolls } from "../actions/groups/poll_closing.ts";
import { mailDigests } from "../actions/notices/digest.ts";
import { findMarksLeft } from "../actions/notes/marks_in_new_text.ts";
import { remindLateReaders } from "../actions/reading/plan.ts";
import { sweepGuests } from "../actions/site/demo.ts";
import { shareAssets } from "../cluster/assets.ts";
import * as noticesLimits from "../contract/notices/limits.ts";
import * as peopleLimits from "../contract/people/limits.ts";
import type { Deps } from "../deps.ts";
import { closeEndedSessions } from "../realtime/socket.ts";

type Sweep = (deps: Deps, stopped: AbortSignal) => unknown;

const atStart: Sweep[] = [
  shortenLongKeys,
  ({ purge }) => purge.sweep(),
  sweepUnverified,
  sweepDeletions,
  meetOperators,
];
const hourly: Sweep[] = [
  ...atStart,
  ({ library }) => library.sweep(),
  endSessions,
  deleteNotices,
  sweepRemovedBooks,
  forgetReports,
  deleteUnusedPages,
  remindLateReaders,
  ({ db, clock }) => recordLevels(db, clock()),
];
/** These can take so long that the others would be skipped meanwhile. */
const hourlyApart: Sweep[] = [findMarksLeft];
const daily: Sweep[] = [({ purge }) => purge.removeTraces()];
const eachMinute: Sweep[] = [mailDigests, sweepGuests, closeDuePolls, remindOfMeetings];
const eachMinuteHere: Sweep[] = [closeEndedSessions, ({ mailer }) => mailer.wake()];

async function shortenLongKeys({ db }: Deps, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted && await shortenKeys(db));
}

/** From then on they have some days to set up a second step, also where they never open their pages. */
async function meetOperators({ db, config, clock }: Deps): Promise<void> {
  if (!config.operatorsNeedTwoStep || config.operators.length === 0) return;
  await startOperatorTerm(db, config.operators, clock());
}

async function endSessions({ db, clock, broadcast }: Deps): Promise<void> {
  (await deleteExpired(db, clock())).forEach(broadcast.endSession);
}

async function deleteNotices({ db, clock }: Deps, stopped: AbortSignal): Promise<void> {
  const before = clock() - noticesLimits.notices.lifetime;
  while (!stopped.aborted && await deleteOldNotices(db, before));
}

async function forgetReports({ db, clock }: Deps, stopped: AbortSignal): Promise<void> {
  const before = clock() - peopleLimits.reports.storedFor;
  while (!stopped.aborted && await forgetDecided(db, before));
}

async function deleteUnusedPages({ db, clock }: Deps, stopped: AbortSignal): Promise<void> {
  let last: string | undefined = "";
  while (!stopped.aborted && last !== undefined) last = await deletePartOfUnusedPages(db, clock(), last);
}

const hour = 3600_000;

/** Returns what stops it, and resolves when none runs any more: a lease that is held then makes the next start wait. */
export function scheduleSweeps(deps: Deps): () => Promise<void> {
  const { db, config, log } = deps;
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();

  const logFailure = (err: unknown) => log.error({ err }, "sweep failed");
  const runAll = async (sweeps: Sweep[], signal: AbortSignal) => {
    await Promise.all(sweeps.map(async (sweep) => await sweep(deps, signal)).map((run) => run.catch(logFailure)));
  };
  const track = (run: Promise<void>) => {
    running.add(run);
    void run.then(() => running.delete(run));
  };
  const runHere = (sweeps: Sweep[]) => track(runAll(sweeps, stopped.signal));
  const runAlone = (sweeps: Sweep[], lease = "sweep") =>
    fileOf(config.databaseUrl) ? runHere(sweeps) : track(
      tryLease(db, lease, (lost) => runAll(sweeps, AbortSignal.any([stopped.signal, lost]))).catch(logFailure),
    );

  runAlone([...atStart, ...daily]);
  runAlone(hourlyApart, "marks");
  const timers = [
    setInterval(() => {
      void shareAssets(deps);
      runAlone(hourly);
      runAlone(hourlyApart, "marks");
    }, hour),
    setInterval(() => runAlone(daily), 24 * hour),
    setInterval(() => {
      runHere(eachMinuteHere);
      runAlone(eachMinute, "digests");
    }, noticesLimits.notices.mailEvery),
  ];
  timers.forEach(Deno.unrefTimer);
  return async () => {
    stopped.abort();
    timers.forEach(clearInterval);
    await Promise.all(running);
  };
}
