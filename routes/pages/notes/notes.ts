/** What the forms of notes post to. */
import { answerNote, removeNoteAnswer } from "../../../server/actions/notes/answers.ts";
import { saveNote } from "../../../server/actions/notes/save.ts";
import { shareNote } from "../../../server/actions/notes/sharing.ts";
import { formFailure } from "../../../server/http/form.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";
import { showGroup } from "../groups/page.tsx";
import { showBookPage } from "../reading/book_page/page.tsx";

export const notes = router();

mountForm(notes, saveNote, {
  refused(c, refusal, { params, fields }) {
    const note = { typed: fields.content, failure: formFailure(refusal), isConflict: refusal.status === 409 };
    return showGroup(c, params.id, { refusal, sent: fields, books: { note } });
  },
});
mountForm(notes, answerNote, {
  refused: (c, refusal, { params, fields }) =>
    showBookPage(c, "notes", { refusal, sent: { ...fields, noteId: params.noteId } }),
});
mountForms(notes, [shareNote, removeNoteAnswer]);
