/** The note that is open: loaded, typed, stored in the browser, saved. */
import { type Signal, signal } from "@preact/signals-react";
import { useEffect, useState } from "react";
import type { Note } from "../../server/contract/notes.ts";
import { texts } from "../../server/contract/texts.ts";
import type { FormFailure } from "../forms/useSubmit.ts";
import { failureText } from "../runtime/api.ts";
import { debounced } from "./debounced.ts";
import { showToast } from "../runtime/toast.ts";
import { ConflictError, loadNote, saveNote } from "./calls.ts";
import { deleteDraft, type NotePlace, onDraftElsewhere, readDraft, storeDraft } from "./drafts.ts";
import { isUnsaved, type NoteAction, noteReducer, type NoteState, openNote, unknownNote } from "./reducer.ts";

/** What was typed before saving it failed, and why it did, without script. */
export interface FailedNote {
  typed: string;
  failure: FormFailure;
  /** Whether another version is stored by now. */
  isConflict: boolean;
}

interface Initial {
  /** The note that the page came with; null where it could not be loaded. */
  loaded?: Note | null;
  failed?: FailedNote;
}

/** The note of a place. The place must not change while this is used. */
export function useNote(place: NotePlace, initial: Initial): OpenNote {
  const [note] = useState(() => new OpenNote(place, initial));
  useEffect(() => note.open(), []);
  return note;
}

/** One page's note, while it is open. */
class OpenNote {
  /** Undefined until it is loaded. */
  readonly note: Signal<NoteState | undefined>;
  readonly loadError: Signal<string | undefined>;
  /** Whether what is not saved would outlive this window. */
  readonly isDraftStored: Signal<boolean>;
  #place: NotePlace;
  #failed: FailedNote | undefined;
  #loaded: Note | undefined;
  /** What was typed before the script had loaded. */
  #typedEarly: string | undefined;
  #isOpen = true;

  constructor(place: NotePlace, { loaded, failed }: Initial) {
    this.#place = place;
    this.#failed = failed;
    this.#loaded = loaded?.pageNumber === place.page ? loaded : undefined;
    this.#typedEarly = this.#loaded && textInPage();
    this.note = signal(this.#loaded && openNote(this.#loaded, draftOf(failed, this.#loaded)));
    this.loadError = signal(loaded === null ? texts.notes.loadFailed : undefined);
    this.isDraftStored = signal(failed === undefined);
  }

  /** Opens or loads the note in the browser, and listens to other windows. @returns a function that closes it */
  open(): () => void {
    this.#isOpen = true;
    const stops = [
      () => this.#isOpen = false,
      onDraftElsewhere(this.#place, (isThere) => this.#draftElsewhere(isThere)),
    ];
    if (this.#loaded) this.#openLoaded(this.#loaded);
    else stops.push(debounced(() => void this.load()));
    return () => stops.forEach((stop) => stop());
  }

  type(content: string): void {
    this.#dispatch({ type: "typed", content });
    if (isUnsaved(this.note.value!)) this.#storeDraft();
    else this.#deleteDraft();
  }

  async load(): Promise<void> {
    const { bookId, page } = this.#place;
    try {
      const note = await loadNote(bookId, page);
      if (!this.#isOpen) return;
      this.loadError.value = undefined;
      this.#show(note);
    } catch (error) {
      if (!this.#isOpen) return;
      this.loadError.value = failureText(error, texts.notes.loadFailed);
      if (!this.note.value) this.#show(unknownNote(bookId, page, readDraft(this.#place)));
    }
  }

  async save(): Promise<void> {
    if (!this.note.value || this.note.value.saving) return;
    const { content, stored } = this.note.value;
    this.#dispatch({ type: "saving" });
    try {
      const { note, message } = await saveNote({ ...stored, content });
      this.#saved(note, content, message);
    } catch (error) {
      // The same text from two windows is no conflict: it is saved.
      if (error instanceof ConflictError && error.stored.content === content) this.#saved(error.stored, content);
      else this.#notSaved(error);
    }
  }

  /** Saves what was typed over what was saved meanwhile. */
  keepMine(): Promise<void> {
    this.#dispatch({ type: "keepMine" });
    return this.save();
  }

  /** Discards what was typed, for what is stored. */
  useStored(): void {
    this.#dispatch({ type: "useStored" });
    this.#deleteDraft();
  }

  #openLoaded(loaded: Note): void {
    const shown = this.note.value!.content;
    this.#show(loaded);
    if (this.#typedEarly === undefined || this.#typedEarly === shown) return;
    const { content } = this.note.value!;
    this.type(content === shown ? this.#typedEarly : `${content}\n${this.#typedEarly}`);
  }

  #show(note: Note): void {
    const draft = readDraft(this.#place) ?? draftOf(this.#failed, note);
    this.note.value = openNote(note, draft);
    if (isUnsaved(this.note.value)) this.#storeDraft(draft!.base);
    else deleteDraft(this.#place);
  }

  #saved(note: Note, sent: string, message = texts.notes.saved): void {
    this.#dispatch({ type: "saved", note, sent });
    this.loadError.value = undefined;
    if (isUnsaved(this.note.value!)) this.#storeDraft();
    else {
      if (readDraft(this.#place)?.content === sent) deleteDraft(this.#place);
      this.isDraftStored.value = true;
    }
    showToast("success", message);
  }

  #notSaved(error: unknown): void {
    const isConflict = error instanceof ConflictError;
    this.#dispatch(isConflict ? { type: "conflict", note: error.stored } : { type: "failed" });
    // The editor shows a conflict itself, while it is open.
    if (!isConflict || !this.#isOpen) showToast("error", failureText(error, texts.notes.saveFailed));
  }

  /** One browser stores one draft of a place: another window's replaces this one's. */
  #draftElsewhere(isThere: boolean): void {
    if (!this.note.value || !isUnsaved(this.note.value)) return;
    if (isThere) this.isDraftStored.value = false;
    else this.#storeDraft();
  }

  #dispatch(action: NoteAction): void {
    this.note.value = this.note.value && noteReducer(this.note.value, action);
  }

  #storeDraft(base = this.note.value!.stored.updatedAt): void {
    this.isDraftStored.value = storeDraft(this.#place, { content: this.note.value!.content, base });
  }

  #deleteDraft(): void {
    deleteDraft(this.#place);
    this.isDraftStored.value = true;
  }
}

/** What stands in the field before the first render, which would set it back to what the page came with. */
const textInPage = (): string | undefined =>
  globalThis.document?.querySelector<HTMLTextAreaElement>(".book-dialog textarea")?.value;

/** What a form brought back that failed; after a conflict it began from another version than is stored. */
const draftOf = (failed: FailedNote | undefined, stored: Note) =>
  failed && { content: failed.typed, base: failed.isConflict ? "" : stored.updatedAt };
