import { Timer, TimerState } from "../../../server/contract/groups/answers_groups.ts";
import { described } from "../../../server/http/describe.ts";
import { endTimer, findTimer, joinTimer, leaveTimer, startTimer } from "../../../server/actions/reading/timers.ts";
import { NewTimer } from "../../../server/contract/reading/timers.ts";
import { timerTexts } from "../../../server/contract/reading/timer_texts.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** Sessions in which a group reads in silence. */
export const timers = router();

const place = "/:id/timer";

timers.get(
  place,
  described("A group's reading session", TimerState),
  signedIn,
  async (c) => c.json(await findTimer(c.var.deps, c.var.user, c.req.param("id"))),
);

timers.post(
  place,
  described("Starts a reading session", { timer: Timer }, { status: 201 }),
  signedIn,
  json(NewTimer),
  async (c) => {
    const start = { ...c.req.valid("json"), groupId: c.req.param("id") };
    return c.json({ timer: await startTimer(c.var.deps, c.var.user, start) }, 201);
  },
);

timers.delete(place, described("Ends the reading session"), signedIn, async (c) => {
  await endTimer(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: timerTexts.ended });
});

timers.post(
  `${place}/join`,
  described("Reads along", { timer: Timer }),
  signedIn,
  async (c) => c.json({ timer: await joinTimer(c.var.deps, c.var.user, c.req.param("id")) }),
);

timers.delete(`${place}/join`, described("Reads along no more"), signedIn, async (c) => {
  await leaveTimer(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: timerTexts.left });
});
