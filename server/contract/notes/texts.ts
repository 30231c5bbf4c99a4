import { placeWithin } from "../reading/places.ts";
import type { Copy } from "../reading/shapes.ts";

type Unit = Copy["unit"];

export const notesTexts = {
  saved: "Note saved successfully",
  saveFailed: "Failed to save note",
  loadFailed: "Failed to load note",
  conflict:
    "This note was changed in another window in the meantime. Both versions are safe. Which one do you want to keep?",
  removed: "The note was removed.",
  share: "Share note",
  stopSharing: "Stop sharing",
  sharedHint: "Shared. Saved empty it is removed, with the answers to it.",
  shareFailed: "Failed to share the note",
  shareLater: "Who sees the note is as before: choose it again once the note is saved.",
  label: (page: number, unit: Unit) => `Notes for ${placeWithin(page, unit)}`,
  loading: "Loading...",
  draftStored: "Not saved yet. It is stored in this browser.",
  draftNotStored: "Not saved. Save before you leave.",
  waits: "No connection. The note is stored in this browser, and saved when there is one.",
};

export const notesServerTexts = { mismatch: "The note does not belong to the book and page it was sent to." };
