/** Sessions in which a group reads in silence. They end by their time: nothing has to be done then. */
import * as timers from "../../../db/reading/timers.ts";
import type { User } from "../../contract/people/shapes.ts";
import { NewTimer } from "../../contract/reading/input_shapes.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import { Timer, type TimerState } from "../../contract/reading/shapes.ts";
import { timerTexts as texts } from "../../contract/reading/timer_texts.ts";
import type { Deps } from "../../deps.ts";
import { Forbidden, found, groupNotFound, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";

const fails = { 404: ["group_not_found", "timer_not_found"] };
const joinFails = { 403: notOpen, ...fails };

const to = ({ params: { id } }: { params: { id: string } }): string => readingPaths.timer(id);

export const findTimer = async (
  { db, clock }: Deps,
  viewer: User,
  groupId: string,
): Promise<TimerState> => found(await timers.findTimer(db, viewer.id, groupId, clock()), groupNotFound);

export const startTimer = operation({
  call: "POST /groups/:id/timer",
  summary: "Starts a reading session, or joins the one that is running",
  access: "member",
  takes: NewTimer,
  gives: { timer: Timer },
  status: 201,
  limit: "timer",
  fails: joinFails,
  form: { path: "/group/:id/timer", says: texts.started, to },
  async run({ deps, user, params: { id: groupId } }, { minutes }) {
    const [, { rowsAffected }] = await timers.startTimer(deps.db, user.id, { groupId, minutes }, deps.clock());
    return { timer: await sendJoined(deps, user, { groupId, begun: rowsAffected > 0 }) };
  },
});

export const joinTimer = operation({
  call: "POST /groups/:id/timer/join",
  summary: "Joins the reading session",
  access: "member",
  gives: { timer: Timer },
  limit: "timer",
  fails: joinFails,
  form: { path: "/group/:id/timer/join", says: texts.joined, to },
  async run({ deps, user, params: { id: groupId } }) {
    await timers.joinTimer(deps.db, user.id, groupId, deps.clock());
    return { timer: await sendJoined(deps, user, { groupId }) };
  },
});

export const leaveTimer = operation({
  call: "DELETE /groups/:id/timer/join",
  summary: "Leaves the reading session, which ends with its last reader",
  access: "member",
  says: texts.left,
  limit: "timer",
  fails,
  form: { path: "/group/:id/timer/leave", to },
  async run({ deps, user, params: { id: groupId } }) {
    const { startedBy } = await running(deps, user, groupId);
    await timers.leaveTimer(deps.db, user.id, groupId, deps.clock());
    const { timer } = await findTimer(deps, user, groupId);
    deps.broadcast.timer({ groupId, startedBy, endsAt: timer?.endsAt ?? null, userIds: timer?.userIds ?? [] });
  },
});

export const endTimer = operation({
  call: "DELETE /groups/:id/timer",
  summary: "Ends the reading session; the member who started it, or an organizer",
  access: "author",
  says: texts.ended,
  limit: "timer",
  fails: { 403: ["not_organizer", ...notOpen], ...fails },
  form: { path: "/group/:id/timer/end", to },
  async run({ deps, user, params: { id: groupId } }) {
    const { startedBy, userIds } = await running(deps, user, groupId);
    if (!await timers.endTimer(deps.db, user.id, groupId, deps.clock())) {
      await requireOpen(deps, user, groupId);
      throw new Forbidden(texts.mayNotEnd, "not_organizer");
    }
    deps.broadcast.timer({ groupId, startedBy, endsAt: null, userIds });
  },
});

async function running(deps: Deps, viewer: User, groupId: string): Promise<Timer> {
  const { timer } = await findTimer(deps, viewer, groupId);
  if (!timer) throw timerNotFound();
  return timer;
}

const timerNotFound = () => new NotFound(texts.notRunning, "timer_not_found");

async function sendJoined(
  deps: Deps,
  viewer: User,
  { groupId, begun = false }: { groupId: string; begun?: boolean },
): Promise<Timer> {
  const { timer } = await findTimer(deps, viewer, groupId);
  if (!timer?.isIn) await requireOpen(deps, viewer, groupId);
  if (!timer) throw timerNotFound();
  const { endsAt, userIds, startedBy } = timer;
  deps.broadcast.timer({ groupId, endsAt, userIds, startedBy, ...(begun && { begun }) });
  return timer;
}
