import type { Note } from "../../server/contract/notes/shapes.ts";

export interface NoteState {
  stored: Note;
  content: string;
  saving: boolean;
  conflict: Note | undefined;
}

export interface Draft {
  content: string;
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

export function openNote(stored: Note, draft: Draft | undefined): NoteState {
  if (!draft || draft.content === stored.content) {
    return { stored, content: stored.content, saving: false, conflict: undefined };
  }
  const hasChanged = draft.base !== stored.updatedAt;
  return { stored, content: draft.content, saving: false, conflict: hasChanged ? stored : undefined };
}

export const unknownNote = (bookId: string, pageNumber: number, draft: Draft | undefined): Note => ({
  bookId,
  pageNumber,
  content: "",
  updatedAt: draft?.base ?? null,
  shared: false,
});

export const typedAfter = (stored: Note, typed: string): Draft => ({
  content: stored.content === "" || stored.content === typed ? typed : `${stored.content}\n${typed}`,
  base: stored.updatedAt,
});

export function noteReducer(state: NoteState, action: NoteAction): NoteState {
  switch (action.type) {
    case "typed":
      return { ...state, content: action.content };
    case "saving":
      return { ...state, saving: true };
    case "saved":
      return {
        stored: action.note,
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
      return { ...state, stored: state.conflict ?? state.stored, conflict: undefined };
    case "useStored":
      return openNote(state.conflict ?? state.stored, undefined);
  }
}

export interface EditorState {
  note: NoteState;
  isLoading: boolean;
  loadError: string | undefined;
  isDraftStored: boolean;
}

export type EditorAction =
  | NoteAction
  | { type: "opened"; note: NoteState }
  | { type: "loaded"; note: NoteState }
  | { type: "settled" }
  | { type: "loadFailed"; text: string }
  | { type: "draftStored"; isStored: boolean };

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

export const isUnsaved = ({ content, stored }: NoteState): boolean => content !== stored.content;
