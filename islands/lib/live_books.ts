import { useEffect } from "react";
import { texts } from "../../server/contract/texts.ts";
import type { BooksAction } from "../state/books.ts";
import { failureOf } from "./api.ts";
import { loadBooks } from "./books.ts";
import { onLive } from "./live.ts";
import { showToast } from "./toasts.ts";

/** Keeps the books as they are: hears of new ones and of pages turned, and asks for all where something was missed. */
export function useLiveBooks(groupId: string, dispatch: (action: BooksAction) => void): void {
  useEffect(() => {
    let isFresh = cameFresh();
    async function refresh() {
      try {
        dispatch({ type: "loaded", books: await loadBooks(groupId) });
      } catch (error) {
        showToast("error", failureOf(error, texts.books.loadFailed));
      }
    }
    const stops = [
      onLive("bookAdded", (book) => dispatch({ type: "added", book })),
      onLive("progressUpdated", (progress) => dispatch({ type: "progress", progress })),
      onLive("joined", () => isFresh ? isFresh = false : void refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Whether the page has come from the server just now, and not from what the browser had of it. */
function cameFresh(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit === undefined || visit.transferSize > 0;
}
