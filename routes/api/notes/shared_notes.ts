import { z } from "zod";
import { NoteAnswer, SharedNotes } from "../../../server/contract/notes/answers_notes.ts";
import { described } from "../../../server/http/describe.ts";
import {
  answerNote,
  listSharedNotes,
  removeNoteAnswer,
  shareNote,
} from "../../../server/actions/notes/shared_notes.ts";
import { pageNumber } from "../../../server/contract/books/books.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { NewNoteAnswer, SharedNotesQuery } from "../../../server/contract/notes/notes.ts";
import { Sharing } from "../../../server/contract/reading/sharing.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json, parse, query } from "../../../server/http/validate.ts";

export const sharedNotes = router();

sharedNotes.get(
  "/books/:bookId/notes",
  described("The notes that readers of a book share", SharedNotes),
  signedIn,
  query(SharedNotesQuery),
  async (c) => {
    const asked = { ...c.req.valid("query"), bookId: c.req.param("bookId") };
    return c.json(await listSharedNotes(c.var.deps, c.var.user, asked));
  },
);

sharedNotes.put(
  "/books/:bookId/notes/:page/sharing",
  described("Shares a note, or shares it no more"),
  signedIn,
  json(Sharing),
  async (c) => {
    const { bookId, page } = c.req.param();
    const { shared } = c.req.valid("json");
    await shareNote(c.var.deps, c.var.user, { bookId, pageNumber: parse(pageNumber, page), shared });
    return c.json({ message: shared ? noteTexts.sharedNow : noteTexts.notSharedNow });
  },
);

sharedNotes.post(
  "/notes/:noteId/answers",
  described("Answers a shared note", { message: z.string(), answer: NoteAnswer }, { status: 201 }),
  signedIn,
  json(NewNoteAnswer),
  async (c) => {
    const answer = { ...c.req.valid("json"), noteId: c.req.param("noteId") };
    return c.json({ message: noteTexts.answered, answer: await answerNote(c.var.deps, c.var.user, answer) }, 201);
  },
);

sharedNotes.delete("/notes/:noteId/answers/:answerId", described("Removes an answer"), signedIn, async (c) => {
  const { noteId, answerId: id } = c.req.param();
  await removeNoteAnswer(c.var.deps, c.var.user, { noteId, id });
  return c.json({ message: noteTexts.answerRemoved });
});
