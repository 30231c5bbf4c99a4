/** What the forms of shared notes post to. */
import { answerNote, removeNoteAnswer, shareNote } from "../../../../server/actions/notes/shared_notes.ts";
import { id } from "../../../../server/contract/site/fields.ts";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import { NewNoteAnswer, NoteSharing } from "../../../../server/contract/notes/notes.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { type Ctx, router } from "../../../../server/http/router.ts";
import { showTogether } from "./page.tsx";
import { toTab } from "./tab.ts";
import { notePaths } from "../../../../server/contract/notes/paths.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

export const noteForms = router();

const sharing = "/group/:id/books/:bookId/notes/sharing";
const answers = "/group/:id/books/:bookId/notes/:noteId/answers";
const removing = `${answers}/:answerId/remove`;

noteForms.get(sharing, toTab("notes"));
for (const address of [answers, removing]) {
  noteForms.get(address, (c: Ctx) => {
    const { id, bookId, noteId } = c.req.param() as Record<"id" | "bookId" | "noteId", string>;
    return c.redirect(notePaths.noteAt(id, bookId, noteId), 303);
  });
}

noteForms.post(sharing, signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const fields = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NoteSharing, fields },
    (sharing) => shareNote(c.var.deps, c.var.user, { ...sharing, bookId }),
  );
  const success = fields.shared === "true" ? noteTexts.sharedNow : noteTexts.notSharedNow;
  return flashAndRedirect(c, outcome, { success, to: readingPaths.together(groupId, bookId, "notes") });
});

noteForms.post(answers, signedInPage, async (c) => {
  const { id: groupId, bookId, noteId } = c.req.param();
  const { formKey, ...sent } = await readForm(c);
  const fields = { ...sent, clientId: formKey };
  const outcome = await runFormAction(
    c,
    { schema: NewNoteAnswer, fields },
    (answer) => answerNote(c.var.deps, c.var.user, { ...answer, noteId }),
  );
  if (!outcome.ok) {
    return await showTogether(c, "notes", { refusal: outcome, sent: { ...sent, noteId, ...(formKey && { formKey }) } });
  }
  return flashAndRedirect(c, outcome, { success: noteTexts.answered, to: notePaths.noteAt(groupId, bookId, noteId) });
});

noteForms.post(removing, signedInPage, async (c) => {
  const { id: groupId, bookId, noteId, answerId } = c.req.param();
  const outcome = await runFormAction(
    c,
    { schema: id, fields: answerId },
    (id) => removeNoteAnswer(c.var.deps, c.var.user, { noteId, id }),
  );
  return flashAndRedirect(c, outcome, {
    success: noteTexts.answerRemoved,
    to: notePaths.noteAt(groupId, bookId, noteId),
  });
});
