/** Calls about shared notes. */
import type { NoteAnswer, SharedNotes } from "../../server/contract/notes.ts";
import { call } from "../runtime/api.ts";

/** The shared notes of a page of the reader's copy. @throws ApiError */
export const loadSharedNotes = (bookId: string, page: number): Promise<SharedNotes> =>
  call("GET", `/books/${encodeURIComponent(bookId)}/notes?shared=1&page=${page}`);

/** Adds an answer to a shared note. The same client id adds it once. @throws ApiError */
export const sendAnswer = (
  noteId: string,
  answer: { content: string; clientId: string },
): Promise<{ message: string; answer: NoteAnswer }> =>
  call("POST", `/notes/${encodeURIComponent(noteId)}/answers`, answer);
