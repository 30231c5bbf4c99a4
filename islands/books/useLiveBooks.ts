import { useEffect, useState } from "react";
import type { BooksStore } from "./reducer.ts";
import { failureText } from "../runtime/api.ts";
import { loadBooks } from "./calls.ts";
import { cameFresh, onRejoined } from "../runtime/lifecycle.ts";
import { on } from "../runtime/events.ts";
import { reloader } from "../runtime/reloader.ts";
import { showToast } from "../runtime/toast.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

export function useLiveBooks(groupId: string, store: BooksStore): boolean {
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => {
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
      on("closed", () => setIsClosed(true)),
      onRejoined(reload, isFresh),
      on("joined", () => setIsClosed(false)),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return isClosed;
}
