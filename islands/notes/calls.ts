/** Notes on the server. */
import type { Note } from "../../server/contract/notes.ts";
import { texts } from "../../server/contract/texts.ts";
import { ApiError, call } from "../runtime/api.ts";
import { invalidBooksAnswer } from "../books/calls.ts";

/** A save that was refused because the stored note is another one than it began from. */
export class NoteConflict extends ApiError {
  constructor(error: ApiError, readonly stored: Note) {
    super(error.status, error.failure);
  }
}

const address = (bookId: string, page: number) => `/books/${encodeURIComponent(bookId)}/notes/${page}`;

/** The reader's note on a page; empty where she wrote none. @throws ApiError */
export async function loadNote(bookId: string, page: number): Promise<Note> {
  const note = await call<Partial<Note>>("GET", address(bookId, page));
  if (!isNote(note)) throw invalidBooksAnswer();
  return note;
}

/**
 * Saves a note over the one it was begun from, whose `updatedAt` it carries.
 *
 * @throws NoteConflict when another one is stored by now, ApiError for all else
 */
export async function saveNote(
  { bookId, pageNumber, content, updatedAt }: Note,
): Promise<{ message: string; note: Note }> {
  const body = { bookId, pageNumber, content, baseUpdatedAt: updatedAt };
  const { message, note } = await call<{ message: string; note?: Note }>("POST", address(bookId, pageNumber), body)
    .catch((error) => {
      throw asNoteFailure(error);
    });
  if (!isNote(note)) throw invalidBooksAnswer();
  return { message, note };
}

function asNoteFailure(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { note } = error.failure as { note?: Note };
  if (error.status === 409 && isNote(note)) return new NoteConflict(error, note);
  return error.status === 500 ? new ApiError(500, { ...error.failure, message: texts.transport.serverError }) : error;
}

const isNote = (note: Partial<Note> | undefined): note is Note => typeof note?.content === "string";
