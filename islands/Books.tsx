import { useEffect, useRef, useState } from "react";
import { asAnchorBook } from "../server/contract/chat/anchors.ts";
import type { Anchor } from "../server/contract/chat/shapes.ts";
import type { OpenBook } from "../server/contract/books/paths.ts";
import type { Book } from "../server/contract/books/shapes.ts";
import type { BookSearch } from "./books/BookSearchForm.tsx";
import { BooksPanel } from "./books/BooksPanel.tsx";
import { OpenedBook } from "./books/OpenedBook.tsx";
import { booksReducer, type BooksStore, type FirstView, lastReadFirst } from "./books/reducer.ts";
import { useLiveBooks } from "./books/useLiveBooks.ts";
import { useOpenBook } from "./books/useOpenBook.ts";
import { useSheet } from "./books/useSheet.ts";
import { emit, on } from "./runtime/events.ts";
import { Store } from "./runtime/store.ts";
import { useStore } from "./runtime/useStore.ts";
import { Button } from "./ui/Button.tsx";
import { groupPaths } from "../server/contract/groups/paths.ts";

interface Props extends FirstView {
  groupId: string;
  readerId: string;
  books: Book[];
  adding: boolean;
  query?: string;
  found?: BookSearch["found"];
  open?: OpenBook;
  formKey: string;
}

export function Books({ groupId, readerId, query, found, formKey, ...props }: Props) {
  const here = groupPaths.group(groupId);
  const [store] = useState(() => newStore(props));
  const { books, open, adding, first } = useStore(store);
  const panel = useRef<HTMLElement>(null);
  const sheet = useSheet(panel, props.adding);
  const { show, close, saved } = useOpenBook(store, here, sheet.remember);
  const isClosed = useLiveBooks(groupId, store);
  const afterwards = useRef<() => void>(undefined);
  useEffect(() =>
    on("bookAsked", (anchor) => {
      const opener = document.activeElement as HTMLElement;
      show({ ...anchor, split: false, preview: false });
      afterwards.current = () => opener.focus();
    }), []);
  useEffect(() => emit("groupBooks", lastReadFirst(books).map(asAnchorBook)), [books]);

  function write({ bookId, page }: Anchor) {
    afterwards.current = () => emit("pageChosen", { bookId, page });
    close(bookId);
  }

  function gone(bookId: string) {
    if (store.getState().open) return;
    if (afterwards.current) afterwards.current();
    else sheet.restore(`a[href*="book=${bookId}"]`);
    afterwards.current = undefined;
  }

  const opened = open && books.find(({ id }) => id === open.bookId);
  return (
    <>
      <Button
        className="books-open"
        icon="book"
        popoverTarget="books"
        aria-label={`Books (${books.length})`}
        data-count={books.length}
      />
      <BooksPanel
        ref={panel}
        groupId={groupId}
        books={books}
        isPlain={sheet.isPlain}
        adding={adding}
        search={{ query, found, formKey, failed: first.failed?.book }}
        disabled={isClosed}
        onToggle={() => store.dispatch({ type: "adding", adding: !adding })}
        onAdded={(book) => store.dispatch({ type: "added", book })}
        onOpen={show}
      />
      {open && opened && (
        <OpenedBook
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

const newStore = (
  { books, open, adding, note, chapter, failed }: Pick<Props, "books" | "open" | "adding" | keyof FirstView>,
): BooksStore => new Store(booksReducer, { books, open, adding, first: { note, chapter, failed } });
