import { draftKey, type DraftPlace, readDraft as readStored, storeDraft as store } from "../offline/drafts.ts";
import type { Draft } from "./reducer.ts";

export interface NotePlace {
  readerId: string;
  bookId: string;
  page: number;
}

/** A draft belongs to the window it is typed in, and this is all there is where the browser stores nothing. */
const own = new Map<string, string>();

const stored = ({ readerId, bookId, page }: NotePlace): DraftPlace => ({
  kind: "note",
  viewerId: readerId,
  of: `${bookId}:${page}`,
});

const keyOf = (place: NotePlace) => draftKey(stored(place));

export function storeDraft(place: NotePlace, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  own.set(keyOf(place), text);
  store(stored(place), text);
  return isStored(place);
}

export function readDraft(place: NotePlace): Draft | undefined {
  const text = own.get(keyOf(place)) ?? readStored(stored(place));
  const draft = text && parse(text);
  if (!draft) return undefined;
  own.set(keyOf(place), text);
  return draft;
}

export function deleteDraft(place: NotePlace): void {
  if (isStored(place)) store(stored(place), null);
  own.delete(keyOf(place));
}

/** @param listener called with whether a draft of the other window is there now */
export function onDraftElsewhere(place: NotePlace, listener: (isThere: boolean) => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === keyOf(place) && listener(event.newValue !== null);
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

const isStored = (place: NotePlace): boolean =>
  own.has(keyOf(place)) && readStored(stored(place)) === own.get(keyOf(place));

function parse(text: string): Draft | undefined {
  try {
    const { content, base } = JSON.parse(text);
    return typeof content === "string" && (base === null || typeof base === "string") ? { content, base } : undefined;
  } catch {
    return undefined;
  }
}
