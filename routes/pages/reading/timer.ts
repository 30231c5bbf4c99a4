/** The forms of the session in which a group reads in silence. */
import * as readingLimits from "../../../server/contract/reading/limits.ts";
import { z } from "zod";
import { endTimer, joinTimer, leaveTimer, startTimer } from "../../../server/actions/reading/timers.ts";
import { NewTimer } from "../../../server/contract/reading/timers.ts";
import { timerTexts } from "../../../server/contract/reading/timer_texts.ts";
import { setClosed } from "../../../server/http/closed.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C } from "../groups/tab.ts";
import { readingPaths, type TimerAction, timerActions } from "../../../server/contract/reading/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";

export const timer = router();

const place = "/group/:id/timer";

timer.get(place, (c) => c.redirect(readingPaths.timer(c.req.param("id")), 303));

timer.post(place, signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const outcome = await runFormAction(
    c,
    { schema: NewTimer, fields: await readForm(c) },
    ({ minutes }) => startTimer(c.var.deps, c.var.user, { groupId, minutes }),
  );
  return flashAndRedirect(c, outcome, { success: timerTexts.started, to: readingPaths.timer(groupId) });
});

timer.get(`${place}/close`, (c) => c.redirect(groupPaths.group(c.req.param("id")), 303));

/** What a session came to is closed for its reader, for as long as it would be shown. */
timer.post(`${place}/close`, signedInPage, async (c) => {
  const { id } = await readForm(c);
  const here = groupPaths.group(c.req.param("id"));
  setClosed(c, "timer", { id, where: here, seconds: readingLimits.timer.shownFor / 1000 });
  return c.redirect(here, 303);
});

interface Form {
  run: (c: C, groupId: string) => Promise<unknown>;
  success: string;
}

const forms: Record<TimerAction, Form> = {
  join: { run: (c, groupId) => joinTimer(c.var.deps, c.var.user, groupId), success: timerTexts.joined },
  leave: { run: (c, groupId) => leaveTimer(c.var.deps, c.var.user, groupId), success: timerTexts.left },
  end: { run: (c, groupId) => endTimer(c.var.deps, c.var.user, groupId), success: timerTexts.ended },
};

for (const action of timerActions) {
  const { run, success } = forms[action];
  timer.get(`${place}/${action}`, (c) => c.redirect(readingPaths.timer(c.req.param("id")!), 303));
  timer.post(`${place}/${action}`, signedInPage, async (c) => {
    const groupId = c.req.param("id")!;
    const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, () => run(c, groupId));
    return flashAndRedirect(c, outcome, { success, to: readingPaths.timer(groupId) });
  });
}
