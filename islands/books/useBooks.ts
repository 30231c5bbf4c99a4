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
import { showToast } from "../runtime/toast.ts";
import { useStore } from "../runtime/useStore.ts";
import { loadBooks } from "./calls.ts";
import { booksReducer, type BooksState, type BooksStore, readOpen } from "./reducer.ts";

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
}

function followBooks(store: BooksStore, groupId: string): () => void {
  // The page before may have turned the open book as it was left, and saved that by now.
  const isFresh = cameFresh() && !new URLSearchParams(location.search).has("book");
  const { reload, changed } = reloader(
    () => loadBooks(groupId),
    (books) => store.dispatch({ type: "loaded", books }),
    (error) => showToast("error", failureText(error, booksTexts.loadFailed)),
  );
  const stops = [
    on("bookAdded", (book) => {
      changed();
      store.dispatch({ type: "added", book });
    }),
    on("progressUpdated", (progress) => store.dispatch({ type: "progress", progress })),
    on("closed", () => store.dispatch({ type: "connected", isClosed: true })),
    onRejoined(reload, isFresh),
    on("joined", () => store.dispatch({ type: "connected", isClosed: false })),
  ];
  return () => stops.forEach((stop) => stop());
}
