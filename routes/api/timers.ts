import { endTimer, findTimer, joinTimer, leaveTimer, startTimer } from "../../server/actions/timers.ts";
import { NewTimer } from "../../server/contract/timers.ts";
import { timerTexts } from "../../server/contract/timer_texts.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { json } from "../../server/http/validate.ts";

/** Sessions in which a group reads in silence. */
export const timers = router();

const place = "/:id/timer";

timers.get(place, signedIn, async (c) => c.json(await findTimer(c.var.deps, c.var.user, c.req.param("id"))));

timers.post(place, signedIn, json(NewTimer), async (c) => {
  const start = { ...c.req.valid("json"), groupId: c.req.param("id") };
  return c.json({ timer: await startTimer(c.var.deps, c.var.user, start) }, 201);
});

timers.delete(place, signedIn, async (c) => {
  await endTimer(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: timerTexts.ended });
});

timers.post(
  `${place}/join`,
  signedIn,
  async (c) => c.json({ timer: await joinTimer(c.var.deps, c.var.user, c.req.param("id")) }),
);

timers.delete(`${place}/join`, signedIn, async (c) => {
  await leaveTimer(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: timerTexts.left });
});
