/** Sessions in which a group reads in silence. They end by their time: nothing has to be done then. */
import * as timers from "../../../db/reading/timers.ts";
import type { NewTimer, Timer, TimerState } from "../../contract/reading/timers.ts";
import { timerTexts as texts } from "../../contract/reading/timer_texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { Forbidden, found, groupNotFound, NotFound } from "../../errors.ts";

type Parts = Pick<Deps, "db" | "clock" | "broadcast" | "limiter">;

/** A group's session, and what its last one came to. @throws NotFound for outsiders */
export const findTimer = async (
  { db, clock }: Pick<Deps, "db" | "clock">,
  viewer: User,
  groupId: string,
): Promise<TimerState> => found(await timers.findTimer(db, viewer.id, groupId, clock()), groupNotFound);

/** Begins a session, or joins the one that is running. @throws NotFound for outsiders, TooMany */
export async function startTimer(
  deps: Parts,
  viewer: User,
  start: NewTimer & { groupId: string },
): Promise<Timer> {
  await deps.limiter.take("timer", viewer.id);
  const [, { rowsAffected }] = await timers.startTimer(deps.db, viewer.id, start, deps.clock());
  return await sendRunning(deps, viewer, { groupId: start.groupId, begun: rowsAffected > 0 });
}

/** @throws NotFound for outsiders, and where none is running; TooMany */
export async function joinTimer(deps: Parts, viewer: User, groupId: string): Promise<Timer> {
  await deps.limiter.take("timer", viewer.id);
  await timers.joinTimer(deps.db, viewer.id, groupId, deps.clock());
  return await sendRunning(deps, viewer, { groupId });
}

/**
 * Leaves a session, which ends with its last reader.
 *
 * @throws NotFound for outsiders, and where none is running; TooMany
 */
export async function leaveTimer(deps: Parts, viewer: User, groupId: string): Promise<void> {
  const { startedBy } = await running(deps, viewer, groupId);
  await deps.limiter.take("timer", viewer.id);
  await timers.leaveTimer(deps.db, viewer.id, groupId, deps.clock());
  const { timer } = await findTimer(deps, viewer, groupId);
  deps.broadcast.timer({ groupId, startedBy, endsAt: timer?.endsAt ?? null, userIds: timer?.userIds ?? [] });
}

/**
 * Ends a session for everyone.
 *
 * @throws NotFound for outsiders, and where none is running; Forbidden for others than who started it and organizers;
 * TooMany
 */
export async function endTimer(deps: Parts, viewer: User, groupId: string): Promise<void> {
  const { startedBy, userIds } = await running(deps, viewer, groupId);
  await deps.limiter.take("timer", viewer.id);
  if (!await timers.endTimer(deps.db, viewer.id, groupId, deps.clock())) {
    throw new Forbidden(texts.mayNotEnd, "not_organizer");
  }
  deps.broadcast.timer({ groupId, startedBy, endsAt: null, userIds });
}

async function running(deps: Parts, viewer: User, groupId: string): Promise<Timer> {
  const { timer } = await findTimer(deps, viewer, groupId);
  if (!timer) throw new NotFound(texts.notRunning, "timer_not_found");
  return timer;
}

/** Sends the group its running session. */
async function sendRunning(
  deps: Parts,
  viewer: User,
  { groupId, begun = false }: { groupId: string; begun?: boolean },
): Promise<Timer> {
  const timer = await running(deps, viewer, groupId);
  const { endsAt, userIds, startedBy } = timer;
  deps.broadcast.timer({ groupId, endsAt, userIds, startedBy, ...(begun && { begun }) });
  return timer;
}
