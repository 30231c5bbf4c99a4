/** The note that is open: loaded, typed, kept in the browser, saved. */
import { type Signal, signal } from "@preact/signals-react";
import { useEffect, useState } from "react";
import type { Note } from "../../server/contract/notes.ts";
import { texts } from "../../server/contract/texts.ts";
import { isUnsaved, type NoteAction, noteReducer, type NoteState, openNote, unknownNote } from "./reducer.ts";
import { failureOf } from "../runtime/api.ts";
import type { BookFailure } from "../books/BookDialog.tsx";
import { dropDraft, keepDraft, type NotePlace, onDraftElsewhere, readDraft } from "./drafts.ts";
import { loadNote, NoteConflict, saveNote } from "./calls.ts";
import { debounced } from "../runtime/debounced.ts";
import { showToast } from "../runtime/toast.ts";

/** What the page came with. */
export interface GivenNote {
  /** Null where it could not be loaded. */
  given?: Note | null;
  failure?: BookFailure;
}

/** The note of a place, which stays the same for as long as this is used. */
export function useNote(place: NotePlace, came: GivenNote): OpenNote {
  const [note] = useState(() => new OpenNote(place, came));
  useEffect(() => note.attend(), []);
  return note;
}

/** One page's note, while it is open. */
export class OpenNote {
  /** Undefined until it is loaded. */
  readonly state: Signal<NoteState | undefined>;
  /** Why it could not be loaded. */
  readonly lost: Signal<string | undefined>;
  /** Whether what is not saved would outlive this window. */
  readonly kept: Signal<boolean>;
  #place: NotePlace;
  #failure: BookFailure | undefined;
  /** What the page had of this note. */
  #came: Note | undefined;
  /** What was typed before this script had come. */
  #early: string | undefined;
  #isHere = true;

  constructor(place: NotePlace, { given, failure }: GivenNote) {
    const came = given?.pageNumber === place.page ? given : undefined;
    this.#place = place;
    this.#failure = failure;
    this.#came = came;
    this.#early = came && writtenBefore();
    this.state = signal(came && openNote(came, typedBefore(came, failure)));
    this.lost = signal(given === null ? texts.notes.loadFailed : undefined);
    this.kept = signal(failure?.content === undefined);
  }

  /** Opens or loads the note in the browser, and heeds other windows. The function it gives ends that. */
  attend(): () => void {
    this.#isHere = true;
    const stops = [
      () => this.#isHere = false,
      onDraftElsewhere(this.#place, (taken) => this.#draftElsewhere(taken)),
    ];
    if (this.#came) this.#adopt(this.#came);
    else stops.push(debounced(() => void this.load()));
    return () => stops.forEach((stop) => stop());
  }

  type(content: string): void {
    this.#dispatch({ type: "typed", content });
    if (isUnsaved(this.state.value!)) return this.#keep(this.state.value!.stored.updatedAt);
    this.#drop();
  }

  async load(): Promise<void> {
    const { bookId, page } = this.#place;
    try {
      const note = await loadNote(bookId, page);
      if (!this.#isHere) return;
      this.lost.value = undefined;
      this.#open(note);
    } catch (error) {
      if (!this.#isHere) return;
      this.lost.value = failureOf(error, texts.notes.loadFailed);
      if (!this.state.value) this.#open(unknownNote(bookId, page, readDraft(this.#place)));
    }
  }

  async save(): Promise<void> {
    if (!this.state.value || this.state.value.saving) return;
    const { content, stored } = this.state.value;
    this.#dispatch({ type: "saving" });
    try {
      const { note, message } = await saveNote({ ...stored, content });
      this.#saved(note, { content, message });
    } catch (error) {
      // The same text from two windows is no conflict: it is saved.
      if (error instanceof NoteConflict && error.stored.content === content) this.#saved(error.stored, { content });
      else this.#notSaved(error);
    }
  }

  /** Saves what was typed over what was saved meanwhile. */
  keepMine(): Promise<void> {
    this.#dispatch({ type: "keepMine" });
    return this.save();
  }

  /** Forgets what was typed, for what is saved. */
  takeTheirs(): void {
    this.#dispatch({ type: "takeTheirs" });
    this.#drop();
  }

  #adopt(came: Note): void {
    const shown = this.state.value!.content;
    this.#open(came);
    if (this.#early === undefined || this.#early === shown) return;
    const { content } = this.state.value!;
    this.type(content === shown ? this.#early : `${content}\n${this.#early}`);
  }

  #open(note: Note): void {
    const draft = readDraft(this.#place) ?? typedBefore(note, this.#failure);
    this.state.value = openNote(note, draft);
    if (isUnsaved(this.state.value)) this.#keep(draft!.base);
    else dropDraft(this.#place);
  }

  #saved(note: Note, { content, message = texts.notes.saved }: { content: string; message?: string }): void {
    this.#dispatch({ type: "saved", note, sent: content });
    this.lost.value = undefined;
    if (isUnsaved(this.state.value!)) this.#keep(note.updatedAt);
    else {
      if (readDraft(this.#place)?.content === content) dropDraft(this.#place);
      this.kept.value = true;
    }
    showToast("success", message);
  }

  #notSaved(error: unknown): void {
    const met = error instanceof NoteConflict;
    this.#dispatch(met ? { type: "conflict", note: error.stored } : { type: "failed" });
    // A conflict is told where it is to be settled, for whoever is still there.
    if (!met || !this.#isHere) showToast("error", failureOf(error, texts.notes.saveFailed));
  }

  #draftElsewhere(taken: boolean): void {
    if (!this.state.value || !isUnsaved(this.state.value)) return;
    if (taken) this.kept.value = false;
    else this.#keep(this.state.value.stored.updatedAt);
  }

  #dispatch(action: NoteAction): void {
    this.state.value = this.state.value && noteReducer(this.state.value, action);
  }

  #keep(base: string | null): void {
    this.kept.value = keepDraft(this.#place, { content: this.state.value!.content, base });
  }

  #drop(): void {
    dropDraft(this.#place);
    this.kept.value = true;
  }
}

/**
 * What was typed before this script had come, which React would set back: it is there only until the first render is
 * over.
 */
const writtenBefore = (): string | undefined =>
  globalThis.document?.querySelector<HTMLTextAreaElement>(".book-dialog textarea")?.value;

/** What came back from a form that failed is a draft; after a conflict it began from another note than is stored. */
const typedBefore = (stored: Note, failure?: BookFailure) =>
  failure?.content === undefined
    ? undefined
    : { content: failure.content, base: failure.conflict ? "" : stored.updatedAt };
