import { saveNote } from "../../../server/actions/notes.ts";
import { NewNote } from "../../../server/contract/notes.ts";
import { texts } from "../../../server/contract/texts.ts";
import { flashAndRedirect, formFailure, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { openedBook, pageOfForm } from "./addresses.ts";
import { showGroup } from "./page.tsx";

export const notes = router();

notes.get("/group/:id/books/:bookId/notes", pageOfForm);

notes.post("/group/:id/books/:bookId/notes", signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NewNote, fields: { ...sent, bookId } },
    (draft) => saveNote(c.var.deps, c.var.user, draft, draft),
  );
  if (!outcome.ok) {
    const note = { typed: sent.content, failure: formFailure(outcome), isConflict: outcome.status === 409 };
    return await showGroup(c, groupId, { refusal: outcome, sent, books: { note } });
  }
  // Of a reader's copy more than one page may have this note: the address has theirs.
  const to = openedBook(c, Number(c.req.query("page") ?? outcome.value.pageNumber));
  return flashAndRedirect(c, outcome, { success: texts.notes.saved, to });
});
