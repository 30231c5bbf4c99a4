import type { Book } from "../../server/contract/books/shapes.ts";
import { type ReactNode, useEffect, useState } from "react";
import { bookPageAt } from "../../server/contract/reading/positions.ts";
import { BookProgress } from "./BookCard.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";
import { GoToPage } from "./GoToPage.tsx";
import type { FailedPage } from "./PageStepper.tsx";
import { Splitter } from "./Splitter.tsx";
import { pageTurnDelay } from "../../server/contract/reading/limits.ts";
import { type OpenBook, openQuery, previewFrame } from "../../server/contract/books/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

interface Props {
  book: Book;
  open: OpenBook;
  action: string;
  chapter?: string;
  failed?: FailedPage;
  onShow: (open: OpenBook) => void;
  onTurn: (page: number) => void;
  children: ReactNode;
}

export function BookSplit({ book, open, action, chapter, failed, onShow, onTurn, children }: Props) {
  const loaded = { ...open, preview: true };
  return (
    <div className="book-split">
      {open.preview
        ? <Preview book={book} page={bookPageAt(book, open.page)} />
        : (
          <div className="book-preview book-preview--empty">
            <p className="muted">{booksTexts.previewNote}</p>
            <LinkButton
              href={groupPaths.group(book.groupId) + openQuery(loaded)}
              onClick={intercept(() => onShow(loaded))}
            >
              Load preview
            </LinkButton>
          </div>
        )}
      <Splitter label="Width of progress and notes" />
      <aside className="book-side stack" aria-label="Progress and notes">
        <BookProgress book={book} />
        <GoToPage book={book} page={open.page} action={action} chapter={chapter} failed={failed} onTurn={onTurn} />
        <details className="fold" open>
          <summary>Notes</summary>
          {children}
        </details>
      </aside>
    </div>
  );
}

function Preview({ book, page }: { book: Book; page: number }) {
  const [settled, setSettled] = useState(page);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(page), pageTurnDelay);
    return () => clearTimeout(timer);
  }, [page]);
  // Another frame for another page: to change the address of one is a step in the history, which Back would take back.
  return (
    <iframe
      key={settled}
      className="book-preview"
      src={previewFrame(book.googleBooksId!, settled)}
      title={booksTexts.preview(book.title)}
    />
  );
}
