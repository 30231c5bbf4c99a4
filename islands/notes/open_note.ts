import type { Note } from "../../server/contract/notes/shapes.ts";
import type { FormFailure } from "../forms/useSubmit.ts";
import { deleteDraft, draftKey, type DraftPlace, readDraft, storeDraft } from "../offline/drafts.ts";
import { call, failureText } from "../runtime/api.ts";
import { Store } from "../runtime/store.ts";
import { showToast } from "../runtime/toast.ts";
import { ConflictError, discardUnsent, loadNote, onSentLate, saveNote } from "./calls.ts";
import {
  type Draft,
  type EditorAction,
  editorReducer,
  type EditorState,
  isUnsaved,
  type NoteState,
  openNote,
  typedAfter,
  unknownNote,
} from "./reducer.ts";
import { notesTexts } from "../../server/contract/notes/texts.ts";
import { pageTurnDelay } from "../../server/contract/reading/limits.ts";

export interface NotePlace {
  readerId: string;
  bookId: string;
  page: number;
}

export interface FailedNote {
  typed: string;
  failure: FormFailure;
  isConflict: boolean;
}

export interface FirstNote {
  loaded?: Note | null;
  failed?: FailedNote;
}

export class OpenNote {
  readonly store: Store<EditorState, EditorAction>;
  #failed: FailedNote | undefined;
  #loaded: Note | undefined;
  /** Whether what is in the field was typed with no idea of what is stored. */
  #isBlind = false;
  #loading: Promise<void> | undefined;
  #isSettled = false;
  #isOpen = true;
  #stopAwaiting: (() => void) | undefined;
  readonly #stored: DraftPlace;

  constructor(private readonly place: NotePlace, { loaded, failed }: FirstNote) {
    const { readerId, bookId, page } = place;
    this.#stored = { kind: "note", viewerId: readerId, of: `${bookId}:${page}` };
    this.#failed = failed;
    this.#loaded = loaded?.pageNumber === place.page ? loaded : undefined;
    const stored = this.#loaded ?? unknownNote(place.bookId, place.page, undefined);
    this.store = new Store(editorReducer, {
      note: openNote(stored, draftOf(failed, stored)),
      isLoading: loaded === undefined,
      loadError: loaded === null ? notesTexts.loadFailed : undefined,
      isDraftStored: failed === undefined,
    });
  }

  open(): () => void {
    this.#isOpen = true;
    const stops = [
      () => this.#isOpen = false,
      () => this.#stopAwaiting?.(),
      // One browser stores one draft of a place: another window's replaces this one's.
      onDraftElsewhere(this.#stored, (isThere) => {
        if (!isUnsaved(this.#note)) return;
        if (isThere) this.#draftStored(false);
        else this.#storeDraft();
      }),
    ];
    const isOfPage = this.#loaded || this.store.getState().loadError;
    const typed = isOfPage ? textInPage() : undefined;
    if (this.#loaded) this.#openLoaded(this.#loaded, typed);
    else {
      this.#openUnknown(typed);
      stops.push(debounced(() => this.#isSettled || void this.load()));
    }
    return () => stops.forEach((stop) => stop());
  }

  type(content: string): void {
    this.#dispatch({ type: "typed", content });
    if (isUnsaved(this.#note)) this.#storeDraft();
    else this.#deleteDraft();
  }

  load = (): Promise<void> => this.#loading ??= this.#load().finally(() => this.#loading = undefined);

  async save(): Promise<void> {
    if (this.#note.saving) return;
    this.#dispatch({ type: "saving" });
    if (!this.#isSettled) {
      await this.load();
      if (this.#note.conflict) return this.#inConflict(this.#note.conflict, notesTexts.conflict);
    }
    const { content, stored } = this.#note;
    try {
      const saved = await saveNote({ ...stored, content });
      if (saved) this.#saved(saved.note, content, saved.message);
      else this.#waits();
    } catch (error) {
      // One text from two windows is no conflict: it is saved.
      if (error instanceof ConflictError && error.stored.content === content) this.#saved(error.stored, content);
      else this.#notSaved(error);
    }
  }

  async share(shared: boolean): Promise<void> {
    if (isUnsaved(this.#note) || !this.#isSettled) await this.save();
    if (isUnsaved(this.#note)) return showToast("info", notesTexts.shareLater);
    const { bookId, page } = this.place;
    try {
      const { message } = await call("PUT /books/:bookId/notes/:page/sharing", { bookId, page }, { shared });
      this.#dispatch({ type: "shared", shared });
      showToast("success", message);
    } catch (error) {
      showToast("error", failureText(error, notesTexts.shareFailed));
    }
  }

  keepMine(): Promise<void> {
    this.#dispatch({ type: "keepMine" });
    return this.save();
  }

  useStored(): void {
    this.#dispatch({ type: "useStored" });
    this.#deleteDraft();
    discardUnsent(this.place.bookId, this.place.page).catch(console.warn);
  }

  #openLoaded(loaded: Note, typed: string | undefined): void {
    this.#isSettled = true;
    const shown = this.#note.content;
    this.#show(loaded, this.#draft(loaded));
    if (typed === undefined || typed === shown) return;
    const { content } = this.#note;
    this.type(content === shown ? typed : `${content}\n${typed}`);
  }

  #openUnknown(typed: string | undefined): void {
    const { stored } = this.#note;
    const draft = this.#draft(stored);
    this.#isBlind = !draft;
    this.#dispatch({ type: "opened", note: openNote(unknownNote(stored.bookId, stored.pageNumber, draft), draft) });
    if (typed && !draft) this.type(typed);
  }

  async #load(): Promise<void> {
    const { bookId, page } = this.place;
    try {
      const note = await loadNote(bookId, page);
      if (!this.#isWanted()) return;
      const { content } = this.#note;
      this.#show(note, this.#isBlind && content ? typedAfter(note, content) : this.#draft(note));
    } catch (error) {
      if (this.#isWanted()) this.#dispatch({ type: "loadFailed", text: failureText(error, notesTexts.loadFailed) });
    }
    this.#isBlind = false;
    this.#isSettled = true;
    this.#dispatch({ type: "settled" });
  }

  #isWanted = (): boolean => this.#isOpen || this.#note.saving;

  #draft = (stored: Note): Draft | undefined => storedDraft(this.#stored) ?? draftOf(this.#failed, stored);

  #show(note: Note, draft: Draft | undefined): void {
    this.#dispatch({ type: "loaded", note: { ...openNote(note, draft), saving: this.#note.saving } });
    if (isUnsaved(this.#note)) this.#storeDraft(draft!.base);
    else deleteDraft(this.#stored);
  }

  #saved(note: Note, sent: string, message = notesTexts.saved): void {
    this.#dispatch({ type: "saved", note, sent });
    if (isUnsaved(this.#note)) this.#storeDraft();
    else {
      // Another window's stays; what was typed here meanwhile may be what is stored now.
      const draft = readDraft(this.#stored)?.content;
      if (draft === sent || draft === this.#note.content) deleteDraft(this.#stored);
      this.#draftStored(true);
    }
    showToast("success", message);
  }

  /** It is saved once there is a connection, maybe by another window, and while this one is open shown to be. */
  #waits(): void {
    this.#dispatch({ type: "failed" });
    showToast("info", notesTexts.waits);
    this.#stopAwaiting ??= onSentLate(this.place, (outcome) => {
      if (this.#note.saving) return;
      if ("conflict" in outcome) this.#inConflict(outcome.conflict, notesTexts.conflict);
      else this.#saved(outcome.saved.note, outcome.sent, outcome.saved.message);
    });
  }

  #notSaved(error: unknown): void {
    const text = failureText(error, notesTexts.saveFailed);
    if (error instanceof ConflictError) return this.#inConflict(error.stored, text);
    this.#dispatch({ type: "failed" });
    showToast("error", text);
  }

  #inConflict(note: Note, text: string): void {
    this.#dispatch({ type: "conflict", note });
    if (!this.#isOpen) showToast("error", text);
  }

  get #note(): NoteState {
    return this.store.getState().note;
  }

  #dispatch = (action: EditorAction): void => this.store.dispatch(action);

  #draftStored = (isStored: boolean): void => this.#dispatch({ type: "draftStored", isStored });

  #storeDraft(base = this.#note.stored.updatedAt): void {
    this.#draftStored(storeDraft(this.#stored, { content: this.#note.content, base }));
  }

  #deleteDraft(): void {
    deleteDraft(this.#stored);
    this.#draftStored(true);
  }
}

function storedDraft(place: DraftPlace): Draft | undefined {
  const { content = "", base } = readDraft<Draft>(place) ?? {};
  return base === undefined ? undefined : { content, base };
}

/** @param listener called with whether a draft of another window is there now */
function onDraftElsewhere(place: DraftPlace, listener: (isThere: boolean) => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === draftKey(place) && listener(event.newValue !== null);
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** What was typed before the script ran, until a render sets the field back to what the page came with. */
const textInPage = (): string | undefined =>
  globalThis.document?.querySelector<HTMLTextAreaElement>(".book-dialog textarea")?.value;

/** What a form brought back that failed; after a conflict it began from another version than is stored. */
const draftOf = (failed: FailedNote | undefined, stored: Note) =>
  failed && { content: failed.typed, base: failed.isConflict ? "" : stored.updatedAt };

let last = -Infinity;

export function debounced(action: () => void): () => void {
  const now = performance.now();
  const timer = setTimeout(action, now - last < pageTurnDelay ? pageTurnDelay : 0);
  last = now;
  return () => clearTimeout(timer);
}
