import { type FormEvent, type MouseEvent, useEffect, useState } from "react";
import { FormError } from "../forms/FormError.tsx";
import { TextArea } from "../forms/Field.tsx";
import { PreviewButton } from "../ui/PreviewButton.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";
import { noteForm } from "./calls.ts";
import { isUnsaved, type NoteState } from "./reducer.ts";
import { type FirstNote, type NotePlace, OpenNote } from "./open_note.ts";
import { notesTexts } from "../../server/contract/notes/texts.ts";
import { useStore } from "../runtime/useStore.ts";

interface Props extends FirstNote {
  place: NotePlace;
  label: string;
  action: string;
  href: string;
}

export function NoteEditor({ place, label, action, href, loaded, failed }: Props) {
  const { editor, note, isLoading, loadError, isDraftStored } = useNote(place, { loaded, failed });
  useLeaveWarning(!isDraftStored);

  function submit(event: FormEvent) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isSharing = (submitter as HTMLButtonElement | null)?.name === "shared";
    void (isSharing ? editor.share(!note.stored.shared) : editor.save());
  }

  return (
    <form
      method="post"
      action={action}
      {...noteForm(place.bookId, place.page)}
      className="note-editor stack"
      onSubmit={submit}
    >
      <input type="hidden" name="bookId" value={place.bookId} />
      <input type="hidden" name="pageNumber" value={place.page} />
      <input type="hidden" name="baseUpdatedAt" value={note.stored.updatedAt ?? ""} />
      {failed && !failed.isConflict && <FormError text={failed.failure.text} />}
      {loadError && (
        <div className="stack">
          <FormError text={loadError} />
          <div>
            <LinkButton href={href} onClick={intercept(() => void editor.load())}>Try again</LinkButton>
          </div>
        </div>
      )}
      {note.conflict && (
        <NoteConflict
          stored={note.conflict.content}
          href={href}
          onKeepMine={intercept(() => void editor.keepMine())}
          onUseStored={intercept(() => editor.useStored())}
        />
      )}
      <TextArea
        label={label}
        name="content"
        data-write="tables"
        dir="auto"
        value={note.content}
        placeholder={isLoading ? notesTexts.loading : undefined}
        onChange={(event) => editor.type(event.currentTarget.value)}
        hint={hintOf(note, isDraftStored)}
      />
      <div className="cluster">
        <Button type="submit" busy={note.saving} busyText="Saving...">Save Notes</Button>
        <Button type="submit" name="shared" data-online="" value={String(!note.stored.shared)}>
          {note.stored.shared ? notesTexts.stopSharing : notesTexts.share}
        </Button>
        <PreviewButton action={action} tables />
      </div>
    </form>
  );
}

/** Others' answers go with the note, which is to be known before it is saved empty. */
function hintOf(note: NoteState, isDraftStored: boolean): string | undefined {
  if (note.stored.shared && (!isUnsaved(note) || note.content.trim() === "")) return notesTexts.sharedHint;
  if (isUnsaved(note)) return isDraftStored ? notesTexts.draftStored : notesTexts.draftNotStored;
}

function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}

function useNote(place: NotePlace, first: FirstNote) {
  const [editor] = useState(() => new OpenNote(place, first));
  useEffect(() => editor.open(), []);
  return { editor, ...useStore(editor.store) };
}

interface NoteConflictProps {
  stored: string;
  href: string;
  onKeepMine: (event: MouseEvent<HTMLElement>) => void;
  onUseStored: (event: MouseEvent<HTMLElement>) => void;
}

function NoteConflict({ stored, href, onKeepMine, onUseStored }: NoteConflictProps) {
  return (
    <div className="stack">
      <FormError text={notesTexts.conflict} />
      <blockquote className="note-stored" dir="auto">{stored || notesTexts.removed}</blockquote>
      <div className="cluster">
        <Button type="submit" onClick={onKeepMine}>Keep mine</Button>
        <LinkButton href={href} onClick={onUseStored}>Use saved version</LinkButton>
      </div>
    </div>
  );
}
