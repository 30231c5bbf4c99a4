import type { Signal } from "@preact/signals-react";
import { useEffect, useMemo } from "react";
import type { Progress } from "../../server/contract/books/books.ts";
import { type BooksAction, booksReducer, type BooksState, type OpenBook, openQuery, readOpen } from "./reducer.ts";

interface Options {
  state: Signal<BooksState>;
  /** The address of the group. */
  here: string;
  /** Called before another book, page or view is shown. */
  onChange: (open: OpenBook | undefined) => void;
}

/**
 * Opens and closes books, and keeps the address in step, so that what is open can be sent, reloaded and gone back to.
 */
export function useOpenBook({ state, here, onChange }: Options) {
  const book = useMemo(() => {
    const dispatch = (action: BooksAction) => void (state.value = booksReducer(state.value, action));

    function change(open: OpenBook | undefined) {
      onChange(open);
      dispatch({ type: "open", open });
    }

    /** Opening and closing are steps in the history; turning a page is not. */
    function show(open: OpenBook | undefined) {
      const isStep = open?.bookId !== state.value.open?.bookId;
      try {
        history[isStep ? "pushState" : "replaceState"](null, "", here + openQuery(open));
      } catch {
        // Browsers take only so many addresses a second, and pages turn faster: the last page is what counts.
      }
      change(open);
    }

    return {
      dispatch,
      show,
      followAddress: () => change(readOpen(location.search, state.value.books)),
      close: (bookId: string) => bookId === state.value.open?.bookId && show(undefined),
      /** Shows the page that the reader has set, unless they have closed the book meanwhile. */
      saved(progress: Progress) {
        dispatch({ type: "progress", progress });
        const { open } = state.value;
        if (open?.bookId === progress.bookId) show({ ...open, page: progress.page });
      },
    };
  }, []);

  useEffect(() => {
    addEventListener("popstate", book.followAddress);
    return () => removeEventListener("popstate", book.followAddress);
  }, []);
  return book;
}
