/** Notes that are not saved yet, stored in the browser: one for each reader and page of a book. */
import { draftKey, type DraftPlace, readDraft as readStored, storeDraft as store } from "../offline/drafts.ts";
import type { Draft } from "./reducer.ts";

export interface NotePlace {
  readerId: string;
  bookId: string;
  /** Of the book. */
  page: number;
}

/**
 * The drafts of this window, by key. They go before what another window stores, and are all there is where the browser
 * stores nothing. Per window because a draft belongs to the window it is typed in.
 */
const own = new Map<string, string>();

const stored = ({ readerId, bookId, page }: NotePlace): DraftPlace => ({
  kind: "note",
  viewerId: readerId,
  of: `${bookId}:${page}`,
});

const keyOf = (place: NotePlace) => draftKey(stored(place));

/** Stores a draft. @returns whether it would outlive this window */
export function storeDraft(place: NotePlace, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  own.set(keyOf(place), text);
  store(stored(place), text);
  return isStored(place);
}

/** The draft of a place: this window's own, or another's. */
export function readDraft(place: NotePlace): Draft | undefined {
  const text = own.get(keyOf(place)) ?? readStored(stored(place));
  const draft = text && parse(text);
  if (!draft) return undefined;
  own.set(keyOf(place), text);
  return draft;
}

/** Deletes the draft of this window; another's stays. */
export function deleteDraft(place: NotePlace): void {
  if (isStored(place)) store(stored(place), null);
  own.delete(keyOf(place));
}

/**
 * Listens to other windows that store or delete a draft of this place.
 *
 * @param listener called with whether a draft of the other window is there now
 * @returns a function that stops listening
 */
export function onDraftElsewhere(place: NotePlace, listener: (isThere: boolean) => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === keyOf(place) && listener(event.newValue !== null);
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

const isStored = (place: NotePlace): boolean =>
  own.has(keyOf(place)) && readStored(stored(place)) === own.get(keyOf(place));

/** What a browser has stored may be anything. */
function parse(text: string): Draft | undefined {
  try {
    const { content, base } = JSON.parse(text);
    return typeof content === "string" && (base === null || typeof base === "string") ? { content, base } : undefined;
  } catch {
    return undefined;
  }
}
