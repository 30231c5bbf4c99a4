import type { Reader } from "../../../../db/reading/readers.ts";
import { FormError } from "../../../../islands/forms/FormError.tsx";
import { TextArea } from "../../../../islands/forms/Field.tsx";
import { SharedNoteItem } from "../../../../islands/notes/SharedNoteItem.tsx";
import { LinkButton } from "../../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../../islands/ui/EmptyState.tsx";
import { type TimeFormatter, timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listNotes } from "../../../../server/actions/notes/own_notes.ts";
import { listSharedNotes } from "../../../../server/actions/notes/shared_notes.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { markTexts } from "../../../../server/contract/notes/mark_texts.ts";
import { notePaths } from "../../../../server/contract/notes/paths.ts";
import {
  type OwnNote,
  type SharedNote,
  type SharedNotes,
  SharedNotesQuery,
} from "../../../../server/contract/notes/shapes.ts";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { placeName } from "../../../../server/contract/reading/places.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import { type C, type FailedForm, failures, LoadError, type Tab, tryLoad } from "../../../layout/page.tsx";
import { LinkRow } from "../../../layout/parts.tsx";
import { AnswerFold, RemoveAnswer } from "../../notes/answers.tsx";
import { OwnNoteItem } from "../../notes/own_notes.tsx";

export const notesTab: Tab<Reader> = async (c, book, failed) => {
  const { page, before } = SharedNotesQuery.catch({}).parse(c.req.query());
  const { groupId, bookId } = book;
  const here = readingPaths.bookPage(groupId, bookId, "notes");
  const loaded = await tryLoad(c, () =>
    Promise.all([
      listSharedNotes(c.var.deps, c.var.user, { bookId, before, page: pageOf(book, page), reader: book }),
      listNotes(c.var.deps, c.var.user, { bookId }),
    ]));
  if (!loaded) {
    const { loadFailed } = noteTexts;
    return { content: <LoadError text={loadFailed} href={here} />, toasts: failures(loadFailed) };
  }
  const [shared, mine] = loaded;
  const hasItsNote = shared.notes.some(({ id }) => id === failed?.sent.noteId);
  return {
    content: (
      <div className="stack">
        {failed?.sent.noteId && !hasItsNote && <UnsentAnswer {...failed} />}
        {(book.mayShare || shared.notes.length > 0) && (
          <OfGroup c={c} book={book} page={page} shared={shared} failed={failed} />
        )}
        {book.textState === "ready" && (
          <LinkRow href={textPaths.marks(book.groupId, book.bookId)}>{markTexts.ofBook}</LinkRow>
        )}
        <OwnNotes notes={mine.notes} mayShare={book.mayShare} />
      </div>
    ),
  };
};

interface OfGroupProps {
  c: C;
  book: Reader;
  page: number | undefined;
  shared: SharedNotes;
  failed?: FailedForm;
}

function OfGroup({ c, book, page, shared: { notes, ahead, hasMore }, failed }: OfGroupProps) {
  const here = readingPaths.bookPage(book.groupId, book.bookId, "notes");
  const last = notes.at(-1);
  const format = timeFormatter(readerLocale(c));
  return (
    <section className="stack" aria-labelledby="shared-notes">
      <h2 id="shared-notes">{noteTexts.title}</h2>
      {page === undefined ? <p className="muted">{noteTexts.intro}</p> : (
        <p className="cluster">
          <span className="note-place">{placeName(page, book.edition.unit)}</span>
          <LinkButton kind="plain" href={here}>{noteTexts.allPages}</LinkButton>
        </p>
      )}
      {ahead > 0 && <p className="note-ahead">{noteTexts.ahead(ahead)}</p>}
      {notes.length === 0
        ? (
          <EmptyState picture="messages" text={page === undefined ? noteTexts.empty : noteTexts.emptyHere}>
            <p className="muted">{noteTexts.emptyHint}</p>
            <LinkButton icon="pencil" href={`${whereToWrite(book, page)}#tabs`}>{noteTexts.writeNote}</LinkButton>
          </EmptyState>
        )
        : (
          <div className="shared-notes">
            {notes.map((note) => (
              <SharedNoteOnPage key={note.id} c={c} book={book} note={note} format={format} failed={failed} />
            ))}
          </div>
        )}
      {hasMore && last && (
        <LinkButton href={`${here}${page === undefined ? "" : `&page=${page}`}&before=${last.id}`}>
          {noteTexts.older}
        </LinkButton>
      )}
    </section>
  );
}

const OwnNotes = ({ notes, mayShare }: { notes: OwnNote[]; mayShare: boolean }) => (
  <section className="stack" aria-labelledby="own-notes">
    <h2 id="own-notes">{noteTexts.mine}</h2>
    {notes.length === 0 && <p className="muted">{noteTexts.mineEmpty}</p>}
    {notes.length > 0 && mayShare && <p className="muted">{noteTexts.mineHint}</p>}
    <ul className="own-notes">
      {notes.map((note) => <OwnNoteItem key={note.id} note={note} />)}
    </ul>
    <a className="talk-link" href={notePaths.ownNotes}>{noteTexts.ownTitle}</a>
  </section>
);

/** A page beyond the end of the copy, which somebody may have made smaller since, is its last. */
const pageOf = ({ edition }: Reader, page: number | undefined) => page && Math.min(page, edition.pageCount);

const whereToWrite = ({ groupId, bookId }: Reader, page: number | undefined): string =>
  page === undefined ? readingPaths.bookPage(groupId, bookId) : readingPaths.bookPageAt(groupId, bookId, page);

interface NoteProps {
  c: C;
  book: Reader;
  note: SharedNote;
  format: TimeFormatter;
  failed?: FailedForm;
}

export function SharedNoteOnPage({ c, book, note, format, failed }: NoteProps) {
  const { groupId, bookId, edition, mayWrite } = book;
  const isMine = note.user.id === c.var.user.id;
  return (
    <SharedNoteItem
      note={note}
      unit={edition.unit}
      format={format}
      ofAnswer={(answer) =>
        (isMine || answer.user.id === c.var.user.id) && (
          <RemoveAnswer
            action={notePaths.removeNoteAnswer(groupId, bookId, { noteId: note.id, id: answer.id })}
            of={answer}
          />
        )}
    >
      <AnswerFold
        action={notePaths.noteAnswers(groupId, bookId, note.id)}
        outbox={`POST /notes/${note.id}/answers`}
        to={note.user}
        mayWrite={mayWrite}
        failed={failed?.sent.noteId === note.id ? failed : undefined}
      />
    </SharedNoteItem>
  );
}

/** An answer that was refused, where what it answers is not on the page any more: its text is nowhere else. */
export const UnsentAnswer = ({ refusal, sent }: FailedForm) => (
  <section className="card stack">
    <FormError text={refusal.message} />
    <TextArea label={noteTexts.yourAnswer} name="content" dir="auto" rows={3} defaultValue={sent.content} readOnly />
  </section>
);
