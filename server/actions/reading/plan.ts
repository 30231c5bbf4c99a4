import * as plans from "../../../db/reading/plan.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { notOpen } from "../groups/conversations.ts";
import { whyNotAllowed } from "../groups/organizers.ts";
import { notifyOfNewPlan, notifyOfPlan, takeBackPlanNotices } from "../notices/reading_notices.ts";
import type { User } from "../../contract/people/shapes.ts";
import { dateOfDay, dayOf } from "../../contract/reading/days.ts";
import { NewPlan } from "../../contract/reading/input_shapes.ts";
import * as readingLimits from "../../contract/reading/limits.ts";
import { toBookPage } from "../../contract/reading/paths.ts";
import { asPlan, behindUpTo, expectedAt, pagesPerDay, planIn, type Schedule } from "../../contract/reading/plan.ts";
import { pageAt, percentAt } from "../../contract/reading/positions.ts";
import { Pace } from "../../contract/reading/shapes.ts";
import { paceTexts } from "../../contract/reading/texts.ts";
import type { Deps } from "../../deps.ts";
import { bookNotFound, found } from "../../errors.ts";
import { operation } from "../../operation.ts";

interface ReadersBook {
  bookId: string;
  timeZone?: string;
}

export async function findPace(deps: Deps, viewer: User, book: ReadersBook): Promise<Pace> {
  const reader = found(await findReader(deps.db, viewer.id, book.bookId), bookNotFound);
  return await paceOf(deps, viewer, { ...book, reader });
}

export async function paceOf(
  deps: Deps,
  viewer: User,
  { bookId, timeZone = "UTC", reader }: ReadersBook & { reader: Reader },
): Promise<Pace> {
  const stored = await plans.findPlan(deps.db, viewer.id, bookId);
  if (!stored) return noPlan;
  const today = dayOf(deps.clock(), timeZone);
  const expected = expectedAt(stored, today);
  const readOn = reader.readAt === null ? null : dayOf(reader.readAt, timeZone);
  return {
    plan: asPlan(stored, stored.createdBy),
    expected: { percent: percentAt(expected), page: pageAt(reader.edition, expected) },
    perDay: pagesPerDay(stored, { ...reader, readOn }, today),
  };
}

const noPlan: Pace = { plan: null, expected: null, perDay: null };

export const savePlan = operation({
  call: "PUT /books/:bookId/plan",
  summary: "Sets the plan",
  access: "member",
  takes: NewPlan,
  gives: Pace.shape,
  says: paceTexts.saved,
  fails: { 403: ["organizers_only", ...notOpen], 404: ["book_not_found"] },
  form: { path: "/group/:id/books/:bookId/plan", read: ({ fields }) => planIn(fields), to: toBookPage() },
  async run({ deps, user, params: { bookId } }, { timeZone, ...schedule }) {
    const reader = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    const plan = { ...schedule, bookId };
    const saved = await plans.savePlan(deps.db, user.id, plan, deps.clock());
    if (!saved) throw await whyNotAllowed(deps, user, { groupId: reader.groupId, what: "plan" });
    deps.broadcast.partChanged({ groupId: reader.groupId, part: "pace", bookId });
    if (saved.isChanged) await notifyOfNewPlan(deps, user, reader);
    return await paceOf(deps, user, { bookId, timeZone, reader });
  },
});

export const removePlan = operation({
  call: "DELETE /books/:bookId/plan",
  summary: "Removes the plan",
  access: "member",
  gives: Pace.shape,
  says: paceTexts.removed,
  fails: { 403: ["organizers_only", ...notOpen], 404: ["book_not_found"] },
  form: { path: "/group/:id/books/:bookId/plan/remove", to: toBookPage() },
  async run({ deps, user, params: { bookId } }) {
    const { db, clock, broadcast } = deps;
    const { groupId } = found(await findReader(db, user.id, bookId), bookNotFound);
    if (!await plans.deletePlan(db, user.id, bookId, clock())) {
      throw await whyNotAllowed(deps, user, { groupId, what: "plan" });
    }
    broadcast.partChanged({ groupId, part: "pace", bookId });
    await takeBackPlanNotices(deps, { bookId, groupId });
    return noPlan;
  },
});

const batchSize = 100;

/** Nobody's time zone is known here: days are those of UTC. */
export async function remindLateReaders(deps: Deps, stopped: AbortSignal): Promise<void> {
  const today = dayOf(deps.clock(), "UTC");
  const running = { begunOn: dateOfDay(today), endedFrom: dateOfDay(today - readingLimits.plan.remindAfterEnd) };
  let batch: Batch["plans"];
  let after = "";
  do {
    batch = await plans.listPlans(deps.db, { ...running, after, limit: batchSize });
    await remindReadersOf(deps, { plans: batch, today, stopped });
    after = batch.at(-1)?.bookId ?? after;
  } while (batch.length === batchSize && !stopped.aborted);
}

interface Batch {
  plans: (Schedule & { bookId: string })[];
  today: number;
  stopped: AbortSignal;
}

async function remindReadersOf(deps: Deps, { plans: batch, today, stopped }: Batch): Promise<void> {
  const byBook = new Map(batch.map((plan) => [plan.bookId, plan]));
  const limits = batch.flatMap((plan) => {
    const upTo = behindUpTo(plan, today);
    return upTo === undefined ? [] : [{ bookId: plan.bookId, upTo }];
  });
  if (limits.length === 0) return;
  let late: plans.LateReader[];
  do {
    late = await plans.claimLateReaders(deps.db, limits, { now: deps.clock(), limit: batchSize });
    for (const reader of late) {
      // What was to be read before today: today's part is not late yet.
      const expected = expectedAt(byBook.get(reader.bookId)!, today - 1);
      const behind = pageAt(reader.edition, expected) - pageAt(reader.edition, reader.position);
      await notifyOfPlan(deps, reader, { behind, day: today });
    }
  } while (late.length === batchSize && !stopped.aborted);
}
