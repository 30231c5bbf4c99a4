import { LinkButton } from "../../../islands/ui/Button.tsx";
import type { TimeFormatter } from "../../../islands/ui/time_format.ts";
import { textPaths } from "../../../server/contract/books/text_paths.ts";
import type { OwnHighlight } from "../../../server/contract/notes/highlight_shapes.ts";
import * as notesLimits from "../../../server/contract/notes/limits.ts";
import { markTexts as words } from "../../../server/contract/notes/mark_texts.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { ConfirmFold } from "../../layout/parts.tsx";
import { Written } from "../../../islands/ui/Written.tsx";
import { shownWords } from "../../../server/contract/site/written_words.ts";

interface Props {
  highlights: OwnHighlight[];
  format: TimeFormatter;
  older: string | null;
}

/** Below one's notes. */
export const OwnMarks = ({ highlights, format, older }: Props) => (
  <section className="stack" aria-labelledby="own-marks">
    <h2 id="own-marks">{words.ownTitle}</h2>
    <ul className="own-notes">
      {highlights.map((mark) => <OwnMark key={mark.id} mark={mark} format={format} />)}
    </ul>
    {older && <LinkButton href={`${older}#own-marks`}>{words.older}</LinkButton>}
  </section>
);

function OwnMark({ mark, format }: { mark: OwnHighlight; format: TimeFormatter }) {
  const { id, groupId, bookId, title, quote, color, note, shared, updatedAt, lost, removed } = mark;
  return (
    <li className="own-note card">
      <h3 className="own-note-title" dir="auto">
        {removed ? title : <a href={textPaths.marks(groupId, bookId)}>{title}</a>}
      </h3>
      <div className="own-note-facts">
        {!removed && !lost && <a href={textPaths.read(groupId, bookId, mark.from)}>{words.inText}</a>}
        <time dateTime={updatedAt} title={format.full(updatedAt)}>{format.timeOrDay(updatedAt)}</time>
        {shared && <span>{noteTexts.shared}</span>}
        {removed ? <em>{words.gone}</em> : lost && <em>{words.lost}</em>}
      </div>
      <blockquote className={`mark-quote mark-quote-${color}`} dir="auto">{shortened(quote.exact)}</blockquote>
      {note && (mark.format && note.length <= excerpt
        ? <Written className="note-text" text={note} format={mark.format} />
        : <div className="own-note-text" dir="auto">{shortened(shownWords(note, mark.format))}</div>)}
      {removed && (
        <ConfirmFold action={notePaths.removeOwnMark(id)} text={words.remove} hint={noteTexts.removeNoteHint} />
      )}
    </li>
  );
}

const { excerpt } = notesLimits.note;

const shortened = (text: string): string => text.length > excerpt ? `${text.slice(0, excerpt).toWellFormed()}…` : text;
