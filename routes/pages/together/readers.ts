import { saveProgress } from "../../../server/actions/progress.ts";
import { sharePage } from "../../../server/actions/readers.ts";
import { ProgressUpdate } from "../../../server/contract/books.ts";
import { paths } from "../../../server/contract/paths.ts";
import { PageSharing } from "../../../server/contract/readers.ts";
import { texts } from "../../../server/contract/texts.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";

/** What a reader shares of a book with its group, and that they have caught up with it. */
export const readers = router();

for (const path of ["/group/:id/books/:bookId/sharing", "/group/:id/books/:bookId/caught-up"] as const) {
  readers.get(path, (c) => c.redirect(paths.together(c.req.param("id"), c.req.param("bookId"), "pace"), 303));
}

readers.post("/group/:id/books/:bookId/sharing", signedInPage, async (c) => {
  const { id, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: PageSharing, fields: sent },
    ({ shared }) => sharePage(c.var.deps, c.var.user, { bookId, shared }),
  );
  const success = sent.shared === "true" ? texts.pace.shared : texts.pace.notShared;
  return flashAndRedirect(c, outcome, { success, to: paths.together(id, bookId, "pace") });
});

/** The form has the page that it has shown, which may be that of another day meanwhile. */
readers.post("/group/:id/books/:bookId/caught-up", signedInPage, async (c) => {
  const { id, bookId } = c.req.param();
  const outcome = await runFormAction(
    c,
    { schema: ProgressUpdate, fields: await readForm(c) },
    (update) => saveProgress(c.var.deps, c.var.user, { ...update, bookId }),
  );
  return flashAndRedirect(c, outcome, { success: texts.pace.caughtUp, to: paths.together(id, bookId, "pace") });
});
