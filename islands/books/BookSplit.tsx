import type { Book } from "../../server/contract/books/shapes.ts";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { bookPageAt } from "../../server/contract/reading/positions.ts";
import { BookProgress } from "./BookCard.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";
import { GoToPage } from "./PageForm.tsx";
import type { FailedPage } from "./PageStepper.tsx";
import { pageTurnDelay } from "../../server/contract/reading/limits.ts";
import { type OpenBook, openQuery, previewFrame } from "../../server/contract/books/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { openBookTexts } from "../../server/contract/books/open_book_texts.ts";

interface Props {
  book: Book;
  open: OpenBook;
  action: string;
  chapter?: string;
  failed?: FailedPage;
  onShow: (open: OpenBook) => void;
  onTurn: (page: number) => void;
  beside: ReactNode;
  children: ReactNode;
}

export function BookSplit({ book, open, action, chapter, failed, onShow, onTurn, beside, children }: Props) {
  const loaded = { ...open, preview: true };
  return (
    <div className="book-split">
      {open.preview
        ? <Preview book={book} page={bookPageAt(book, open.page)} />
        : (
          <div className="book-preview book-preview--empty">
            <p className="muted">{openBookTexts.previewNote}</p>
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
        {beside}
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
      title={openBookTexts.preview(book.title)}
    />
  );
}

/** Percent of the width that progress and notes take. */
const share = { min: 20, max: 70, step: 5, first: 32 };

function Splitter({ label }: { label: string }) {
  const line = useRef<HTMLDivElement>(null);
  const [side, setSide] = useState(share.first);
  const moveTo = (percent: number) => setSide(Math.min(Math.max(Math.round(percent), share.min), share.max));

  useEffect(() => line.current!.parentElement!.style.setProperty("--side", `${side}%`), [side]);

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    moveTo(100 * (event.clientX - box.left) / box.width);
  }

  function move(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowLeft: side - share.step,
      ArrowRight: side + share.step,
      Home: share.min,
      End: share.max,
    };
    if (event.key in targets) (event.preventDefault(), moveTo(targets[event.key]));
  }

  return (
    <div
      ref={line}
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={share.min}
      aria-valuemax={share.max}
      aria-valuenow={side}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={move}
    />
  );
}
