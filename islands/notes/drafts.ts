/** Notes that are written and not saved, kept in the browser: each reader's own, one for each page of a book. */
import type { Draft } from "./reducer.ts";
import { readStored, store } from "../runtime/storage.ts";

export interface NotePlace {
  readerId: string;
  bookId: string;
  page: number;
}

/**
 * What this window has kept: it goes before what another one keeps, and is all there is where the browser keeps
 * nothing.
 */
const own = new Map<string, string>();

const keyOf = ({ readerId, bookId, page }: NotePlace) => `chapterhouse.note:${readerId}:${bookId}:${page}`;

/** Keeps a draft; whether it would outlive this window. */
export function keepDraft(place: NotePlace, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  own.set(keyOf(place), text);
  store(keyOf(place), text);
  return isKept(place);
}

/** The draft of a place: this window's own, or what another one kept. */
export function readDraft(place: NotePlace): Draft | undefined {
  const text = own.get(keyOf(place)) ?? readStored(keyOf(place));
  const draft = text && asDraft(text);
  if (!draft) return undefined;
  own.set(keyOf(place), text);
  return draft;
}

/** Forgets the draft of this window, and no other's. */
export function dropDraft(place: NotePlace): void {
  if (isKept(place)) store(keyOf(place), null);
  own.delete(keyOf(place));
}

/**
 * Listens to what another window does to the draft of this place.
 *
 * @param listener is told whether one of the other window's is there now; the function it gives stops that
 */
export function onDraftElsewhere(place: NotePlace, listener: (taken: boolean) => void): () => void {
  const heard = (event: StorageEvent) => event.key === keyOf(place) && listener(event.newValue !== null);
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

const isKept = (place: NotePlace): boolean =>
  own.has(keyOf(place)) && readStored(keyOf(place)) === own.get(keyOf(place));

/** What a browser kept may be anything. */
function asDraft(text: string): Draft | undefined {
  try {
    const { content, base } = JSON.parse(text);
    return typeof content === "string" && (base === null || typeof base === "string") ? { content, base } : undefined;
  } catch {
    return undefined;
  }
}
