import * as actions from "../../../server/actions/notes/notes.ts";
import { z } from "zod";
import { Note } from "../../../server/contract/notes/answers_notes.ts";
import { described } from "../../../server/http/describe.ts";
import { pageNumber } from "../../../server/contract/books/books.ts";
import { NewNote } from "../../../server/contract/notes/notes.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json, parse } from "../../../server/http/validate.ts";
import { notesTexts } from "../../../server/contract/notes/texts.ts";

export const notes = router();

notes.get("/:bookId/notes/:page", described("The caller's note on a page", Note), signedIn, async (c) => {
  const { bookId, page } = c.req.param();
  return c.json(await actions.readNote(c.var.deps, c.var.user, { bookId, pageNumber: parse(pageNumber, page) }));
});

notes.post(
  "/:bookId/notes/:page",
  described("Saves the caller's note on a page; empty content removes it", { message: z.string(), note: Note }),
  signedIn,
  json(NewNote),
  async (c) => {
    const { bookId, page } = c.req.param();
    const at = { bookId, pageNumber: parse(pageNumber, page) };
    const note = await actions.saveNote(c.var.deps, c.var.user, at, c.req.valid("json"));
    return c.json({ message: notesTexts.saved, note });
  },
);
