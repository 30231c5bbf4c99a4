import { useEffect, useMemo } from "react";
import { type OpenBook, openQuery } from "../../server/contract/books/paths.ts";
import type { Progress } from "../../server/contract/reading/shapes.ts";
import { type BooksStore, readOpen } from "./reducer.ts";

export function useOpenBook(store: BooksStore, here: string, onOpen: () => void) {
  const book = useMemo(() => {
    const opened = () => store.getState().open;

    function change(open: OpenBook | undefined) {
      if (open && !opened()) onOpen();
      store.dispatch({ type: "open", open });
    }

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
