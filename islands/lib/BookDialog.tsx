import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, useEffect } from "react";
import type { Book, Progress } from "../../server/contract/books.ts";
import type { Note } from "../../server/contract/notes.ts";
import { clampPage } from "../../server/contract/rules.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookDetails, BookSummary } from "../components/BookAbout.tsx";
import { LinkButton } from "../components/Button.tsx";
import { type OpenBook, openQuery } from "../state/books.ts";
import { BookSplit } from "./BookSplit.tsx";
import { intercept } from "./intercept.ts";
import { useModal } from "./modal.ts";
import { NoteEditor } from "./NoteEditor.tsx";
import { PageForm } from "./PageForm.tsx";
import { keepPage } from "./progress.ts";

/** What was typed before saving it failed, and why it did, without script. */
export interface BookFailure {
  content?: string;
  page?: string;
  error: string;
  /** Whether another version of the note is stored by now. */
  conflict?: boolean;
}

export interface BookDialogProps {
  book: Book;
  open: OpenBook;
  /** The address of the group, where leaving leads. */
  here: string;
  /** The note of the page it was opened at. */
  note?: Note;
  failure?: BookFailure;
  onShow: (open: OpenBook | undefined) => void;
  onProgress: (progress: Progress) => void;
}

/** A book, full screen: about it and where the reader is, or split with its preview. */
export function BookDialog({ book, open, here, note, failure, onShow, onProgress }: BookDialogProps) {
  useSignals();
  const dialog = useModal();
  const leave = () => onShow(undefined);

  /** Turns to a page, and keeps it as the reader's own. */
  function turn(page: number) {
    const next = clampPage(page, book.pageCount);
    if (next === open.page) return;
    onShow({ ...open, page: next });
    keepPage(book.id, next, onProgress);
  }

  function onKeyDown(event: KeyboardEvent) {
    if ((event.target as HTMLElement).closest("input, textarea") || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    if (event.key === "ArrowRight") turn(open.page + 1);
    if (event.key === "ArrowLeft") turn(open.page - 1);
  }

  // The page below stays where it is while the book is open.
  useEffect(() => () => document.querySelector<HTMLElement>(`a[href*="book=${book.id}"]`)?.focus(), []);

  const at = (more: Partial<OpenBook>) => ({ ...open, ...more });
  return (
    <dialog
      className="book-dialog"
      ref={dialog}
      open
      aria-labelledby="book-title"
      onClose={leave}
      onKeyDown={onKeyDown}
    >
      <header className="book-dialog-head">
        <h2 id="book-title">{book.title}</h2>
        <div className="cluster">
          {book.googleBooksId && !open.split && (
            <LinkButton
              icon="book"
              href={here + openQuery(at({ split: true }))}
              onClick={intercept(() => onShow(at({ split: true })))}
            >
              Split view
            </LinkButton>
          )}
          <LinkButton icon="close" href={here} onClick={intercept(() => dialog.current?.close())}>Close</LinkButton>
        </div>
      </header>
      {open.split && book.googleBooksId
        ? <BookSplit {...{ book, open, here, note, failure, onShow }} onTurn={turn} />
        : (
          <div className="book-dialog-body">
            <BookSummary book={book} />
            <div className="book-reading stack">
              {!book.googleBooksId && <p className="muted">{texts.books.notAvailable}</p>}
              <PageForm
                book={book}
                failure={failure}
                onSaved={(progress) => (onProgress(progress), onShow(at({ page: progress.currentPage })))}
              />
              <NoteEditor key={open.page} bookId={book.id} page={open.page} given={note} failure={failure} />
            </div>
            <BookDetails book={book} />
          </div>
        )}
    </dialog>
  );
}
