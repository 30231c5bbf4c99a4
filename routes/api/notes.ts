import { findNote } from "../../db/notes/notes.ts";
import { writeCards } from "../../server/actions/notes/anki.ts";
import { importHighlights } from "../../server/actions/notes/highlights.ts";
import {
  addMark,
  answerMark,
  changeMark,
  listMarks,
  removeMark,
  removeMarkAnswer,
} from "../../server/actions/notes/marks.ts";
import { listOwnMarks, marksToExport, writeAnnotations, writeMarks } from "../../server/actions/notes/own_marks.ts";
import { listNotes, saveNote, writeNotes } from "../../server/actions/notes/own_notes.ts";
import { answerNote, listSharedNotes, removeNoteAnswer, shareNote } from "../../server/actions/notes/shared_notes.ts";
import { pageNumber } from "../../server/contract/books/shapes.ts";
import {
  Highlights,
  HighlightsQuery,
  MarkExportQuery,
  OwnHighlights,
} from "../../server/contract/notes/highlight_shapes.ts";
import { importTexts } from "../../server/contract/notes/import_texts.ts";
import { Note, OwnNotes, OwnNotesQuery, SharedNotes, SharedNotesQuery } from "../../server/contract/notes/shapes.ts";
import { beyondEnd, bookNotFound, found } from "../../server/errors.ts";
import type { CallDoor } from "../../server/http/call_door.ts";
import { download } from "../../server/http/file_response.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { operation } from "../../server/operation.ts";
import { receiveHighlights } from "./notes_files.ts";

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

const exportCards = operation({
  call: "GET /notes/anki",
  summary: "The caller's notes, and the questions that they have answered, as cards for Anki's text import",
  access: "signedIn",
  type: "text/plain",
});

const readMarks = operation({
  call: "GET /books/:bookId/highlights",
  summary: "What the caller has marked in the text of a book, and what others share up to where the caller is",
  access: "member",
  takes: HighlightsQuery,
  gives: Highlights,
  fails: { 404: ["book_not_found"] },
  run: ({ deps, user, params: { bookId } }, part) => listMarks(deps, user, { ...part, bookId }),
});

const exportMarks = operation({
  call: "GET /books/:bookId/highlights/export",
  summary: "The caller's highlights in a book, as Markdown, or as Web Annotations (JSON-LD)",
  access: "member",
  takes: MarkExportQuery,
  type: "text/markdown",
  fails: { 404: ["book_not_found"] },
});

const readOwnMarks = operation({
  call: "GET /highlights",
  summary: "The caller's highlights of all books, the latest first",
  access: "signedIn",
  takes: OwnNotesQuery,
  gives: OwnHighlights,
  run: ({ deps, user }, part) => listOwnMarks(deps, user, part),
});

export const notes = {
  readMarks,
  addMark,
  answerMark,
  removeMarkAnswer,
  changeMark,
  removeMark,
  exportMarks,
  readOwnMarks,
  readNote,
  saveNote,
  readSharedNotes,
  shareNote,
  answerNote,
  removeNoteAnswer,
  readOwnNotes,
  exportNotes,
  exportCards,
  importHighlights,
};

export const sendExport = (c: Ctx<SignedInEnv>): Response =>
  download(c, { name: "notes.md", type: "text/markdown", parts: writeNotes(c.var.deps, c.var.user) });

export const sendCards = (c: Ctx<SignedInEnv>): Response =>
  download(c, { name: "anki.txt", type: "text/plain", parts: writeCards(c.var.deps, c.var.user) });

/** @throws NotFound */
export async function sendMarks(c: Ctx<SignedInEnv>): Promise<Response> {
  const { deps, user } = c.var;
  const { format } = MarkExportQuery.catch({ format: "markdown" }).parse(c.req.query());
  const of = await marksToExport(deps, user, c.req.param("bookId")!);
  return format === "jsonld"
    ? download(c, {
      name: "highlights.jsonld",
      type: "application/ld+json",
      parts: writeAnnotations(deps, user, of),
    })
    : download(c, { name: "highlights.md", type: "text/markdown", parts: writeMarks(deps, user, of) });
}

export const notesDoors: Partial<Record<keyof typeof notes, CallDoor>> = {
  exportNotes: { respond: sendExport },
  exportCards: { respond: sendCards },
  exportMarks: { respond: sendMarks },
  importHighlights: {
    async respond(c) {
      const imported = await receiveHighlights(c);
      return c.json({ message: importTexts.imported(imported), ...imported });
    },
  },
};
