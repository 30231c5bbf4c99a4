import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect } from "react";
import { texts } from "../../server/contract/texts.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { FormError } from "../forms/FormError.tsx";
import { NoteChoice } from "./NoteChoice.tsx";
import { TextArea } from "../forms/TextArea.tsx";
import { isUnsaved } from "./reducer.ts";
import type { NotePlace } from "./drafts.ts";
import { intercept } from "../ui/intercept.ts";
import { type GivenNote, useNote } from "./useNote.ts";

interface Props extends GivenNote {
  place: NotePlace;
  /** The address of this page, with its note as it is saved. */
  href: string;
}

/** The reader's own note on one page. What is typed is kept in the browser until it is saved. */
export function NoteEditor({ place, href, given, failure }: Props) {
  useSignals();
  const open = useNote(place, { given, failure });
  const note = open.state.value;
  const lost = open.lost.value;
  const kept = open.kept.value;
  useWarning(!kept);

  function submit(event: FormEvent) {
    event.preventDefault();
    void open.save();
  }

  return (
    <form method="post" className="stack" onSubmit={submit}>
      <input type="hidden" name="bookId" value={place.bookId} />
      <input type="hidden" name="pageNumber" value={place.page} />
      <input type="hidden" name="baseUpdatedAt" value={note?.stored.updatedAt ?? ""} />
      {failure?.content !== undefined && !failure.conflict && <FormError text={failure.error} />}
      {lost && <NoteLost text={lost} href={href} onRetry={() => void open.load()} />}
      {note?.conflict && (
        <NoteChoice
          theirs={note.conflict.content}
          href={href}
          onKeepMine={intercept(() => void open.keepMine())}
          onTakeTheirs={intercept(() => open.takeTheirs())}
        />
      )}
      <TextArea
        label={texts.notes.label(place.page)}
        name="content"
        dir="auto"
        value={note?.content ?? ""}
        readOnly={!note}
        onChange={(event) => open.type(event.currentTarget.value)}
        hint={note && isUnsaved(note) ? kept ? texts.notes.unsaved : texts.notes.unkept : undefined}
      />
      <Button type="submit" name="intent" value="note" kind="primary" busy={note?.saving} busyText="Saving...">
        Save Notes
      </Button>
    </form>
  );
}

/** Warns whoever is about to lose what is kept nowhere. */
function useWarning(needed: boolean): void {
  useEffect(() => {
    if (!needed) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [needed]);
}

interface NoteLostProps {
  text: string;
  href: string;
  onRetry: () => void;
}

function NoteLost({ text, href, onRetry }: NoteLostProps) {
  return (
    <div className="stack">
      <FormError text={text} />
      <div>
        <LinkButton href={href} onClick={intercept(onRetry)}>Try again</LinkButton>
      </div>
    </div>
  );
}
