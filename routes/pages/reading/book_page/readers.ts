import { catchUp } from "../../../../server/actions/reading/progress.ts";
import { sharePage } from "../../../../server/actions/reading/readers.ts";
import { ProgressUpdate } from "../../../../server/contract/books/books.ts";
import { Sharing } from "../../../../server/contract/reading/sharing.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { readerLocale } from "../../../../server/http/reader_locale.ts";
import { router } from "../../../../server/http/router.ts";
import { toTab } from "./tab.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

/** What a reader shares of a book with its group, and that they have caught up with it. */
export const readerForms = router();

readerForms.get("/group/:id/books/:bookId/sharing", toTab("pace"));
readerForms.get("/group/:id/books/:bookId/caught-up", toTab("pace"));

readerForms.post("/group/:id/books/:bookId/sharing", signedInPage, async (c) => {
  const { id, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: Sharing, fields: sent },
    ({ shared }) => sharePage(c.var.deps, c.var.user, { bookId, shared }),
  );
  const success = sent.shared === "true" ? paceTexts.shared : paceTexts.notShared;
  return flashAndRedirect(c, outcome, { success, to: readingPaths.together(id, bookId, "pace") });
});

/** The form has the page that it has shown. */
readerForms.post("/group/:id/books/:bookId/caught-up", signedInPage, async (c) => {
  const { id, bookId } = c.req.param();
  const outcome = await runFormAction(
    c,
    { schema: ProgressUpdate, fields: await readForm(c) },
    (update) => catchUp(c.var.deps, c.var.user, { ...update, bookId, timeZone: readerLocale(c).timeZone }),
  );
  return flashAndRedirect(c, outcome, { success: paceTexts.caughtUp, to: readingPaths.together(id, bookId, "pace") });
});
