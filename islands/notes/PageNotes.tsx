import { useEffect, useRef, useState } from "react";
import { noteTexts } from "../../server/contract/notes/shared_texts.ts";
import type { SharedNote, SharedNotes } from "../../server/contract/notes/shapes.ts";
import type { CopyUnit } from "../../server/contract/reading/shapes.ts";
import { displayName } from "../../server/contract/people/names.ts";
import { useSubmit } from "../forms/useSubmit.ts";
import { deliver } from "../offline/outbox/deliver.ts";
import { call, request } from "../runtime/api.ts";
import { randomId } from "../runtime/random_id.ts";
import { ownLocale } from "../runtime/reader_locale.ts";
import { timeFormatter } from "../ui/time_format.ts";
import { AnswerForm, SharedNoteItem } from "./SharedNoteItem.tsx";
import { debounced } from "./open_note.ts";
import { notePaths } from "../../server/contract/notes/paths.ts";

interface Props {
  groupId: string;
  readerId: string;
  bookId: string;
  page: number;
  unit: CopyUnit;
  /** Changes when what the reader may see has: they have read on. */
  version: string | undefined;
  onLoaded: () => void;
}

export function PageNotes({ groupId, readerId, bookId, page, unit, version, onLoaded }: Props) {
  const [list, setList] = useState<SharedNotes>();
  const latest = useRef(0);
  const load = async () => {
    const own = ++latest.current;
    const loaded = await call("GET /books/:bookId/notes", { bookId }, { page }).catch(console.error);
    if (own === latest.current) setList(loaded ?? undefined);
    onLoaded();
  };
  useEffect(() => debounced(() => void load()), [bookId, page, version]);
  const { notes, ahead } = list ?? { notes: [], ahead: 0 };
  if (notes.length === 0) {
    return (
      <p className="margin cluster">
        {list && <span className="muted">{noteTexts.emptyHere}</span>}
        {ahead > 0 && <span className="muted">{noteTexts.furtherOn(ahead)}</span>}
      </p>
    );
  }
  const format = timeFormatter(ownLocale());
  return (
    <details className="margin fold" open={matchMedia("(width >= 45rem)").matches}>
      <summary>{summaryOf(notes, { readerId, ahead })}</summary>
      <div className="shared-notes">
        {notes.map((note) => (
          <SharedNoteItem key={note.id} note={note} unit={unit} format={format}>
            <Answer note={note} groupId={groupId} bookId={bookId} onAnswered={() => void load()} />
          </SharedNoteItem>
        ))}
      </div>
    </details>
  );
}

function summaryOf(notes: SharedNote[], { readerId, ahead }: { readerId: string; ahead: number }): string {
  const others = new Map(notes.map(({ user }) => [user.id, displayName(user)]));
  others.delete(readerId);
  const names = others.size > 0 ? [...others.values()] : [noteTexts.you];
  const shown = names.length === 2 ? 2 : 1;
  const here = noteTexts.wroteHere(names.slice(0, shown), names.length - shown);
  return ahead > 0 ? `${here} · ${noteTexts.furtherOn(ahead)}` : here;
}

interface AnswerProps {
  note: SharedNote;
  groupId: string;
  bookId: string;
  onAnswered: () => void;
}

function Answer({ note, groupId, bookId, onAnswered }: AnswerProps) {
  const { busy, failure, onSubmit } = useSubmit({
    submit: ({ content }) => sendAnswer(note.id, content),
    onSuccess(_answered, form) {
      form.reset();
      onAnswered();
    },
    successToast: (answered) => answered?.message ?? noteTexts.answerWaits,
    failed: noteTexts.answerFailed,
  });
  return (
    <AnswerForm
      action={notePaths.noteAnswers(groupId, bookId, note.id)}
      name={displayName(note.user)}
      busy={busy}
      error={failure?.text}
      onSubmit={onSubmit}
    />
  );
}

function sendAnswer(noteId: string, content: string) {
  const sent = request("POST /notes/:noteId/answers", { noteId }, { content, clientId: randomId() });
  return deliver({ kind: "answer", key: `POST ${sent.path}`, text: content, call: sent });
}
