import { findReadyText } from "../../../../db/books/texts.ts";
import { listMarksOf } from "../../../../server/actions/notes/marks.ts";
import { findNote } from "../../../../db/notes/notes.ts";
import type { Reader } from "../../../../db/reading/readers.ts";
import { TextArea } from "../../../../islands/forms/Field.tsx";
import { FormError } from "../../../../islands/forms/FormError.tsx";
import { noteForm } from "../../../../islands/notes/calls.ts";
import { PreviewButton } from "../../../../islands/ui/PreviewButton.tsx";
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listSharedNotes } from "../../../../server/actions/notes/shared_notes.ts";
import { listQuestions } from "../../../../server/actions/reading/questions.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { placeAtPosition, scaleOf } from "../../../../server/contract/books/text_places.ts";
import { chatPaths } from "../../../../server/contract/chat/paths.ts";
import type { Highlight } from "../../../../server/contract/notes/highlight_shapes.ts";
import { markTexts } from "../../../../server/contract/notes/mark_texts.ts";
import { type Note, type SharedNote, SharedNotesQuery } from "../../../../server/contract/notes/shapes.ts";
import { notesTexts } from "../../../../server/contract/notes/texts.ts";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import { pageTexts as texts, todayTexts } from "../../../../server/contract/reading/book_page_texts.ts";
import * as readingLimits from "../../../../server/contract/reading/limits.ts";
import { pageNotePath, readingPaths } from "../../../../server/contract/reading/paths.ts";
import { bookPageAt, pageAt, positionOf } from "../../../../server/contract/reading/positions.ts";
import type { CopyUnit, Question } from "../../../../server/contract/reading/shapes.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import { type C, type FailedForm, failures, LoadError, type Tab, tryLoad } from "../../../layout/page.tsx";
import { LinkRow } from "../../../layout/parts.tsx";
import { MarkItem } from "../../notes/mark_item.tsx";
import { SharedNoteOnPage } from "./notes_tab.tsx";
import { QuestionList } from "./questions_tab.tsx";
import { loadTalk, TalkList } from "./talk_tab.tsx";

/** What is at one page: the reader's own, unless the address has another. */
export const pageTab: Tab<Reader> = async (c, book, failed) => {
  const { groupId, bookId, edition, position } = book;
  const asked = SharedNotesQuery.catch({}).parse(c.req.query()).page ?? pageAt(edition, position);
  const page = Math.min(asked, edition.pageCount);
  const loaded = await tryLoad(c, () => loadAtPage(c, book, page));
  if (!loaded) {
    const here = readingPaths.bookPageAt(groupId, bookId, page);
    return { content: <LoadError text={texts.noteFailed} href={here} />, toasts: failures(texts.noteFailed) };
  }
  const [found, shared, { questions }, talk, marks] = loaded;
  const note = found?.note ?? null;
  const others = shared.notes.filter((note) => note.user.id !== c.var.user.id);
  const marked = marks?.highlights ?? [];
  const isBefore = page === 0;
  const hasNothing = isBefore && !note?.updatedAt && !failed;
  return {
    styles: marked.length > 0 ? ["marks-page"] : [],
    content: (
      <div className="at-page">
        <Heading book={book} page={page} isHidden={hasNothing} />
        {hasNothing ? <BeginHere unit={edition.unit} /> : (
          <OwnNote
            book={book}
            page={page}
            note={note}
            failed={failed?.sent.content === undefined ? undefined : failed}
          />
        )}
        {(!isBefore && book.mayShare || others.length + marked.length > 0) && (
          <OthersNotes c={c} book={book} notes={others} marks={marked} hasMoreMarks={marks?.hasMore ?? false} />
        )}
        {shared.ahead > 0 && <p className="note-ahead">{noteTexts.ahead(shared.ahead)}</p>}
        {questions.length > 0 && <Questions c={c} book={book} questions={questions} />}
        {talk.messages.length > 0 && (
          <section className="stack" aria-labelledby="page-talk">
            <h3 id="page-talk">{texts.talk}</h3>
            <TalkList c={c} book={book} talk={talk} />
          </section>
        )}
        {!isBefore && book.mayWrite && <WriteAndAsk book={book} page={page} />}
      </div>
    ),
  };
};

interface HeadingProps {
  book: Reader;
  page: number;
  /** Read aloud alone. */
  isHidden: boolean;
}

function Heading({ book: { groupId, bookId, edition, position }, page, isHidden }: HeadingProps) {
  const own = pageAt(edition, position);
  return (
    <div className={isHidden ? "visually-hidden" : "at-page-head"}>
      <h2>{texts.at(page, edition.unit)}</h2>
      {page !== own && (
        <p className="muted">
          {texts.notYours(own, edition.unit)} <a href={readingPaths.bookPage(groupId, bookId)}>{texts.backToYours}</a>
        </p>
      )}
    </div>
  );
}

const BeginHere = ({ unit }: { unit: CopyUnit }) => (
  <p className="cluster">
    <Button type="submit" kind="primary" icon="book" form="turn-by" name="page" value="1">
      {todayTexts.begin}
    </Button>
    <span className="muted">{texts.notBegun(unit)}</span>
  </p>
);

interface OthersProps {
  c: C;
  book: Reader;
  notes: SharedNote[];
  /** Of the same part of its text. */
  marks: Highlight[];
  hasMoreMarks: boolean;
}

function OthersNotes({ c, book, notes, marks, hasMoreMarks }: OthersProps) {
  const format = timeFormatter(readerLocale(c));
  return (
    <section className="stack" aria-labelledby="page-notes">
      <h3 id="page-notes">{texts.notes}</h3>
      {notes.length + marks.length === 0 ? <p className="muted">{texts.noNotes}</p> : (
        <div className="shared-notes">
          {notes.map((note) => <SharedNoteOnPage key={note.id} c={c} book={book} note={note} format={format} />)}
          {marks.map((mark) => <MarkItem key={mark.id} c={c} book={book} mark={mark} format={format} />)}
        </div>
      )}
      {hasMoreMarks && <LinkRow href={textPaths.marks(book.groupId, book.bookId)}>{markTexts.all}</LinkRow>}
    </section>
  );
}

function Questions({ c, book, questions }: { c: C; book: Reader; questions: Question[] }) {
  const format = timeFormatter(readerLocale(c));
  return (
    <section className="stack" aria-labelledby="page-questions">
      <h3 id="page-questions">{texts.questions}</h3>
      <QuestionList questions={questions} book={book} format={format} />
    </section>
  );
}

function loadAtPage(c: C, book: Reader, page: number) {
  const { deps, user } = c.var;
  const { bookId, edition } = book;
  const part = { from: page === 0 ? -1 : positionOf(edition, page - 1), to: positionOf(edition, page) };
  return Promise.all([
    findNote(deps.db, user.id, { bookId, pageNumber: bookPageAt(inBook(book), page) }),
    listSharedNotes(deps, user, { bookId, page, reader: book }),
    listQuestions(deps, user, { bookId, part, reader: book }),
    loadTalk(c, book, { ...part, limit: readingLimits.talk.onPage }),
    book.textState === "ready" ? marksIn(c, book, part) : undefined,
  ]);
}

/** What others have marked in the text, for people with another copy too. */
async function marksIn(c: C, reader: Reader, { from, to }: { from: number; to: number }) {
  const { deps, user } = c.var;
  const text = await findReadyText(deps.db, user.id, reader.bookId);
  if (!text) return undefined;
  const place = (position: number) => placeAtPosition(scaleOf(text), Math.max(0, position));
  const asked = { from: place(from), to: place(to), limit: readingLimits.talk.onPage, isByOthers: true };
  return await listMarksOf(deps, user, asked, { reader, text });
}

const WriteAndAsk = ({ book: { groupId, bookId }, page }: { book: Reader; page: number }) => (
  <p className="cluster">
    <LinkButton icon="chat" href={chatPaths.aboutPage(groupId, { bookId, page })}>{texts.write}</LinkButton>
    <LinkButton kind="plain" href={`${readingPaths.bookPage(groupId, bookId, "questions")}#ask`}>
      {texts.ask}
    </LinkButton>
  </p>
);

const inBook = ({ pageCount, edition, editionId }: Reader) => ({
  pageCount,
  edition: editionId === null ? null : edition,
});

interface OwnNoteProps {
  book: Reader;
  page: number;
  note: Note | null;
  failed?: FailedForm;
}

/** A conflict is shown with both texts; to save again puts the typed one in place of the stored. */
function OwnNote({ book, page, note, failed }: OwnNoteProps) {
  const { groupId, bookId } = book;
  const notedPage = bookPageAt(inBook(book), page);
  const isConflict = failed?.refusal.status === 409;
  return (
    <form
      method="post"
      action={pageNotePath(groupId, bookId, page)}
      {...noteForm(bookId, notedPage)}
      className="stack"
    >
      <input type="hidden" name="bookId" value={bookId} />
      <input type="hidden" name="pageNumber" value={notedPage} />
      <input type="hidden" name="baseUpdatedAt" value={note?.updatedAt ?? ""} />
      {failed && <FormError text={isConflict ? notesTexts.conflict : failed.refusal.message} />}
      {isConflict && <blockquote className="note-stored" dir="auto">{note?.content || notesTexts.removed}</blockquote>}
      <TextArea
        label={texts.note}
        name="content"
        data-write="tables"
        dir="auto"
        rows={4}
        defaultValue={failed?.sent.content ?? note?.content}
        hint={note?.shared ? notesTexts.sharedHint : undefined}
      />
      <div className="cluster">
        <Button type="submit" kind="primary">{texts.saveNote}</Button>
        {(note?.shared || book.mayShare) && (
          <Button type="submit" name="shared" data-online="" value={String(!note?.shared)}>
            {note?.shared ? notesTexts.stopSharing : texts.saveAndShare}
          </Button>
        )}
        <PreviewButton action={pageNotePath(groupId, bookId, page)} tables />
      </div>
    </form>
  );
}
