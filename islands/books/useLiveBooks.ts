import { useEffect } from "react";
import { texts } from "../../server/contract/texts.ts";
import type { BooksAction } from "./reducer.ts";
import { failureText } from "../runtime/api.ts";
import { loadBooks } from "./calls.ts";
import { cameFresh } from "../runtime/lifecycle.ts";
import { on } from "../runtime/events.ts";
import { showToast } from "../runtime/toast.ts";

/** Keeps the books as they are: hears of new ones and of pages turned, and asks for all where something was missed. */
export function useLiveBooks(groupId: string, dispatch: (action: BooksAction) => void): void {
  useEffect(() => {
    // A book that is open at once may have been turned as the page before was left, and be saved by now.
    let isFresh = cameFresh() && !new URLSearchParams(location.search).has("book");
    async function refresh() {
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
