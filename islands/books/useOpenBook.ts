import { useEffect, useMemo } from "react";
import { type OpenBook, openQuery } from "../../server/contract/books/paths.ts";
import type { Progress } from "../../server/contract/reading/shapes.ts";
import { type BooksStore, readOpen } from "./reducer.ts";

/**
 * Opens and closes books, and keeps the address in step, so that what is open can be sent, reloaded and gone back to.
 *
 * @param here the address of the group
 * @param onOpen called before a book opens where none is
 */
export function useOpenBook(store: BooksStore, here: string, onOpen: () => void) {
  const book = useMemo(() => {
    const opened = () => store.getState().open;

    function change(open: OpenBook | undefined) {
      if (open && !opened()) onOpen();
      store.dispatch({ type: "open", open });
    }

    /** Opening and closing are steps in the history; turning a page is not. */
    function show(open: OpenBook | undefined) {
      const isStep = open?.bookId !== opened()?.bookId;
      try {
        history[isStep ? "pushState" : "replaceState"](null, "", here + openQuery(open));
      } catch {
        // Browsers take only so many addresses a second, and pages turn faster: the last page is what counts.
      }
      change(open);
    }

    return {
      show,
      followAddress: () => change(readOpen(location.search, store.getState().books)),
      close: (bookId: string) => bookId === opened()?.bookId && show(undefined),
      /** Shows the page that the reader has set, unless they have closed the book meanwhile. */
      saved(progress: Progress) {
        store.dispatch({ type: "progress", progress });
        const open = opened();
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
