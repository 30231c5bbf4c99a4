/** Saves the page a reader is on: one call after the other, so that the last page set is the one that is stored. */
import type { Progress } from "../../server/contract/books.ts";
import { pageTurnDelay } from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { failureText } from "../runtime/api.ts";
import { onLeave } from "../runtime/lifecycle.ts";
import { showToast } from "../runtime/toast.ts";
import { type BookOfPage, putPage, type Saved } from "./calls.ts";

interface Turned {
  book: BookOfPage;
  /** In the reader's copy. */
  page: number;
  onSaved: (progress: Progress) => void;
}

/** The page that was turned to last and is not saved yet. A browser has one reader, who turns one page at a time. */
let unsaved: Turned | undefined;
let timer: ReturnType<typeof setTimeout>;
let lastCall: Promise<unknown> = Promise.resolve();
let isListening = false;

/** Saves the page a reader is on. @throws ApiError */
export function savePage(book: BookOfPage, page: number): Promise<Saved> {
  // A page of this book that was only turned to is out of date by now.
  if (unsaved?.book.id === book.id) unsaved = undefined;
  const saved = lastCall.then(() => putPage(book, page));
  lastCall = saved.catch(() => {});
  return saved;
}

/** Saves the page once the reader has stopped turning, or leaves. A failure is a toast. */
export function savePageLater(book: BookOfPage, page: number, onSaved: Turned["onSaved"]): void {
  if (unsaved?.book.id !== book.id) saveTurned(savePage);
  unsaved = { book, page, onSaved };
  clearTimeout(timer);
  timer = setTimeout(() => saveTurned(savePage), pageTurnDelay);
  saveOnLeaving();
}

async function saveTurned(save: typeof savePage): Promise<void> {
  if (!unsaved) return;
  const { book, page, onSaved } = unsaved;
  unsaved = undefined;
  try {
    onSaved((await save(book, page)).progress);
  } catch (error) {
    showToast("error", failureText(error, texts.progress.updateFailed));
  }
}

/** Without waiting for calls before: the page may be about to end. */
function saveOnLeaving(): void {
  if (isListening) return;
  isListening = true;
  onLeave(() => void saveTurned(putPage));
}
