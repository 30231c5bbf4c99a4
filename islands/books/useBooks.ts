import { useEffect, useState } from "react";
import { type OpenBook, openQuery } from "../../server/contract/books/paths.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import type { Progress } from "../../server/contract/reading/shapes.ts";
import { failureText } from "../runtime/api.ts";
import { on } from "../runtime/events.ts";
import { cameFresh, onRejoined } from "../runtime/lifecycle.ts";
import { reloader } from "../runtime/reloader.ts";
import { Store } from "../runtime/store.ts";
import { useStore } from "../runtime/useStore.ts";
import { showToast } from "../runtime/toast.ts";
import { loadBooks } from "./calls.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { copyOf } from "../../server/contract/reading/positions.ts";
import { clampPage } from "../../server/contract/reading/pages.ts";

export interface BooksState {
  books: Book[];
  open: OpenBook | undefined;
  adding: boolean;
  /** Whether what came with the page still holds: no other book, page or view has been shown. */
  isFirstView: boolean;
  /** Whether the reader is not in the group any more, and adds nothing to it. */
  isClosed: boolean;
}

export type BooksStore = Store<BooksState, BooksAction>;

type BooksAction =
  | { type: "loaded"; books: Book[] }
  | { type: "added"; book: Book }
  | { type: "progress"; progress: Progress }
  | { type: "open"; open: OpenBook | undefined }
  | { type: "adding"; adding: boolean }
  | { type: "connected"; isClosed: boolean };

export function booksReducer(state: BooksState, action: BooksAction): BooksState {
  switch (action.type) {
    case "loaded":
      return { ...state, books: action.books.map((book) => latest(book, state.books)) };
    case "added":
      return state.books.some(({ id }) => id === action.book.id)
        ? state
        : { ...state, books: [action.book, ...state.books] };
    case "progress":
      return { ...state, books: state.books.map((book) => later(book, action.progress)) };
    case "open":
      return { ...state, open: action.open, isFirstView: false };
    case "adding":
      return { ...state, adding: action.adding };
    case "connected":
      return { ...state, isClosed: action.isClosed };
  }
}

function later(book: Book, progress: Progress): Book {
  const known = book.progress[0];
  return progress.bookId !== book.id || known && known.lastReadAt > progress.lastReadAt
    ? book
    : { ...book, progress: [progress] };
}

function latest(loaded: Book, books: Book[]): Book {
  const known = books.find(({ id }) => id === loaded.id)?.progress[0];
  // A turn has another page once the reader has another copy.
  return known && known.lastReadAt !== loaded.progress[0]?.lastReadAt ? later(loaded, known) : loaded;
}

export const currentPage = (book: Book): number => book.progress[0]?.page ?? 0;

export const lastReadFirst = (books: Book[]): Book[] => books.toSorted((a, b) => readAt(b).localeCompare(readAt(a)));

const readAt = ({ progress }: Book): string => progress[0]?.lastReadAt ?? "";

export const percentRead = (book: Book): number => book.progress[0]?.progress ?? 0;

export function readOpen(search: string, books: Book[]): OpenBook | undefined {
  const query = new URLSearchParams(search);
  const book = books.find(({ id }) => id === query.get("book"));
  if (!book) return undefined;
  const page = query.has("page") ? clampPage(Number(query.get("page")), copyOf(book).pageCount) : currentPage(book);
  return { bookId: book.id, page, split: query.get("view") === "split", preview: query.has("preview") };
}

type Beginning = Pick<BooksState, "books" | "adding"> & Partial<Pick<BooksState, "open">>;

/** The books of a group, as they change, and the one that is open, which the address of the page names. */
export function useBooks(groupId: string, { books, open, adding }: Beginning, onOpen: () => void) {
  const [store] = useState(() => new Store(booksReducer, { books, open, adding, isFirstView: true, isClosed: false }));
  const [opening] = useState(() => openingOf(store, groupPaths.group(groupId), onOpen));
  useEffect(() => followBooks(store, groupId), []);
  useEffect(() => {
    addEventListener("popstate", opening.followAddress);
    return () => removeEventListener("popstate", opening.followAddress);
  }, []);
  return { store, state: useStore(store), ...opening };
}

function openingOf(store: BooksStore, here: string, onOpen: () => void) {
  const opened = () => store.getState().open;

  function change(open: OpenBook | undefined) {
    if (open && !opened()) onOpen();
    store.dispatch({ type: "open", open });
  }

  function show(open: OpenBook | undefined) {
    const query = openQuery(open);
    // The panel has not all books of a large shelf, and a page comes with any.
    if (!readOpen(query, store.getState().books) && open) return void (location.search = query);
    const isStep = open?.bookId !== opened()?.bookId;
    try {
      history[isStep ? "pushState" : "replaceState"](null, "", here + query);
    } catch {
      // Browsers take only so many addresses a second, and pages turn faster: the last page is what counts.
    }
    change(open);
  }

  return {
    show,
    followAddress: () => change(readOpen(location.search, store.getState().books)),
    close: (bookId: string) => bookId === opened()?.bookId && show(undefined),
    saved(progress: Progress) {
      store.dispatch({ type: "progress", progress });
      const open = opened();
      if (open?.bookId === progress.bookId) show({ ...open, page: progress.page });
    },
  };
}

function followBooks(store: BooksStore, groupId: string): () => void {
  // The page before may have turned the open book as it was left, and saved that by now.
  const isFresh = cameFresh() && !new URLSearchParams(location.search).has("book");
  const { reload, changed } = reloader(
    () => loadBooks(groupId, store.getState().open?.bookId),
    (books) => store.dispatch({ type: "loaded", books }),
    (error) => showToast("error", failureText(error, booksTexts.loadFailed)),
  );
  const stops = [
    on("bookAdded", (book) => {
      changed();
      store.dispatch({ type: "added", book });
    }),
    on("bookChanged", reload),
    on("bookRemoved", reload),
    on("progressUpdated", (progress) => store.dispatch({ type: "progress", progress })),
    on("closed", () => store.dispatch({ type: "connected", isClosed: true })),
    onRejoined(reload, isFresh),
    on("joined", () => store.dispatch({ type: "connected", isClosed: false })),
  ];
  return () => stops.forEach((stop) => stop());
}
