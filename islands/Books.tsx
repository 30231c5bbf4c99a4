import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import type { Book, BookResult } from "../server/contract/books.ts";
import type { Note } from "../server/contract/notes.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { BookCard } from "./components/BookCard.tsx";
import { Button, LinkButton } from "./components/Button.tsx";
import { EmptyState } from "./components/EmptyState.tsx";
import { call, saidBy } from "./lib/api.ts";
import { AddBook, type BookSearch } from "./lib/AddBook.tsx";
import { BookDialog, type BookFailure } from "./lib/BookDialog.tsx";
import { intercept } from "./lib/intercept.ts";
import { onLive } from "./lib/live.ts";
import { showToast } from "./lib/toasts.ts";
import { type BooksAction, booksReducer, currentPage, type OpenBook, openQuery, readOpen } from "./state/books.ts";

interface Props {
  groupId: string;
  books: Book[];
  /** Whether the search is open; without script a link opens it. */
  adding: boolean;
  searched?: BookSearch;
  open?: OpenBook;
  /** The note of the open book's page. */
  note?: Note;
  /** What was typed before saving it failed, and why it did, without script. */
  failure?: BookFailure;
}

/** The group's books beside its chat, the search that adds to them, and the one that is being read. */
export function Books({ groupId, searched, ...props }: Props) {
  useSignals();
  const state = useSignal({ books: props.books, open: props.open });
  const adding = useSignal(props.adding);
  const note = useSignal(props.note);
  const panel = useRef<HTMLElement>(null);
  // Markup cannot open a popover: the server leaves it a plain box in the sheet's place.
  const [isSheet, setIsSheet] = useState(props.adding);
  const dispatch = (action: BooksAction) => void (state.value = booksReducer(state.value, action));
  const here = paths.group(groupId);

  useEffect(() => {
    setIsSheet(false);
    const found = () => go(readOpen(location.search, state.value.books));
    addEventListener("popstate", found);
    const stops = [
      onLive("bookAdded", (book) => dispatch({ type: "added", book })),
      onLive("progressUpdated", (progress) => dispatch({ type: "progress", progress })),
    ];
    return () => (removeEventListener("popstate", found), stops.forEach((stop) => stop()));
  }, []);

  useEffect(() => {
    // Where there is room the panel is a column and no sheet.
    if (props.adding && !isSheet && matchMedia("(width < 45rem)").matches) panel.current?.showPopover();
  }, [isSheet]);

  /** Opening and closing are steps to go back over; turning a page is not. */
  function show(open: OpenBook | undefined) {
    const isStep = open?.bookId !== state.value.open?.bookId;
    history[isStep ? "pushState" : "replaceState"](null, "", here + openQuery(open));
    go(open);
  }

  function go(open: OpenBook | undefined) {
    // It came with the page and is right for the page's first sight only.
    note.value = undefined;
    dispatch({ type: "open", open });
  }

  async function add(result: BookResult): Promise<boolean> {
    try {
      const path = `/books/groups/${encodeURIComponent(groupId)}/books`;
      const { book, message } = await call<{ book: Book; message: string }>("POST", path, result);
      dispatch({ type: "added", book });
      showToast("success", message);
      return true;
    } catch (error) {
      showToast("error", saidBy(error, texts.books.addFailed));
      return false;
    }
  }

  const { books, open } = state.value;
  const opened = open && books.find(({ id }) => id === open.bookId);
  return (
    <>
      <Button className="books-open" icon="book" popoverTarget="books">Books ({books.length})</Button>
      <section
        ref={panel}
        className="books-panel"
        id="books"
        popover={isSheet ? undefined : "auto"}
        aria-label="Books"
      >
        <div className="books-head">
          <h2>Books</h2>
          <LinkButton
            href={adding.value ? here : `${here}?add`}
            aria-expanded={adding.value}
            onClick={intercept(() => adding.value = !adding.value)}
          >
            {adding.value ? "Hide" : "Add"}
          </LinkButton>
        </div>
        {adding.value && <AddBook books={books} searched={searched} onAdd={add} />}
        {books.length === 0 && <EmptyState picture="books" text={texts.books.empty} />}
        <ul className="books-list">
          {books.map((book) => {
            const at = { bookId: book.id, page: currentPage(book), split: false, preview: false };
            return (
              <li key={book.id}>
                <BookCard book={book} href={here + openQuery(at)} onOpen={intercept(() => show(at))} />
              </li>
            );
          })}
        </ul>
      </section>
      {open && opened && (
        <BookDialog
          key={opened.id}
          book={opened}
          open={open}
          here={here}
          note={note.value}
          failure={props.failure}
          onShow={show}
          onProgress={(progress) => dispatch({ type: "progress", progress })}
        />
      )}
    </>
  );
}
