import type { Book } from "../../server/contract/books/shapes.ts";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { chapterAt } from "../../server/contract/reading/chapters.ts";
import type { Chapter, Progress } from "../../server/contract/reading/shapes.ts";
import { chaptersInCopy, copyOf } from "../../server/contract/reading/positions.ts";
import { clampPage } from "../../server/contract/reading/pages.ts";
import { call } from "../runtime/api.ts";
import { LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";
import { useModal } from "../ui/useModal.ts";
import { BookDetails, BookSummary, BookTitle } from "./BookAbout.tsx";
import { BookSplit } from "./BookSplit.tsx";
import type { FailedPage } from "./PageStepper.tsx";
import { PageForm } from "./PageForm.tsx";
import { savePageLater } from "./progress.ts";
import { type OpenBook, openQuery } from "../../server/contract/books/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";

interface Props {
  book: Book;
  open: OpenBook;
  failed?: FailedPage;
  chapter?: string;
  onShow: (open: OpenBook) => void;
  onLeave: (bookId: string) => void;
  onGone: (bookId: string) => void;
  onSaved: (progress: Progress) => void;
  onProgress: (progress: Progress) => void;
  /** Where there is room, beside the page and its notes. */
  beside: ReactNode;
  children: ReactNode;
}

export function BookDialog({ book, open, failed, chapter: initialChapter, beside, children, ...on }: Props) {
  const chapter = useChapter(book, open.page, initialChapter);
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useModal(true, heading);
  const action = readingPaths.progress(book.groupId, book.id) + openQuery(open);
  const isSplit = open.split && book.googleBooksId !== null;

  function turn(page: number) {
    const next = clampPage(page, copyOf(book).pageCount);
    if (next === open.page) return;
    on.onShow({ ...open, page: next });
    savePageLater(book, next, on.onProgress);
  }
  useArrowKeys(dialog, (by) => turn(open.page + by));

  // Toasts that came into it come out of it when it closes, and must before it goes.
  useLayoutEffect(() => () => dialog.current?.close(), []);

  useEffect(() => () => on.onGone(book.id), []);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [isSplit, open.preview]);

  return (
    <dialog
      className="book-dialog"
      ref={dialog}
      open
      aria-labelledby="book-title"
      onClose={() => on.onLeave(book.id)}
    >
      <Head
        book={book}
        open={open}
        isSplit={isSplit}
        heading={heading}
        onShow={on.onShow}
        onClose={() => dialog.current?.close()}
      />
      {isSplit
        ? (
          <BookSplit
            book={book}
            open={open}
            action={action}
            chapter={chapter}
            failed={failed}
            onShow={on.onShow}
            onTurn={turn}
            beside={beside}
          >
            {children}
          </BookSplit>
        )
        : (
          <div className="book-dialog-body">
            <BookSummary book={book} heading={heading} />
            <div className="book-reading stack">
              <PageForm
                book={book}
                page={open.page}
                action={action}
                chapter={chapter}
                failed={failed}
                onTurn={turn}
                onSaved={on.onSaved}
              />
              {children}
            </div>
            <div className="book-beside card stack">{beside}</div>
            <BookDetails book={book} />
          </div>
        )}
    </dialog>
  );
}

interface HeadProps extends Pick<Props, "book" | "open" | "onShow"> {
  isSplit: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}

function Head({ book, open, isSplit, heading, onShow, onClose }: HeadProps) {
  const here = groupPaths.group(book.groupId);
  const otherView = { ...open, split: !isSplit, preview: false };
  return (
    <header className="book-dialog-head">
      <LinkButton icon="close" href={here} onClick={intercept(onClose)}>
        <span className="book-close-text">Close</span>
      </LinkButton>
      {isSplit && <BookTitle book={book} heading={heading} />}
      {book.googleBooksId && (
        <LinkButton
          icon={isSplit ? undefined : "book"}
          href={here + openQuery(otherView)}
          onClick={intercept(() => onShow(otherView))}
        >
          {isSplit ? "Exit split view" : "Split view"}
        </LinkButton>
      )}
    </header>
  );
}

function useChapter(book: Book, page: number, initial: string | undefined): string | undefined {
  const [chapters, setChapters] = useState<Chapter[]>();
  useEffect(() => {
    const loading = call("GET /books/:bookId/chapters", { bookId: book.id });
    loading.then((loaded) => Array.isArray(loaded) && setChapters(loaded), () => {});
  }, []);
  return chapters ? chapterAt(chaptersInCopy(book, chapters), page)?.title : initial;
}

function useArrowKeys(dialog: RefObject<HTMLDialogElement | null>, turn: (by: number) => void): void {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = ({ ArrowRight: 1, ArrowLeft: -1 } as Record<string, number>)[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const target = event.target as HTMLElement;
      const isOutside = target !== document.body && !dialog.current?.contains(target);
      if (isOutside || target.closest("input, textarea, [role=separator]")) return;
      latest.current(by);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
