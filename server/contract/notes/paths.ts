import { bookPaths } from "../books/paths.ts";
import { readingPaths } from "../reading/paths.ts";

export const notePaths = {
  notes: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/notes`,
  noteAnswers: (groupId: string, bookId: string, noteId: string) =>
    `${notePaths.notes(groupId, bookId)}/${encodeURIComponent(noteId)}/answers`,
  ownNotes: "/notes",
  ownNotesOf: (asked: Record<string, string>) => `/notes?${new URLSearchParams(asked)}`,
  noteSharing: (groupId: string, bookId: string) => `${notePaths.notes(groupId, bookId)}/sharing`,
  removeNoteAnswer: (groupId: string, bookId: string, { noteId, id }: { noteId: string; id: string }) =>
    `${notePaths.noteAnswers(groupId, bookId, noteId)}/${encodeURIComponent(id)}/remove`,
  noteAt: (groupId: string, bookId: string, noteId: string) =>
    `${readingPaths.bookPage(groupId, bookId, "notes")}#note-${encodeURIComponent(noteId)}`,
  exportNotes: "/notes/export",
};
