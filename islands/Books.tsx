import { type RefObject, useEffect, useRef, useState } from "react";
import { asAnchorBook } from "../server/contract/chat/anchors.ts";
import type { Anchor } from "../server/contract/chat/shapes.ts";
import type { OpenBook } from "../server/contract/books/paths.ts";
import type { OwnBooksTexts } from "../server/contract/groups/kind_texts.ts";
import type { Book } from "../server/contract/books/shapes.ts";
import type { BookSearch } from "./books/BookSearch.tsx";
import type { FirstView } from "./BookParts.tsx";
import { BooksPanel } from "./books/BooksPanel.tsx";
import { lastReadFirst, useBooks } from "./books/useBooks.ts";
import { emit, on } from "./runtime/events.ts";
import { late } from "./runtime/late.ts";
import { useLate } from "./runtime/useLate.ts";
import { Button } from "./ui/Button.tsx";

const loadParts = late(() => import("./BookParts.tsx"));

export interface BooksProps extends FirstView {
  groupId: string;
  readerId: string;
  books: Book[];
  adding: boolean;
  query?: string;
  found?: BookSearch["found"];
  /** Why the viewer cannot add books. */
  closed?: string;
  open?: OpenBook;
  formKey: string;
  /** Of books that only their reader has. */
  words?: OwnBooksTexts;
  /** Where a book is open, or one is added, from the beginning. */
  parts?: typeof import("./BookParts.tsx");
}

/** The shelf of a group. What opens a book and what adds one is loaded on use. */
export function Books({ groupId, readerId, query, found, formKey, ...props }: BooksProps) {
  const panel = useRef<HTMLElement>(null);
  const sheet = useSheet(panel, props.adding);
  const shelf = useBooks(groupId, props, sheet.remember);
  const { store, state, show, close, saved } = shelf;
  const { books, open, adding, isFirstView, isClosed } = state;
  const first: FirstView = isFirstView ? props : {};
  const { loaded: parts, prepare, load } = useLate(loadParts, props.parts);
  const { leave, write, gone } = useClosing(shelf, sheet.restore);
  useEffect(() => {
    if (open || adding) void load().then((isThere) => isThere || leave());
  }, [open?.bookId, adding]);
  useEffect(() => emit("groupBooks", lastReadFirst(books).map(asAnchorBook)), [books]);

  const opened = open && books.find(({ id }) => id === open.bookId);
  return (
    <>
      <OpenButton count={books.length} onUse={prepare} />
      <BooksPanel
        ref={panel}
        groupId={groupId}
        books={books}
        isPlain={sheet.isPlain}
        adding={adding}
        disabled={isClosed}
        closed={props.closed}
        empty={props.words?.empty}
        onUse={prepare}
        onToggle={() => store.dispatch({ type: "adding", adding: !adding })}
        onOpen={show}
      >
        {adding && parts && (
          <parts.AddBook
            groupId={groupId}
            books={books}
            query={query}
            found={found}
            formKey={formKey}
            words={props.words}
            failed={first.failed?.book}
            disabled={isClosed}
            onAdded={(book) => {
              store.dispatch({ type: "added", book });
              store.dispatch({ type: "adding", adding: false });
            }}
          />
        )}
      </BooksPanel>
      {parts && open && opened && (
        <parts.OpenedBook
          key={opened.id}
          book={opened}
          open={open}
          readerId={readerId}
          first={first}
          onShow={show}
          onLeave={close}
          onGone={gone}
          onSaved={saved}
          onProgress={(progress) => store.dispatch({ type: "progress", progress })}
          onWrite={() => write(open)}
        />
      )}
    </>
  );
}

/** What follows once the open book is gone: the focus returns to what opened it, or a message about its page begins. */
function useClosing({ store, show, close }: ReturnType<typeof useBooks>, restore: (opener: string) => void) {
  const afterwards = useRef<() => void>(undefined);
  useEffect(() =>
    on("bookAsked", (anchor) => {
      const opener = document.activeElement as HTMLElement;
      show({ ...anchor, split: false, preview: false });
      afterwards.current = () => opener.focus();
    }), []);

  return {
    /** Where the parts could not be loaded. */
    leave() {
      const { open } = store.getState();
      afterwards.current = undefined;
      store.dispatch({ type: "adding", adding: false });
      if (open) close(open.bookId);
    },
    write({ bookId, page }: Anchor) {
      afterwards.current = () => emit("pageChosen", { bookId, page });
      close(bookId);
    },
    gone(bookId: string) {
      if (store.getState().open) return;
      if (afterwards.current) afterwards.current();
      else restore(`a[href*="book=${bookId}"]`);
      afterwards.current = undefined;
    },
  };
}

interface OpenButtonProps {
  count: number;
  onUse: () => void;
}

const OpenButton = ({ count, onUse }: OpenButtonProps) => (
  <Button
    className="books-open"
    icon="book"
    popoverTarget="books"
    aria-label={`Books (${count})`}
    data-count={count}
    onClick={onUse}
  />
);

const isNarrow = () => matchMedia("(width < 45rem), (width < 68.75rem) and (height < 24rem)");

/** @param open whether the server left it open: markup cannot open a popover, so it is a plain box at first */
function useSheet(panel: RefObject<HTMLElement | null>, open: boolean) {
  const [isPlain, setIsPlain] = useState(open);
  const wasOpen = useRef(false);
  const isOpen = () => panel.current!.matches(":popover-open");

  useEffect(() => setIsPlain(false), []);
  useEffect(() => {
    if (open && !isPlain && isNarrow().matches && !isOpen()) panel.current!.showPopover();
  }, [isPlain]);
  useEffect(() => {
    const narrow = isNarrow();
    const widened = () => !narrow.matches && isOpen() && panel.current!.hidePopover();
    narrow.addEventListener("change", widened);
    return () => narrow.removeEventListener("change", widened);
  }, []);

  return {
    isPlain,
    remember: () => void (wasOpen.current = isOpen()),
    restore(opener: string) {
      if (wasOpen.current) panel.current!.showPopover();
      wasOpen.current = false;
      const link = panel.current!.querySelector<HTMLElement>(opener);
      const button = panel.current!.parentElement!.querySelector<HTMLElement>("[popovertarget]");
      (link?.checkVisibility() ? link : button)?.focus();
    },
  };
}
