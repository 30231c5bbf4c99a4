import { setEdition } from "../../../../server/actions/reading/copies.ts";
import { NewEdition } from "../../../../server/contract/reading/editions.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { showTogether } from "./page.tsx";
import { toTab } from "./tab.ts";
import { copyTexts } from "../../../../server/contract/reading/texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

export const edition = router();

edition.get("/group/:id/books/:bookId/edition", toTab("copy"));

edition.post("/group/:id/books/:bookId/edition", signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NewEdition, fields: sent },
    (edition) => setEdition(c.var.deps, c.var.user, { ...edition, bookId }),
  );
  if (!outcome.ok) return await showTogether(c, "copy", { refusal: outcome, sent });
  return flashAndRedirect(c, outcome, { success: copyTexts.saved, to: readingPaths.together(groupId, bookId, "copy") });
});
