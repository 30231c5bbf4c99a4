import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect } from "react";
import * as limits from "../../server/contract/limits.ts";
import type { Note } from "../../server/contract/notes.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../components/Button.tsx";
import { FormError } from "../components/FormError.tsx";
import { TextArea } from "../components/TextArea.tsx";
import { isUnsaved, type NoteAction, noteReducer, type NoteState, openNote } from "../state/notes.ts";
import { keepDraft, loadNote, NoteConflict, readDraft, saveNote } from "./notes.ts";
import type { BookFailure } from "./BookDialog.tsx";
import { saidBy } from "./api.ts";
import { showToast } from "./toasts.ts";

interface Props {
  bookId: string;
  page: number;
  /** The note the page came with, if it is this page's. */
  given?: Note;
  failure?: BookFailure;
}

/** The reader's own note on one page. What is typed is kept in the browser until it is saved. */
export function NoteEditor({ bookId, page, given, failure }: Props) {
  useSignals();
  const state = useSignal<NoteState | undefined>(
    given?.pageNumber === page ? openNote(given, typed(given, failure)) : undefined,
  );
  const dispatch = (action: NoteAction) => void (state.value = state.value && noteReducer(state.value, action));

  useEffect(() => {
    let current = true;
    const open = (note: Note) =>
      current && (state.value = openNote(note, readDraft(bookId, page) ?? typed(note, failure)));
    if (state.value) open(state.value.stored);
    else loadNote(bookId, page).then(open, (error) => showToast("error", saidBy(error, texts.notes.loadFailed)));
    return () => void (current = false);
  }, []);

  function type(content: string) {
    dispatch({ type: "typed", content });
    keepDraft(bookId, page, { content, base: state.value!.stored.updatedAt });
  }

  async function save(event?: FormEvent) {
    event?.preventDefault();
    const { content, stored } = state.value!;
    dispatch({ type: "saving" });
    try {
      const { note, message } = await saveNote({ ...stored, content });
      saved(note, message);
    } catch (error) {
      // The same text from two windows is no conflict: it is saved.
      if (error instanceof NoteConflict && error.stored.content === content) {
        return saved(error.stored, texts.notes.saved);
      }
      if (error instanceof NoteConflict) dispatch({ type: "conflict", note: error.stored });
      else dispatch({ type: "failed" });
      showToast("error", saidBy(error, texts.notes.saveFailed));
    }
  }

  function saved(note: Note, message: string) {
    dispatch({ type: "saved", note });
    if (!isUnsaved(state.value!)) keepDraft(bookId, page, undefined);
    showToast("success", message);
  }

  const note = state.value;
  return (
    <form method="post" className="stack" onSubmit={save}>
      <input type="hidden" name="bookId" value={bookId} />
      <input type="hidden" name="pageNumber" value={page} />
      <input type="hidden" name="baseUpdatedAt" value={note?.stored.updatedAt ?? ""} />
      {failure?.content !== undefined && !failure.conflict && <FormError text={failure.error} />}
      {note?.conflict && (
        <Conflict
          theirs={note.conflict.content}
          onKeepMine={() => (dispatch({ type: "keepMine" }), void save())}
          onTakeTheirs={() => (dispatch({ type: "takeTheirs" }), keepDraft(bookId, page, undefined))}
        />
      )}
      <TextArea
        label={texts.notes.label(page)}
        name="content"
        rows={8}
        maxLength={limits.note.max}
        value={note?.content ?? ""}
        disabled={!note}
        onChange={(event) => type(event.currentTarget.value)}
        hint={note && isUnsaved(note) ? texts.notes.unsaved : undefined}
      />
      <Button type="submit" name="intent" value="note" kind="primary" busy={note?.saving} busyText="Saving...">
        Save Notes
      </Button>
    </form>
  );
}

/** What came back from a form that failed is a draft; after a conflict it began from another note than is stored. */
const typed = (stored: Note, failure?: BookFailure) =>
  failure?.content === undefined
    ? undefined
    : { content: failure.content, base: failure.conflict ? "" : stored.updatedAt };

interface ConflictProps {
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Both texts on screen, until the reader has chosen. */
function Conflict({ theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <div className="stack">
      <FormError text={texts.notes.conflict} />
      <blockquote className="note-theirs">{theirs || texts.notes.removed}</blockquote>
      <div className="cluster">
        <Button onClick={onKeepMine}>Keep mine</Button>
        <Button onClick={onTakeTheirs}>Take the saved one</Button>
      </div>
    </div>
  );
}
