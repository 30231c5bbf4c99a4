import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Book, Progress } from "../../server/contract/books.ts";
import type { Issue } from "../../server/contract/failure.ts";
import type { Note } from "../../server/contract/notes.ts";
import { clampPage } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookDetails, BookSummary } from "./BookAbout.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { type OpenBook, openQuery } from "./reducer.ts";
import { BookSplit } from "./BookSplit.tsx";
import { intercept } from "../ui/intercept.ts";
import { useModal } from "../ui/useModal.ts";
import { NoteEditor } from "../notes/NoteEditor.tsx";
import { PageForm } from "./PageForm.tsx";
import { keepPage } from "./progress.ts";
import { useTurningKeys } from "./turning_keys.ts";

/** What was typed before saving it failed, and why it did, without script. */
export interface BookFailure {
  error: string;
  /** The fields that are to blame, where some are. */
  issues?: Issue[];
  content?: string;
  page?: string;
  /** Whether another version of the note is stored by now. */
  conflict?: boolean;
  /** A book that was to be added by hand. */
  book?: { title?: string; author?: string; pageCount?: string };
}

interface Props {
  readerId: string;
  book: Book;
  open: OpenBook;
  /** The address of the group, where leaving leads. */
  here: string;
  /** The note of the page it was opened at; null where it could not be loaded. */
  note?: Note | null;
  failure?: BookFailure;
  onShow: (open: OpenBook) => void;
  onLeave: (bookId: string) => void;
  /** It is not there any more, whatever took it away. */
  onGone: (bookId: string) => void;
  /** The reader said which page she is on. */
  onSaved: (progress: Progress) => void;
  onProgress: (progress: Progress) => void;
}

/** A book, full screen: about it and where the reader is, or split with its preview. */
export function BookDialog({ readerId, book, open, here, note, failure, ...on }: Props) {
  const dialog = useModal();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSplit = open.split && book.googleBooksId !== null;

  /** Turns to a page, and keeps it as the reader's own. */
  function turn(page: number) {
    const next = clampPage(page, book.pageCount);
    if (next === open.page) return;
    on.onShow({ ...open, page: next });
    keepPage(book.id, next, on.onProgress);
  }
  useTurningKeys(dialog, (by) => turn(open.page + by));

  // Toasts that came into it come out of it when it closes, and must before it goes.
  useLayoutEffect(() => () => dialog.current?.close(), []);

  useEffect(() => () => on.onGone(book.id), []);
  useEffect(() => {
    // What had the focus has gone with the other view.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [isSplit, open.preview]);

  const notes = (
    <NoteEditor
      key={open.page}
      place={{ readerId, bookId: book.id, page: open.page }}
      href={here + openQuery(open)}
      given={note}
      failure={failure}
    />
  );
  return (
    <dialog
      className="book-dialog"
      ref={dialog}
      open
      aria-labelledby="book-title"
      onClose={() => on.onLeave(book.id)}
    >
      <Head
        {...{ heading, here }}
        title={book.title}
        split={book.googleBooksId && !isSplit ? { ...open, split: true } : undefined}
        onSplit={on.onShow}
        onClose={() => dialog.current?.close()}
      />
      {isSplit
        ? <BookSplit {...{ book, open, here, failure }} onShow={on.onShow} onTurn={turn}>{notes}</BookSplit>
        : <Body {...{ book, failure }} onSaved={on.onSaved}>{notes}</Body>}
    </dialog>
  );
}

interface HeadProps {
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  here: string;
  /** The split view, where there is one to go to. */
  split: OpenBook | undefined;
  onSplit: (open: OpenBook) => void;
  onClose: () => void;
}

function Head({ title, heading, here, split, onSplit, onClose }: HeadProps) {
  return (
    <header className="book-dialog-head">
      <h2 id="book-title" dir="auto" tabIndex={-1} ref={heading}>{title}</h2>
      <div className="cluster">
        {split && (
          <LinkButton
            icon="book"
            href={here + openQuery(split)}
            onClick={intercept(() => onSplit(split))}
          >
            Split view
          </LinkButton>
        )}
        <LinkButton icon="close" href={here} onClick={intercept(onClose)}>Close</LinkButton>
      </div>
    </header>
  );
}

interface BodyProps {
  book: Book;
  failure?: BookFailure;
  onSaved: (progress: Progress) => void;
  /** The note of the page. */
  children: ReactNode;
}

function Body({ book, failure, onSaved, children }: BodyProps) {
  return (
    <div className="book-dialog-body">
      <BookSummary book={book} />
      <div className="book-reading stack">
        {!book.googleBooksId && <p className="muted">{texts.books.notAvailable}</p>}
        <PageForm book={book} failure={failure} onSaved={onSaved} />
        {children}
      </div>
      <BookDetails book={book} />
    </div>
  );
}
