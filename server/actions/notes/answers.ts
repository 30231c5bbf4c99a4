/** Answers to shared notes. */
import * as noteAnswers from "../../../db/notes/shared_notes.ts";
import { v5, v7 as uuid } from "uuid";
import { rowSize } from "../../../db/account/storage.ts";
import { findSharedNote } from "../../../db/notes/shared_notes.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import { NewNoteAnswer, NoteAnswer } from "../../contract/notes/shapes.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import { BadRequest, found, noteNotFound, NotFound } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";
import { noticesRemoved, notifyOfNoteAnswer } from "../notices/notices.ts";

const path = "/group/:id/books/:bookId/notes/:noteId/answers";

const toNote = ({ params: { id, bookId, noteId } }: SentForm<typeof path>): string =>
  notePaths.noteAt(id, bookId, noteId);

export const answerNote = operation({
  call: "POST /notes/:noteId/answers",
  summary: "Answers a shared note, whose writer is notified",
  access: "member",
  takes: NewNoteAnswer,
  gives: { answer: NoteAnswer },
  status: 201,
  limit: "talk",
  says: noteTexts.answered,
  fails: { 400: ["too_many_answers"], 404: ["note_not_found"], 413: ["account_full"] },
  form: { path, read: ({ fields: { formKey, ...fields } }) => ({ ...fields, clientId: formKey }), to: toNote },
  async run({ deps, user, params: { noteId } }, { content, clientId }) {
    const { db, config: { accountQuota: quota }, clock } = deps;
    const note = found(await findSharedNote(db, user.id, noteId), noteNotFound);
    const id = clientId ? v5(JSON.stringify([user.id, noteId, content]), clientId) : uuid();
    const added = await noteAnswers.insertNoteAnswer(db, user.id, { id, noteId, content, quota }, clock());
    if (!added) await requireRoom(deps, user, rowSize.text + bytesIn(content));
    if (!added) throw new BadRequest(noteTexts.tooManyAnswers, "too_many_answers");
    if (added.isNew) await notifyOfNoteAnswer(deps, user, { note, noteId, answerId: id });
    return { answer: added.answer };
  },
});

export const removeNoteAnswer = operation({
  call: "DELETE /notes/:noteId/answers/:answerId",
  summary: "Removes an answer of the caller's, or to a note of theirs",
  access: "owner",
  says: noteTexts.answerRemoved,
  fails: { 404: ["answer_not_found"] },
  form: { path: `${path}/:answerId/remove`, to: toNote },
  async run({ deps, user, params: { noteId, answerId } }) {
    const writerId = await noteAnswers.deleteNoteAnswer(deps.db, user.id, { noteId, id: answerId });
    if (writerId === undefined) throw new NotFound(noteTexts.answerNotFound, "answer_not_found");
    await noticesRemoved(deps, [{ userId: writerId }]);
  },
});
