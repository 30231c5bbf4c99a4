/** Reminders of those who are behind the plan of a book: a notice, which the daily mail has too. */
import * as readingLimits from "../../contract/reading/limits.ts";
import { claimLateReaders, type LateReader, listPlans } from "../../../db/reading/plan.ts";
import { dateOfDay, dayOf } from "../../contract/reading/days.ts";
import { behindUpTo, expectedAt, type Schedule } from "../../contract/reading/plan.ts";
import { pageAt } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { notifyOfPlan } from "../notices/notices.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "broadcast" | "pusher">;

/** How many plans are looked at, and how many readers are reminded, at a time. */
const part = 100;

/** Reminds everybody who is to be reminded. Nobody's time zone is known here: days are those of UTC. */
export async function remindLateReaders(deps: Parts, stopped: AbortSignal): Promise<void> {
  const today = dayOf(deps.clock(), "UTC");
  const running = { begunOn: dateOfDay(today), endedFrom: dateOfDay(today - readingLimits.plan.remindAfterEnd) };
  let plans: (Schedule & { bookId: string })[];
  let after = "";
  do {
    plans = await listPlans(deps.db, { ...running, after, limit: part });
    await remindReadersOf(deps, { plans, today, stopped });
    after = plans.at(-1)?.bookId ?? after;
  } while (plans.length === part && !stopped.aborted);
}

interface Work {
  plans: (Schedule & { bookId: string })[];
  today: number;
  stopped: AbortSignal;
}

async function remindReadersOf(deps: Parts, { plans, today, stopped }: Work): Promise<void> {
  const byBook = new Map(plans.map((plan) => [plan.bookId, plan]));
  const limits = plans.flatMap((plan) => {
    const upTo = behindUpTo(plan, today);
    return upTo === undefined ? [] : [{ bookId: plan.bookId, upTo }];
  });
  let late: LateReader[];
  do {
    late = limits.length === 0 ? [] : await claimLateReaders(deps.db, limits, { now: deps.clock(), limit: part });
    for (const reader of late) {
      // What was to be read before today: today's part is not late yet.
      const expected = expectedAt(byBook.get(reader.bookId)!, today - 1);
      const behind = pageAt(reader.edition, expected) - pageAt(reader.edition, reader.position);
      await notifyOfPlan(deps, reader, { behind, day: today });
    }
  } while (late.length === part && !stopped.aborted);
}
