import type { ReactNode } from "react";
import { z } from "zod";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { listAnsweredQuestions } from "../../../db/reading/questions.ts";
import { listWrittenBooks } from "../../../db/notes/notes.ts";
import { importHighlights } from "../../../server/actions/notes/highlights.ts";
import { removeMark } from "../../../server/actions/notes/marks.ts";
import { listOwnMarks } from "../../../server/actions/notes/own_marks.ts";
import { listNotes, saveNote } from "../../../server/actions/notes/own_notes.ts";
import { bookPaths } from "../../../server/contract/books/paths.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import { importTexts } from "../../../server/contract/notes/import_texts.ts";
import * as notesLimits from "../../../server/contract/notes/limits.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import {
  type ImportedHighlights,
  type OwnNote,
  type OwnNotes,
  OwnNotesQuery,
} from "../../../server/contract/notes/shapes.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { notesTexts } from "../../../server/contract/notes/texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { placeName } from "../../../server/contract/reading/places.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { flashAndRedirect, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { sendCards, sendExport } from "../../api/notes.ts";
import { receiveHighlights } from "../../api/notes_files.ts";
import { type C, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { ConfirmFold } from "../../layout/parts.tsx";
import { ImportSection, NotAdded } from "./import_section.tsx";
import { OwnMarks } from "./own_marks.tsx";
import { NoteExcerpt } from "./note_excerpt.tsx";
import { Written } from "../../../islands/ui/Written.tsx";
import { shownWords } from "../../../server/contract/site/written_words.ts";

export const ownNotes = router();

ownNotes.get(notePaths.exportNotes, signedInPage, sendExport);

ownNotes.get(notePaths.exportAnki, signedInPage, sendCards);
ownNotes.get(notePaths.ownNotes, signedInPage, (c) => showNotes(c));

mountForm(ownNotes, saveNote, { path: "/notes/:bookId/remove" });

mountForm(ownNotes, removeMark, { path: "/notes/highlights/:markId/remove" });

mountForm(ownNotes, importHighlights, {
  async respond(c) {
    const whole = { schema: z.unknown(), fields: undefined };
    const outcome = await runFormAction(c, whole, () => receiveHighlights(c));
    if (outcome.ok && outcome.value.unmatched === 0) {
      return flashAndRedirect(c, outcome, { success: importTexts.imported(outcome.value), to: notePaths.ownNotes });
    }
    // To send it once more, as a reload does, adds nothing.
    return showNotes(c, outcome.ok ? { imported: outcome.value } : { refusal: outcome });
  },
});

async function showNotes(c: C, after: { imported?: ImportedHighlights; refusal?: Refusal } = {}): Promise<Response> {
  const { imported, refusal } = after;
  const { query = "", before } = OwnNotesQuery.catch({}).parse(c.req.query());
  const bookId = c.req.query("book") || undefined;
  const { deps, user } = c.var;
  const [list, marks, books = []] = await Promise.all([
    tryLoad(c, () => listNotes(deps, user, { query, before, bookId })),
    tryLoad(c, () => listOwnMarks(deps, user, { query, before: marksBefore(c), bookId })),
    tryLoad(c, () => listWrittenBooks(deps.db, user.id, notesLimits.note.books)),
  ]);
  const hasCards = books.some(({ notes }) => notes > 0) || await hasAnswered(c);
  return await page(c, {
    title: noteTexts.ownTitle,
    description: descriptions.ownNotes,
    width: "wide",
    styles: ["together-page", "marks-page"],
    path: notePaths.ownNotes,
    refusal,
    toasts: [
      ...failures(!list && noteTexts.ownLoadFailed, refusal?.message),
      ...imported ? [{ kind: "info" as const, text: importTexts.imported(imported) }] : [],
    ],
    body: (
      <div className="own-notes-page">
        <div className="cluster own-notes-head">
          <h1>{noteTexts.ownTitle}</h1>
          <div className="cluster">
            {books.length > 0 && (
              <LinkButton icon="download" href={notePaths.exportNotes} download>{noteTexts.export}</LinkButton>
            )}
            {hasCards && (
              <LinkButton icon="download" href={notePaths.exportAnki} download>{importTexts.anki}</LinkButton>
            )}
          </div>
        </div>
        <form action={notePaths.ownNotes} role="search" aria-label={noteTexts.ownTitle} className="search-form">
          <label className="visually-hidden" htmlFor="query">{noteTexts.search}</label>
          {bookId && <input type="hidden" name="book" value={bookId} />}
          <input id="query" name="query" type="search" defaultValue={query} placeholder={noteTexts.search} />
          <Button type="submit" icon="search">{noteTexts.searchButton}</Button>
        </form>
        {books.length > 1 && <Books books={books} current={bookId} query={query} />}
        <ImportSection error={refusal?.message} />
        <div className="stack">
          {imported && <NotAdded books={imported.books} />}
          {list
            ? <List c={c} query={query} bookId={bookId} {...list} />
            : <LoadError text={noteTexts.ownLoadFailed} href={notePaths.ownNotesOf({ book: bookId, query })} />}
          {marks && marks.highlights.length > 0 && (
            <OwnMarks
              format={timeFormatter(readerLocale(c))}
              highlights={marks.highlights}
              older={marks.next && notePaths.ownNotesOf({ book: bookId, query, marks: marks.next })}
            />
          )}
        </div>
      </div>
    ),
  });
}

/** From where the highlights go on; the notes have the address's `before`. */
const marksBefore = (c: C): string | undefined =>
  OwnNotesQuery.catch({}).parse({ before: c.req.query("marks") }).before;

async function hasAnswered(c: C): Promise<boolean> {
  const { deps: { db }, user } = c.var;
  const questions = await tryLoad(c, () => listAnsweredQuestions(db, user.id, { after: "", limit: 1 }));
  return questions !== undefined && questions.length > 0;
}

interface BooksProps {
  books: Awaited<ReturnType<typeof listWrittenBooks>>;
  current: string | undefined;
  query: string;
}

const Books = ({ books, current, query }: BooksProps) => (
  <nav className="own-notes-books" aria-label={noteTexts.byBook}>
    <a href={notePaths.ownNotesOf({ query })} aria-current={current === undefined ? "page" : undefined}>
      {noteTexts.allBooks}
    </a>
    {books.map(({ id, title, count }) => (
      <a key={id} href={notePaths.ownNotesOf({ book: id, query })} aria-current={id === current ? "page" : undefined}>
        <span dir="auto">{title}</span>
        <span className="muted">{count}</span>
      </a>
    ))}
  </nav>
);

function List({ c, query, bookId, notes, next }: OwnNotes & { c: C; query: string; bookId?: string }) {
  const format = timeFormatter(readerLocale(c));
  return (
    <>
      {notes.length === 0 && <None query={query} bookId={bookId} hasMore={next !== null} />}
      <ul className="own-notes">
        {notes.map((note) => (
          <OwnNoteItem
            key={note.id}
            note={note}
            query={query}
            title={
              <h2 className="own-note-title" dir="auto">
                {note.removed
                  ? note.title
                  : <a href={readingPaths.bookPage(note.groupId, note.bookId, "notes")}>{note.title}</a>}
              </h2>
            }
          >
            <time dateTime={note.updatedAt} title={format.full(note.updatedAt)}>
              {format.timeOrDay(note.updatedAt)}
            </time>
          </OwnNoteItem>
        ))}
      </ul>
      {next && (
        <LinkButton href={notePaths.ownNotesOf({ book: bookId, query, before: next })}>
          {noteTexts.olderNotes}
        </LinkButton>
      )}
    </>
  );
}

function None({ query, bookId, hasMore }: { query: string; bookId: string | undefined; hasMore: boolean }) {
  if (query || bookId) {
    return (
      <EmptyState picture="messages" text={hasMore ? noteTexts.noneFoundYet : noteTexts.noneFound}>
        {query
          ? <LinkButton href={notePaths.ownNotesOf({ book: bookId })}>{noteTexts.clearSearch}</LinkButton>
          : <LinkButton href={notePaths.ownNotes}>{noteTexts.allBooks}</LinkButton>}
      </EmptyState>
    );
  }
  return (
    <EmptyState picture="books" text={noteTexts.ownEmpty}>
      <p className="muted">{noteTexts.ownEmptyHint}</p>
      <LinkButton href={sitePaths.dashboard}>{groupsTexts.backToAll}</LinkButton>
    </EmptyState>
  );
}

interface ItemProps {
  note: OwnNote;
  query?: string;
  title?: ReactNode;
  /** Beside its page. */
  children?: ReactNode;
}

export function OwnNoteItem({ note, query = "", title, children }: ItemProps) {
  const { groupId, bookId, pageNumber, bookPage, unit, chapter, content, format, removed, mayShare } = note;
  const shared = note.shared && !removed;
  const place = placeName(pageNumber, unit);
  const action = shared ? notesTexts.stopSharing : notesTexts.share;
  return (
    <li className="own-note card">
      {title}
      <div className="own-note-facts">
        {removed
          ? <span>{place}</span>
          : <a className="note-place" href={`${bookPaths.book(groupId, bookId)}&page=${pageNumber}`}>{place}</a>}
        {chapter !== null && <cite dir="auto">{chapter}</cite>}
        {children}
        {shared && <span>{noteTexts.shared}</span>}
        {removed && <em>{noteTexts.bookRemoved}</em>}
      </div>
      {format && !query && content.length <= notesLimits.note.excerpt
        ? <Written className="note-text" text={content} format={format} />
        : (
          <div className="own-note-text" dir="auto">
            <NoteExcerpt content={shownWords(content, format)} query={query} />
          </div>
        )}
      {removed && (
        <ConfirmFold
          action={notePaths.removeOwn(bookId)}
          text={noteTexts.removeNote}
          hint={noteTexts.removeNoteHint}
        >
          <input type="hidden" name="pageNumber" value={bookPage} />
        </ConfirmFold>
      )}
      {!removed && (shared || mayShare) && (
        <form method="post" action={notePaths.noteSharing(groupId, bookId)}>
          <input type="hidden" name="pageNumber" value={bookPage} />
          <Button type="submit" kind="plain" name="shared" value={String(!shared)} aria-label={`${action}: ${place}`}>
            {action}
          </Button>
        </form>
      )}
    </li>
  );
}
