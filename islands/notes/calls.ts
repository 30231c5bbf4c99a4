import type { Failure } from "../../server/contract/site/shapes.ts";
import type { Note } from "../../server/contract/notes/shapes.ts";
import type { Answer } from "../../routes/api/calls.ts";
import { addressOf, ApiError, call, invalidAnswer, request } from "../runtime/api.ts";
import { deliver } from "../offline/outbox/deliver.ts";
import { discardKey, onNews } from "../offline/outbox/entries.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";
import { notesTexts } from "../../server/contract/notes/texts.ts";
import { transportTexts } from "../../server/contract/site/texts.ts";

export class ConflictError extends ApiError {
  constructor(error: ApiError, readonly stored: Note) {
    super(error.status, error.failure);
  }
}

export async function loadNote(bookId: string, page: number): Promise<Note> {
  const note = await call("GET /books/:bookId/notes/:page", { bookId, page });
  if (!isNote(note)) throw invalidAnswer(booksTexts.invalidResponse);
  return note;
}

export type SavedNote = Answer<"POST /books/:bookId/notes/:page">;

/** @returns undefined where it waits for a connection @throws ConflictError when another version is stored, ApiError */
export async function saveNote({ bookId, pageNumber, content, updatedAt }: Note): Promise<SavedNote | undefined> {
  try {
    const saved = await deliver({
      kind: "note",
      key: noteKey(bookId, pageNumber),
      text: content,
      call: request("POST /books/:bookId/notes/:page", { bookId, page: pageNumber }, {
        bookId,
        pageNumber,
        content,
        baseUpdatedAt: updatedAt,
      }),
    }, { replaces: true });
    return saved && asSavedNote(saved);
  } catch (error) {
    throw asSaveError(error);
  }
}

export const noteKey = (bookId: string, page: number): string => `note:${bookId}:${page}`;

export function noteForm(bookId: string, page: number) {
  const address = addressOf("POST /books/:bookId/notes/:page", { bookId, page });
  return { "data-outbox": address.join(" "), "data-kind": "note", "data-key": noteKey(bookId, page) };
}

/** What the server answered, a failure where the same text was saved by an earlier call whose answer was lost. */
function asSavedNote({ note, message = "", code }: Partial<SavedNote & Failure>): SavedNote {
  if (!isNote(note)) throw invalidAnswer(booksTexts.invalidResponse);
  return { message: code ? notesTexts.saved : message, note };
}

export type LateOutcome = { sent: string; saved: SavedNote } | { conflict: Note };

export const onSentLate = (
  { bookId, page }: { bookId: string; page: number },
  listener: (outcome: LateOutcome) => void,
): () => void =>
  onNews((news) => {
    if (news.type !== "tried" || news.entry.key !== noteKey(bookId, page)) return;
    const body = news.answer?.body as Partial<SavedNote> | undefined;
    if (!isNote(body?.note)) return;
    if (news.outcome === "sent") listener({ sent: news.entry.text, saved: asSavedNote(body!) });
    else if (news.outcome === "refused") listener({ conflict: body.note });
  });

export const discardUnsent = (bookId: string, page: number): Promise<void> => discardKey(noteKey(bookId, page));

function asSaveError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { note } = error.failure as { note?: Note };
  if (error.status === 409 && isNote(note)) return new ConflictError(error, note);
  return error.status === 500 ? new ApiError(500, { ...error.failure, message: transportTexts.serverError }) : error;
}

const isNote = (note: Partial<Note> | undefined): note is Note => typeof note?.content === "string";
