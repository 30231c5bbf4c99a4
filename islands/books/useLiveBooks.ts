import { useEffect } from "react";
import { texts } from "../../server/contract/texts.ts";
import type { BooksAction } from "./reducer.ts";
import { failureText } from "../runtime/api.ts";
import { loadBooks } from "./calls.ts";
import { cameFresh } from "../runtime/lifecycle.ts";
import { on } from "../runtime/events.ts";
import { showToast } from "../runtime/toast.ts";

/** Keeps the books up to date: adds new ones and turned pages, and loads all again where something was missed. */
export function useLiveBooks(groupId: string, dispatch: (action: BooksAction) => void): void {
  useEffect(() => {
    // The page before may have turned the open book as it was left, and saved that by now.
    let isFresh = cameFresh() && !new URLSearchParams(location.search).has("book");
    let isLoading = false;
    let isStale = false;
    // One at a time, however often the chat is joined meanwhile.
    async function refresh() {
      isStale = true;
      if (isLoading) return;
      isLoading = true;
      while (isStale) {
        isStale = false;
        await load();
      }
      isLoading = false;
    }
    async function load() {
      try {
        dispatch({ type: "loaded", books: await loadBooks(groupId) });
      } catch (error) {
        showToast("error", failureText(error, texts.books.loadFailed));
      }
    }
    const stops = [
      on("bookAdded", (book) => dispatch({ type: "added", book })),
      on("progressUpdated", (progress) => dispatch({ type: "progress", progress })),
      on("joined", () => isFresh ? isFresh = false : void refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
}
