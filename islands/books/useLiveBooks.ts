import { useEffect, useState } from "react";
import { texts } from "../../server/contract/texts.ts";
import type { BooksAction } from "./reducer.ts";
import { failureText } from "../runtime/api.ts";
import { loadBooks } from "./calls.ts";
import { cameFresh } from "../runtime/lifecycle.ts";
import { on } from "../runtime/events.ts";
import { showToast } from "../runtime/toast.ts";

/**
 * Keeps the books up to date: adds new ones and turned pages, and loads all again where something was missed.
 *
 * @returns whether the group is gone, so that nothing can be added
 */
export function useLiveBooks(groupId: string, dispatch: (action: BooksAction) => void): boolean {
  const [isClosed, setIsClosed] = useState(false);
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
      on("closed", () => setIsClosed(true)),
      on("joined", () => setIsClosed(false)),
      on("joined", () => isFresh ? isFresh = false : void refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return isClosed;
}
