import type { MouseEvent } from "react";
import { FormError } from "../forms/FormError.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { notesTexts } from "../../server/contract/notes/texts.ts";

interface Props {
  stored: string;
  href: string;
  onKeepMine: (event: MouseEvent<HTMLElement>) => void;
  onUseStored: (event: MouseEvent<HTMLElement>) => void;
}

export function NoteConflict({ stored, href, onKeepMine, onUseStored }: Props) {
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
