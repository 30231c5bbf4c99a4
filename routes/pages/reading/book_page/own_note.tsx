import type { ReactNode } from "react";
import { Button } from "../../../../islands/ui/Button.tsx";
import { bookPaths } from "../../../../server/contract/books/paths.ts";
import * as notesLimits from "../../../../server/contract/notes/limits.ts";
import { notePaths } from "../../../../server/contract/notes/paths.ts";
import type { OwnNote } from "../../../../server/contract/notes/shapes.ts";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import { notesTexts } from "../../../../server/contract/notes/texts.ts";
import { placeName } from "../../../../server/contract/reading/places.ts";

interface Props {
  note: OwnNote;
  /** Where it is, beside its page. */
  children?: ReactNode;
}

/** One of the reader's own notes, and whether the group reads it. */
export function OwnNoteItem({ note, children }: Props) {
  const { groupId, bookId, pageNumber, bookPage, unit, chapter, content, shared } = note;
  const place = placeName(pageNumber, unit);
  const action = shared ? notesTexts.stopSharing : notesTexts.share;
  return (
    <li className="own-note card">
      <div className="note-head">
        <div className="note-who">
          {children}
          {chapter !== null && <cite className="note-chapter" dir="auto">{chapter}</cite>}
          {shared && <p className="muted">{noteTexts.shared}</p>}
        </div>
        <a className="note-place" href={`${bookPaths.book(groupId, bookId)}&page=${pageNumber}`}>{place}</a>
      </div>
      <p className="own-note-text" dir="auto">{beginningOf(content)}</p>
      <form method="post" action={notePaths.noteSharing(groupId, bookId)}>
        <input type="hidden" name="pageNumber" value={bookPage} />
        <Button
          type="submit"
          kind="plain"
          name="shared"
          value={String(!shared)}
          aria-label={`${action}: ${place}`}
        >
          {action}
        </Button>
      </form>
    </li>
  );
}

/** What is shown of a note: it may be twenty thousand characters long. */
const beginningOf = (content: string): string =>
  content.length > notesLimits.note.excerpt ? `${content.slice(0, notesLimits.note.excerpt).toWellFormed()}…` : content;
