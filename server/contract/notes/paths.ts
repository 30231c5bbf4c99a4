import { bookPaths } from "../books/paths.ts";
import { textPaths } from "../books/text_paths.ts";
import { readingPaths } from "../reading/paths.ts";

export const notePaths = {
  notes: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/notes`,
  noteAnswers: (groupId: string, bookId: string, noteId: string) =>
    `${notePaths.notes(groupId, bookId)}/${encodeURIComponent(noteId)}/answers`,
  ownNotes: "/notes",
  /** Of all books without `book`, and all of them without `query`. */
  ownNotesOf: (asked: { book?: string; query?: string; before?: string; marks?: string }) => {
    const given = Object.entries(asked).filter(([, value]) => value);
    return given.length === 0 ? notePaths.ownNotes : `${notePaths.ownNotes}?${new URLSearchParams(given)}`;
  },
  noteSharing: (groupId: string, bookId: string) => `${notePaths.notes(groupId, bookId)}/sharing`,
  removeNoteAnswer: (groupId: string, bookId: string, { noteId, id }: { noteId: string; id: string }) =>
    `${notePaths.noteAnswers(groupId, bookId, noteId)}/${encodeURIComponent(id)}/remove`,
  noteAt: (groupId: string, bookId: string, noteId: string) =>
    `${readingPaths.bookPage(groupId, bookId, "notes")}#note-${encodeURIComponent(noteId)}`,
  /** Among those of its page alone: a book may have many. */
  noteOfPage: (groupId: string, bookId: string, { id, page }: { id: string; page: number }) =>
    `${readingPaths.bookPage(groupId, bookId, "notes")}&page=${page}#note-${encodeURIComponent(id)}`,
  /** What can be done with a paragraph of the text. */
  markAtPlace: (groupId: string, bookId: string, place: number) =>
    `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/read/mark?at=${place}`,
  /** Where a highlight is: it leads to its place in the text. */
  markAt: (groupId: string, bookId: string, markId: string) =>
    `${textPaths.marks(groupId, bookId)}/${encodeURIComponent(markId)}`,
  newMark: (groupId: string, bookId: string) =>
    `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/read/highlights`,
  markOf: (groupId: string, bookId: string, markId: string) =>
    `${notePaths.newMark(groupId, bookId)}/${encodeURIComponent(markId)}`,
  removeMark: (groupId: string, bookId: string, markId: string) =>
    `${notePaths.markOf(groupId, bookId, markId)}/remove`,
  markAnswers: (groupId: string, bookId: string, markId: string) =>
    `${notePaths.markOf(groupId, bookId, markId)}/answers`,
  removeMarkAnswer: (groupId: string, bookId: string, { markId, id }: { markId: string; id: string }) =>
    `${notePaths.markAnswers(groupId, bookId, markId)}/${encodeURIComponent(id)}/remove`,
  removeOwnMark: (markId: string) => `/notes/highlights/${encodeURIComponent(markId)}/remove`,
  exportMarks: (groupId: string, bookId: string, format: "markdown" | "jsonld") =>
    `${textPaths.marks(groupId, bookId)}/export?format=${format}`,
  removeOwn: (bookId: string) => `/notes/${encodeURIComponent(bookId)}/remove`,
  exportNotes: "/notes/export",
  exportAnki: "/notes/anki",
  importHighlights: "/notes/import",
};
