import { z } from "zod";
import { endOneSession, endOtherSessions } from "../../../server/actions/account/sessions.ts";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const sessions = router();

const to = accountPaths.accountTab("sessions");

sessions.post("/account/sessions/end", signedInPage, async (c) => {
  const end = () => endOtherSessions(c.var.deps, c.var.session, callerOf(c));
  const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, end);
  return flashAndRedirect(c, outcome, { success: words.othersEnded, to });
});

sessions.post("/account/sessions/:id/end", signedInPage, async (c) => {
  const end = () => endOneSession(c.var.deps, c.var.session, c.req.param("id"));
  const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, end);
  return flashAndRedirect(c, outcome, { success: words.sessionEnded, to });
});
