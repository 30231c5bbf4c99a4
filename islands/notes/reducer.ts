/** One page's note while it is written: pure, without a browser. */
import type { Note } from "../../server/contract/notes/shapes.ts";

export interface NoteState {
  /** The note as the server stores it, as far as is known. */
  stored: Note;
  content: string;
  saving: boolean;
  /** What was saved in another window meanwhile. Both texts stay on screen until the reader has chosen. */
  conflict: Note | undefined;
}

/** A text that is not saved yet. */
export interface Draft {
  content: string;
  /** `updatedAt` of the stored note that it began from. */
  base: string | null;
}

export type NoteAction =
  | { type: "typed"; content: string }
  | { type: "saving" }
  | { type: "saved"; note: Note; sent: string }
  | { type: "conflict"; note: Note }
  | { type: "shared"; shared: boolean }
  | { type: "failed" }
  | { type: "keepMine" }
  | { type: "useStored" };

/**
 * A note as it is opened: a draft goes before what is stored, and is in conflict with it where that has changed since.
 */
export function openNote(stored: Note, draft: Draft | undefined): NoteState {
  if (!draft || draft.content === stored.content) {
    return { stored, content: stored.content, saving: false, conflict: undefined };
  }
  const hasChanged = draft.base !== stored.updatedAt;
  return { stored, content: draft.content, saving: false, conflict: hasChanged ? stored : undefined };
}

/** Stands for a note that is not loaded yet, or could not be. Where there is one, saving meets the conflict. */
export const unknownNote = (bookId: string, pageNumber: number, draft: Draft | undefined): Note => ({
  bookId,
  pageNumber,
  content: "",
  updatedAt: draft?.base ?? null,
  shared: false,
});

/** What was typed while the note was loading, after what turned out to be stored: neither is lost. */
export const typedAfter = (stored: Note, typed: string): Draft => ({
  content: stored.content === "" || stored.content === typed ? typed : `${stored.content}\n${typed}`,
  base: stored.updatedAt,
});

/** The state of a note after an action. */
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
    case "shared":
      return { ...state, stored: { ...state.stored, shared: action.shared } };
    case "failed":
      return { ...state, saving: false };
    case "keepMine":
      // The other text was seen: saving replaces it.
      return { ...state, stored: state.conflict ?? state.stored, conflict: undefined };
    case "useStored":
      return openNote(state.conflict ?? state.stored, undefined);
  }
}

/** A note in its editor. */
export interface EditorState {
  note: NoteState;
  /** Until the answer is there: what is typed meanwhile stays. */
  isLoading: boolean;
  loadError: string | undefined;
  /** Whether what is not saved would outlive this window. */
  isDraftStored: boolean;
}

export type EditorAction =
  | NoteAction
  | { type: "opened"; note: NoteState }
  | { type: "loaded"; note: NoteState }
  /** What is stored is known, or known to be out of reach. */
  | { type: "settled" }
  | { type: "loadFailed"; text: string }
  | { type: "draftStored"; isStored: boolean };

/** The state of an editor after an action. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case "opened":
      return { ...state, note: action.note };
    case "loaded":
      return { ...state, note: action.note, loadError: undefined };
    case "settled":
      return { ...state, isLoading: false };
    case "loadFailed":
      return { ...state, loadError: action.text };
    case "draftStored":
      return { ...state, isDraftStored: action.isStored };
    default: {
      const loadError = action.type === "saved" ? undefined : state.loadError;
      return { ...state, note: noteReducer(state.note, action), loadError };
    }
  }
}

/** Whether there is something that is not saved. */
export const isUnsaved = ({ content, stored }: NoteState): boolean => content !== stored.content;
