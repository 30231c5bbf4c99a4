import type { Progress } from "../../server/contract/books.ts";
import { pageTurnDelay } from "../../server/contract/limits.ts";
import { texts } from "../../server/contract/texts.ts";
import { call, saidBy } from "./api.ts";
import { showToast } from "./toasts.ts";

/** Saves the page a reader is on. @throws ApiError what the server said */
export const savePage = (bookId: string, currentPage: number) =>
  call<{ message: string; progress: Progress }>("PUT", `/books/${encodeURIComponent(bookId)}/progress`, {
    currentPage,
  });

let timer: ReturnType<typeof setTimeout>;

/** Saves the page once the reader has stopped turning, without a word unless it fails. */
export function keepPage(bookId: string, page: number, tell: (progress: Progress) => void): void {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    try {
      tell((await savePage(bookId, page)).progress);
    } catch (error) {
      showToast("error", saidBy(error, texts.progress.updateFailed));
    }
  }, pageTurnDelay);
}
