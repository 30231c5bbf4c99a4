/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */
import { bookPaths } from "../books/paths.ts";
import { readingPaths } from "../reading/paths.ts";

export const notePaths = {
  notes: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/notes`,
  noteAnswers: (groupId: string, bookId: string, noteId: string) =>
    `${notePaths.notes(groupId, bookId)}/${encodeURIComponent(noteId)}/answers`,
  /** All notes of the viewer. */
  ownNotes: "/notes",
  /** What the forms of a book's shared notes and questions post to. */
  noteSharing: (groupId: string, bookId: string) => `${notePaths.notes(groupId, bookId)}/sharing`,
  removeNoteAnswer: (groupId: string, bookId: string, { noteId, id }: { noteId: string; id: string }) =>
    `${notePaths.noteAnswers(groupId, bookId, noteId)}/${encodeURIComponent(id)}/remove`,
  /** The page of a book at one of its shared notes. */
  noteAt: (groupId: string, bookId: string, noteId: string) =>
    `${readingPaths.bookPage(groupId, bookId, "notes")}#note-${encodeURIComponent(noteId)}`,
  /** The shared notes of one page, in the reader's copy. */
  notesOfPage: (groupId: string, bookId: string, page: number) =>
    `${readingPaths.bookPage(groupId, bookId, "notes")}&page=${page}`,
  exportNotes: "/notes/export",
};
