import type { Signal } from "@preact/signals-react";
import { useEffect, useMemo } from "react";
import type { Progress } from "../../server/contract/books.ts";
import { type BooksAction, booksReducer, type BooksState, type OpenBook, openQuery, readOpen } from "./reducer.ts";

interface Hooks {
  state: Signal<BooksState>;
  /** The address of the group. */
  here: string;
  /** Another view is about to be shown. */
  onGo: (open: OpenBook | undefined) => void;
}

/** Opens and closes books, and keeps the address in step: what is open can be sent, reloaded, and gone back to. */
export function useOpenBook({ state, here, onGo }: Hooks) {
  const book = useMemo(() => {
    const dispatch = (action: BooksAction) => void (state.value = booksReducer(state.value, action));

    function go(open: OpenBook | undefined) {
      onGo(open);
      dispatch({ type: "open", open });
    }

    /** Opening and closing are steps to go back over; turning a page is not. */
    function show(open: OpenBook | undefined) {
      const isStep = open?.bookId !== state.value.open?.bookId;
      try {
        history[isStep ? "pushState" : "replaceState"](null, "", here + openQuery(open));
      } catch {
        // Browsers take only so many addresses a second from whoever leafs: the last page is what counts.
      }
      go(open);
    }

    const follow = () => go(readOpen(location.search, state.value.books));
    const leave = (bookId: string) => bookId === state.value.open?.bookId && show(undefined);

    /** To the page that the reader said, unless she has closed the book meanwhile. */
    function turnTo(progress: Progress) {
      dispatch({ type: "progress", progress });
      const { open } = state.value;
      if (open?.bookId === progress.bookId) show({ ...open, page: progress.currentPage });
    }

    return { dispatch, show, follow, leave, turnTo };
  }, []);

  useEffect(() => {
    addEventListener("popstate", book.follow);
    return () => removeEventListener("popstate", book.follow);
  }, []);
  return book;
}
