import { removePlan, savePlan } from "../../../../server/actions/reading/plan.ts";
import { id as bookIdField } from "../../../../server/contract/site/fields.ts";
import { NewPlan } from "../../../../server/contract/reading/plan.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { readerLocale } from "../../../../server/http/reader_locale.ts";
import { router } from "../../../../server/http/router.ts";
import { showTogether } from "./page.tsx";
import { toTab } from "./tab.ts";
import { sentPlan } from "./PlanForm.tsx";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

export const planForms = router();

planForms.get("/group/:id/books/:bookId/plan", toTab("pace"));
planForms.get("/group/:id/books/:bookId/plan/remove", toTab("pace"));

planForms.post("/group/:id/books/:bookId/plan", signedInPage, async (c) => {
  const { id, bookId } = c.req.param();
  const { timeZone } = readerLocale(c);
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NewPlan, fields: sentPlan(sent) },
    (schedule) => savePlan(c.var.deps, c.var.user, { bookId, timeZone, schedule }),
  );
  if (!outcome.ok) return await showTogether(c, "pace", { refusal: outcome, sent });
  return flashAndRedirect(c, outcome, { success: paceTexts.saved, to: readingPaths.together(id, bookId, "pace") });
});

planForms.post("/group/:id/books/:bookId/plan/remove", signedInPage, async (c) => {
  const { id, bookId } = c.req.param();
  const remove = () => removePlan(c.var.deps, c.var.user, bookId);
  const outcome = await runFormAction(c, { schema: bookIdField, fields: bookId }, remove);
  return flashAndRedirect(c, outcome, { success: paceTexts.removed, to: readingPaths.together(id, bookId, "pace") });
});
