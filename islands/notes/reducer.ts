/** One page's note while it is written: pure, without a browser. */
import type { Note } from "../../server/contract/notes.ts";

export interface NoteState {
  /** The note as the server last told it. */
  stored: Note;
  content: string;
  saving: boolean;
  /** What someone, or another tab, saved meanwhile. Both texts stay on screen until the reader has chosen. */
  conflict: Note | undefined;
}

/** What is kept in the browser of a text that is not saved yet. */
export interface Draft {
  content: string;
  /** The stored note's `updatedAt` that it was begun from. */
  base: string | null;
}

export type NoteAction =
  | { type: "typed"; content: string }
  | { type: "saving" }
  | { type: "saved"; note: Note; sent: string }
  | { type: "conflict"; note: Note }
  | { type: "failed" }
  | { type: "keepMine" }
  | { type: "takeTheirs" };

/** A note as it is opened: the draft goes before what is stored, and meets it where that changed since. */
export function openNote(stored: Note, draft: Draft | undefined): NoteState {
  if (!draft || draft.content === stored.content) {
    return { stored, content: stored.content, saving: false, conflict: undefined };
  }
  const changed = draft.base !== stored.updatedAt;
  return { stored, content: draft.content, saving: false, conflict: changed ? stored : undefined };
}

/** A note that could not be loaded, as far as it is known. If there is another one, saving will say so. */
export const unknownNote = (bookId: string, pageNumber: number, draft: Draft | undefined): Note => ({
  ...{ bookId, pageNumber, content: "" },
  updatedAt: draft?.base ?? null,
});

/** What becomes of a note by an action. */
export function noteReducer(state: NoteState, action: NoteAction): NoteState {
  switch (action.type) {
    case "typed":
      return { ...state, content: action.content };
    case "saving":
      return { ...state, saving: true };
    case "saved":
      return {
        stored: action.note,
        // What is stored may be less than what was sent: blanks are no note.
        content: state.content === action.sent ? action.note.content : state.content,
        saving: false,
        conflict: undefined,
      };
    case "conflict":
      return { ...state, saving: false, conflict: action.note };
    case "failed":
      return { ...state, saving: false };
    case "keepMine":
      // Saving again says that the other text was seen.
      return { ...state, stored: state.conflict ?? state.stored, conflict: undefined };
    case "takeTheirs":
      return openNote(state.conflict ?? state.stored, undefined);
  }
}

/** Whether there is something that is not saved. */
export const isUnsaved = ({ content, stored }: NoteState): boolean => content !== stored.content;
