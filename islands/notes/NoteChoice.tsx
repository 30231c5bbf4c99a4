import type { MouseEvent } from "react";
import { texts } from "../../server/contract/texts.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { FormError } from "../forms/FormError.tsx";

interface Props {
  /** What is saved. */
  theirs: string;
  /** Where the note is as it is saved. */
  href: string;
  onKeepMine: (event: MouseEvent<HTMLElement>) => void;
  onTakeTheirs: (event: MouseEvent<HTMLElement>) => void;
}

/** A note that was saved elsewhere meanwhile: both texts on screen, until the reader has chosen. */
export function NoteChoice({ theirs, href, onKeepMine, onTakeTheirs }: Props) {
  return (
    <div className="stack">
      <FormError text={texts.notes.conflict} />
      <blockquote className="note-theirs" dir="auto">{theirs || texts.notes.removed}</blockquote>
      <div className="cluster">
        <Button type="submit" name="intent" value="note" onClick={onKeepMine}>Keep mine</Button>
        <LinkButton href={href} onClick={onTakeTheirs}>Use saved version</LinkButton>
      </div>
    </div>
  );
}
