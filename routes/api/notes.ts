import { findNote } from "../../db/notes/notes.ts";
import { listNotes, saveNote, writeNotes } from "../../server/actions/notes/own_notes.ts";
import { answerNote, listSharedNotes, removeNoteAnswer, shareNote } from "../../server/actions/notes/shared_notes.ts";
import { pageNumber } from "../../server/contract/books/shapes.ts";
import { Note, OwnNotes, OwnNotesQuery, SharedNotes, SharedNotesQuery } from "../../server/contract/notes/shapes.ts";
import { beyondEnd, bookNotFound, found } from "../../server/errors.ts";
import type { CallDoor } from "../../server/http/call_door.ts";
import { download } from "../../server/http/file_response.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { operation } from "../../server/operation.ts";

const readNote = operation({
  call: "GET /books/:bookId/notes/:page",
  summary: "The caller's note on a page",
  access: "member",
  params: { page: pageNumber },
  gives: Note,
  fails: { 400: ["page_beyond_end"], 404: ["book_not_found"] },
  async run({ deps, user, params: { bookId, page } }) {
    const { pageCount, note } = found(await findNote(deps.db, user.id, { bookId, pageNumber: page }), bookNotFound);
    if (page > pageCount) throw beyondEnd(pageCount);
    return note;
  },
});

const readSharedNotes = operation({
  call: "GET /books/:bookId/notes",
  summary: "The notes that readers of a book share",
  access: "member",
  takes: SharedNotesQuery,
  gives: SharedNotes,
  fails: { 400: ["page_beyond_end"], 404: ["book_not_found"] },
  run: ({ deps, user, params: { bookId } }, part) => listSharedNotes(deps, user, { ...part, bookId }),
});

const readOwnNotes = operation({
  call: "GET /notes",
  summary: "The caller's notes of all books, newest first",
  access: "signedIn",
  takes: OwnNotesQuery,
  gives: OwnNotes,
  run: ({ deps, user }, part) => listNotes(deps, user, part),
});

const exportNotes = operation({
  call: "GET /notes/export",
  summary: "The caller's notes, as Markdown",
  access: "signedIn",
  type: "text/markdown",
});

export const notes = {
  readNote,
  saveNote,
  readSharedNotes,
  shareNote,
  answerNote,
  removeNoteAnswer,
  readOwnNotes,
  exportNotes,
};

export const sendExport = (c: Ctx<SignedInEnv>): Response =>
  download(c, { name: "notes.md", type: "text/markdown", parts: writeNotes(c.var.deps, c.var.user) });

export const notesDoors: Partial<Record<keyof typeof notes, CallDoor>> = { exportNotes: { respond: sendExport } };
