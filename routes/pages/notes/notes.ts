import type { z } from "zod";
import { saveNote } from "../../../server/actions/notes/notes.ts";
import { shareNote } from "../../../server/actions/notes/shared_notes.ts";
import { type Note, NoteForm } from "../../../server/contract/notes/notes.ts";
import { notesTexts } from "../../../server/contract/notes/texts.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import type { User } from "../../../server/contract/people/users.ts";
import type { Deps } from "../../../server/deps.ts";
import { flashAndRedirect, formFailure, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { openedBook, pageOfForm } from "../groups/addresses.ts";
import { showGroup } from "../groups/page.tsx";

export const notes = router();

notes.get("/group/:id/books/:bookId/notes", pageOfForm);

notes.post("/group/:id/books/:bookId/notes", signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NoteForm, fields: { ...sent, bookId } },
    (draft) => save(c.var.deps, c.var.user, draft),
  );
  if (!outcome.ok) {
    const note = { typed: sent.content, failure: formFailure(outcome), isConflict: outcome.status === 409 };
    return await showGroup(c, groupId, { refusal: outcome, sent, books: { note } });
  }
  // Of a reader's copy more than one page may have this note: the address has theirs.
  const to = openedBook(c, Number(c.req.query("page") ?? outcome.value.pageNumber));
  return flashAndRedirect(c, outcome, { success: sent.shared ? sharedText(outcome.value) : notesTexts.saved, to });
});

/** Saves a note, and shares it, or not any more, by the button that was pressed. */
async function save(deps: Deps, user: User, { shared, ...draft }: z.infer<typeof NoteForm>): Promise<Note> {
  const note = await saveNote(deps, user, draft, draft);
  if (shared === undefined) return note;
  await shareNote(deps, user, { ...draft, shared });
  return { ...note, shared };
}

const sharedText = ({ shared }: Note): string => shared ? noteTexts.sharedNow : noteTexts.notSharedNow;
