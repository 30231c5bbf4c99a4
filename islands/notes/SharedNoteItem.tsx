import type { ComponentProps, ReactNode } from "react";
import { noteTexts } from "../../server/contract/notes/shared_texts.ts";
import type { NoteAnswer, SharedNote } from "../../server/contract/notes/shapes.ts";
import { placeName } from "../../server/contract/reading/places.ts";
import type { CopyUnit } from "../../server/contract/reading/shapes.ts";
import { displayName } from "../../server/contract/people/names.ts";
import type { PublicUser } from "../../server/contract/people/shapes.ts";
import { PreviewButton } from "../ui/PreviewButton.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import type { TimeFormatter } from "../ui/time_format.ts";
import { TextArea } from "../forms/Field.tsx";
import { Button } from "../ui/Button.tsx";
import { Written } from "../ui/Written.tsx";

interface Props {
  note: SharedNote;
  unit: CopyUnit;
  format: TimeFormatter;
  ofAnswer?: (answer: NoteAnswer) => ReactNode;
  children: ReactNode;
}

export function SharedNoteItem({ note, unit, format, ofAnswer, children }: Props) {
  return (
    <article className="shared-note card" id={`note-${note.id}`} aria-label={displayName(note.user)}>
      <NoteHead user={note.user} time={note.updatedAt} chapter={note.chapter} format={format}>
        <span className="note-place">{placeName(note.pageNumber, unit)}</span>
      </NoteHead>
      <Written className="note-text" tabIndex={0} text={note.content} format={note.format} />
      {note.answers.length > 0 && (
        <ol className="note-answers" aria-label={noteTexts.answersTo(displayName(note.user))}>
          {note.answers.map((answer) => (
            <li key={answer.id}>
              <NoteHead user={answer.user} time={answer.createdAt} format={format}>{ofAnswer?.(answer)}</NoteHead>
              <Written className="note-text" text={answer.content} format={answer.format} />
            </li>
          ))}
        </ol>
      )}
      {children}
    </article>
  );
}

interface HeadProps {
  user: PublicUser;
  time: string;
  chapter?: string | null;
  format: TimeFormatter;
  children?: ReactNode;
}

export function NoteHead({ user, time, chapter, format, children }: HeadProps) {
  return (
    <header className="note-head">
      <Avatar user={user} size={32} />
      <p className="note-who">
        <strong dir="auto">{displayName(user)}</strong>
        <time dateTime={time} title={format.full(time)}>{format.timeOrDay(time)}</time>
        {chapter && <cite className="note-chapter" dir="auto">{chapter}</cite>}
      </p>
      {children}
    </header>
  );
}

interface AnswerFormProps extends Omit<ComponentProps<"form">, "action"> {
  action: string;
  name: string;
  busy?: boolean;
  error?: string;
  typed?: string;
  formKey?: string;
}

export function AnswerForm({ name, busy, error, typed, formKey, ...form }: AnswerFormProps) {
  return (
    <form method="post" className="note-answer-form" {...form}>
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      <TextArea
        label={noteTexts.answerLabel(name)}
        name="content"
        data-write=""
        dir="auto"
        required
        rows={2}
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" busy={busy} busyText={noteTexts.answering}>{noteTexts.answer}</Button>
      <PreviewButton action={form.action} />
    </form>
  );
}
