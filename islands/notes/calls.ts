/** Calls about notes. An answer that does not hold what it should is a failure too. */
import type { Note } from "../../server/contract/notes.ts";
import { texts } from "../../server/contract/texts.ts";
import { ApiError, call, invalidAnswer } from "../runtime/api.ts";

/** A save that was refused because another version is stored than the one it began from. */
export class ConflictError extends ApiError {
  constructor(error: ApiError, readonly stored: Note) {
    super(error.status, error.failure);
  }
}

const address = (bookId: string, page: number) => `/books/${encodeURIComponent(bookId)}/notes/${page}`;

/** The reader's note on a page; empty where they wrote none. @throws ApiError */
export async function loadNote(bookId: string, page: number): Promise<Note> {
  const note = await call<Partial<Note>>("GET", address(bookId, page));
  if (!isNote(note)) throw invalidAnswer(texts.books.invalidResponse);
  return note;
}

/**
 * Saves a note over the version it began from, whose `updatedAt` it carries.
 *
 * @throws ConflictError when another version is stored by now, ApiError
 */
export async function saveNote(
  { bookId, pageNumber, content, updatedAt }: Note,
): Promise<{ message: string; note: Note }> {
  const body = { bookId, pageNumber, content, baseUpdatedAt: updatedAt };
  try {
    const { message, note } = await call<{ message: string; note?: Note }>("POST", address(bookId, pageNumber), body);
    if (!isNote(note)) throw invalidAnswer(texts.books.invalidResponse);
    return { message, note };
  } catch (error) {
    throw asSaveError(error);
  }
}

/** Shares the stored note of a page with the group, or not any more. @throws ApiError */
export const shareNote = (bookId: string, page: number, shared: boolean): Promise<{ message: string }> =>
  call("PUT", `${address(bookId, page)}/sharing`, { shared });

function asSaveError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { note } = error.failure as { note?: Note };
  if (error.status === 409 && isNote(note)) return new ConflictError(error, note);
  return error.status === 500 ? new ApiError(500, { ...error.failure, message: texts.transport.serverError }) : error;
}

const isNote = (note: Partial<Note> | undefined): note is Note => typeof note?.content === "string";
