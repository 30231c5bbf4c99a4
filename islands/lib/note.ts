/** The note that is open: loaded, typed, kept in the browser, saved. */
import { type Signal, useSignal } from "@preact/signals-react";
import { useEffect, useRef, useState } from "react";
import type { Note } from "../../server/contract/notes.ts";
import { texts } from "../../server/contract/texts.ts";
import { isUnsaved, type NoteAction, noteReducer, type NoteState, openNote, unknownNote } from "../state/notes.ts";
import { failureOf } from "./api.ts";
import type { BookFailure } from "./BookDialog.tsx";
import { dropDraft, keepDraft, type NotePlace, onDraftElsewhere, readDraft } from "./drafts.ts";
import { loadNote, NoteConflict, saveNote } from "./notes.ts";
import { whenSettled } from "./settled.ts";
import { showToast } from "./toasts.ts";

/** What the page came with. */
export interface GivenNote {
  /** Null where it could not be loaded. */
  given?: Note | null;
  failure?: BookFailure;
}

export interface OpenNote {
  /** Undefined until it is loaded. */
  state: Signal<NoteState | undefined>;
  /** Why it could not be loaded. */
  lost: Signal<string | undefined>;
  /** Whether what is not saved would outlive this window. */
  kept: Signal<boolean>;
  dispatch: (action: NoteAction) => void;
  type: (content: string) => void;
  save: () => Promise<void>;
  load: () => Promise<void>;
  /** Forgets what was typed, for what is saved. */
  takeTheirs: () => void;
}

/** The note of a place, which stays the same for as long as this is used. */
export function useNote(place: NotePlace, { given, failure }: GivenNote): OpenNote {
  const came = given?.pageNumber === place.page ? given : undefined;
  const state = useSignal<NoteState | undefined>(came && openNote(came, typedBefore(came, failure)));
  const lost = useSignal(given === null ? texts.notes.loadFailed : undefined);
  const kept = useSignal(failure?.content === undefined);
  const isHere = useRef(true);
  const [early] = useState(() => came && writtenBefore());

  const dispatch = (action: NoteAction) => void (state.value = state.value && noteReducer(state.value, action));
  const keep = (base: string | null) => void (kept.value = keepDraft(place, { content: state.value!.content, base }));

  useEffect(() => {
    isHere.current = true;
    const leave = () => void (isHere.current = false);
    if (!came) {
      const stop = whenSettled(load);
      return () => (leave(), stop());
    }
    const shown = state.value!.content;
    open(came);
    if (early !== undefined && early !== shown) {
      type(state.value!.content === shown ? early : `${state.value!.content}\n${early}`);
    }
    return leave;
  }, []);

  useEffect(() =>
    onDraftElsewhere(place, (taken) => {
      if (!state.value || !isUnsaved(state.value)) return;
      if (taken) kept.value = false;
      else keep(state.value.stored.updatedAt);
    }), []);

  function open(note: Note) {
    const draft = readDraft(place) ?? typedBefore(note, failure);
    state.value = openNote(note, draft);
    if (isUnsaved(state.value)) keep(draft!.base);
    else dropDraft(place);
  }

  async function load() {
    try {
      const note = await loadNote(place.bookId, place.page);
      if (!isHere.current) return;
      lost.value = undefined;
      open(note);
    } catch (error) {
      if (!isHere.current) return;
      lost.value = failureOf(error, texts.notes.loadFailed);
      state.value ?? open(unknownNote(place.bookId, place.page, readDraft(place)));
    }
  }

  function type(content: string) {
    dispatch({ type: "typed", content });
    if (isUnsaved(state.value!)) return keep(state.value!.stored.updatedAt);
    dropDraft(place);
    kept.value = true;
  }

  async function save() {
    if (!state.value || state.value.saving) return;
    const { content, stored } = state.value;
    dispatch({ type: "saving" });
    try {
      const { note, message } = await saveNote({ ...stored, content });
      saved(note, { content, message });
    } catch (error) {
      // The same text from two windows is no conflict: it is saved.
      if (error instanceof NoteConflict && error.stored.content === content) return saved(error.stored, { content });
      const met = error instanceof NoteConflict;
      dispatch(met ? { type: "conflict", note: error.stored } : { type: "failed" });
      // A conflict is told where it is to be settled, for whoever is still there.
      if (!met || !isHere.current) showToast("error", failureOf(error, texts.notes.saveFailed));
    }
  }

  function saved(note: Note, { content, message = texts.notes.saved }: { content: string; message?: string }) {
    dispatch({ type: "saved", note, sent: content });
    lost.value = undefined;
    if (isUnsaved(state.value!)) keep(note.updatedAt);
    else {
      if (readDraft(place)?.content === content) dropDraft(place);
      kept.value = true;
    }
    showToast("success", message);
  }

  function takeTheirs() {
    dispatch({ type: "takeTheirs" });
    dropDraft(place);
    kept.value = true;
  }

  return { state, lost, kept, dispatch, type, save, load, takeTheirs };
}

/** What was typed before this script had come, which React would set back: it is there only until the first render is over. */
const writtenBefore = (): string | undefined =>
  globalThis.document?.querySelector<HTMLTextAreaElement>(".book-dialog textarea")?.value;

/** What came back from a form that failed is a draft; after a conflict it began from another note than is stored. */
const typedBefore = (stored: Note, failure?: BookFailure) =>
  failure?.content === undefined
    ? undefined
    : { content: failure.content, base: failure.conflict ? "" : stored.updatedAt };
