/** Notes, on the server and as drafts in the browser. */
import type { Note } from "../../server/contract/notes.ts";
import { texts } from "../../server/contract/texts.ts";
import type { Draft } from "../state/notes.ts";
import { ApiError, call } from "./api.ts";
import { readStored, store } from "./storage.ts";

/** A save that was refused because the stored note is another one than it began from. */
export class NoteConflict extends ApiError {
  constructor(error: ApiError, readonly stored: Note) {
    super(error.status, error.failure);
  }
}

const address = (bookId: string, page: number) => `/books/${encodeURIComponent(bookId)}/notes/${page}`;

export const loadNote = (bookId: string, page: number) => call<Note>("GET", address(bookId, page));

/**
 * Saves a note over the one it was begun from, whose `updatedAt` it carries.
 *
 * @throws NoteConflict when another one is stored by now, ApiError for all else
 */
export async function saveNote(
  { bookId, pageNumber, content, updatedAt }: Note,
): Promise<{ message: string; note: Note }> {
  try {
    const body = { bookId, pageNumber, content, baseUpdatedAt: updatedAt };
    return await call("POST", address(bookId, pageNumber), body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { note } = error.failure as { note?: Note };
    if (error.status === 409 && note) throw new NoteConflict(error, note);
    if (error.status === 500) throw new ApiError(500, { ...error.failure, message: texts.transport.serverError });
    throw error;
  }
}

const key = (bookId: string, page: number) => `note:${bookId}:${page}`;

/** Keeps what is typed and not saved, or forgets it. */
export const keepDraft = (bookId: string, page: number, draft: Draft | undefined): void =>
  store(key(bookId, page), draft ? JSON.stringify(draft) : null);

export function readDraft(bookId: string, page: number): Draft | undefined {
  const kept = readStored(key(bookId, page));
  return kept ? JSON.parse(kept) : undefined;
}
