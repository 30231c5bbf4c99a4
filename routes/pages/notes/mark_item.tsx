import { Select, TextArea } from "../../../islands/forms/Field.tsx";
import { NoteHead } from "../../../islands/notes/SharedNoteItem.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import type { TimeFormatter } from "../../../islands/ui/time_format.ts";
import { textPaths } from "../../../server/contract/books/text_paths.ts";
import type { Highlight } from "../../../server/contract/notes/highlight_shapes.ts";
import { highlightColors } from "../../../server/contract/notes/mark_colors.ts";
import { markTexts as words } from "../../../server/contract/notes/mark_texts.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { ConfirmFold } from "../../layout/parts.tsx";
import { AnswerFold, RemoveAnswer } from "./answers.tsx";
import { Written } from "../../../islands/ui/Written.tsx";

interface BookOfMark {
  groupId: string;
  bookId: string;
  mayWrite: boolean;
  mayShare: boolean;
}

interface Props {
  c: C;
  book: BookOfMark;
  mark: Highlight;
  format: TimeFormatter;
  failed?: FailedForm;
  /** Whether it stands beside the text. */
  isBeside?: boolean;
}

/** A highlight with its note and answers, and what its reader may do with it. */
export function MarkItem({ c, book, mark, format, failed, isBeside }: Props) {
  const { groupId, bookId } = book;
  const isMine = mark.user.id === c.var.user.id;
  const name = displayName(mark.user);
  return (
    <article className="shared-note card" id={`mark-${mark.id}`} aria-label={name}>
      <NoteHead user={mark.user} time={mark.createdAt} format={format}>
        {!isBeside && !mark.lost && <a href={textPaths.read(groupId, bookId, mark.from)}>{words.inText}</a>}
      </NoteHead>
      <blockquote className={`mark-quote mark-quote-${mark.color}`} dir="auto">{mark.quote.exact}</blockquote>
      {mark.note && <Written className="note-text" text={mark.note} format={mark.format} />}
      {isMine && mark.shared && <p className="muted">{noteTexts.shared}</p>}
      {mark.answers.length > 0 && (
        <ol className="note-answers" aria-label={noteTexts.answersTo(name)}>
          {mark.answers.map((answer) => (
            <li key={answer.id}>
              <NoteHead user={answer.user} time={answer.createdAt} format={format}>
                {(isMine || answer.user.id === c.var.user.id) && (
                  <RemoveAnswer
                    action={notePaths.removeMarkAnswer(groupId, bookId, { markId: mark.id, id: answer.id })}
                    of={answer}
                  />
                )}
              </NoteHead>
              <Written className="note-text" text={answer.content} format={answer.format} />
            </li>
          ))}
        </ol>
      )}
      {mark.shared && (
        <AnswerFold
          action={notePaths.markAnswers(groupId, bookId, mark.id)}
          outbox={`POST /highlights/${mark.id}/answers`}
          to={mark.user}
          mayWrite={book.mayWrite}
          failed={failed?.sent.answered === mark.id ? failed : undefined}
        />
      )}
      {isMine && <OwnForms book={book} mark={mark} failed={failed} />}
    </article>
  );
}

interface PartProps {
  book: BookOfMark;
  mark: Highlight;
  failed?: FailedForm;
}

function OwnForms({ book: { groupId, bookId, mayShare }, mark, failed }: PartProps) {
  const isFailed = failed?.sent.changed === mark.id;
  const typed = isFailed ? failed.sent : undefined;
  return (
    <>
      <details className="fold" open={isFailed}>
        <summary>{words.change}</summary>
        <form method="post" action={notePaths.markOf(groupId, bookId, mark.id)} className="stack">
          <MarkFields
            id={mark.id}
            color={typed?.color ?? mark.color}
            note={typed?.note ?? mark.note}
            shared={mayShare || mark.shared ? mark.shared : undefined}
            error={isFailed ? failed.refusal.message : undefined}
          />
          <Button type="submit">{words.save}</Button>
        </form>
      </details>
      <ConfirmFold
        action={notePaths.removeMark(groupId, bookId, mark.id)}
        text={words.remove}
        hint={words.removeHint}
      />
    </>
  );
}

interface FieldsProps {
  id: string;
  color: string;
  note?: string;
  /** Undefined where it cannot be shared. */
  shared?: boolean;
  error?: string;
}

export const MarkFields = ({ id, color, note, shared, error }: FieldsProps) => (
  <>
    <Select
      label={words.color}
      name="color"
      defaultValue={color}
      options={highlightColors.map((value) => ({ value, label: words.colors[value] }))}
    />
    <TextArea
      label={words.note}
      name="note"
      data-write=""
      dir="auto"
      rows={3}
      defaultValue={note}
      error={error}
    />
    {shared !== undefined && (
      <Select
        label={words.share}
        name="shared"
        id={`shared-${id}`}
        defaultValue={String(shared)}
        options={[{ value: "false", label: words.no }, { value: "true", label: words.yes }]}
      />
    )}
  </>
);
