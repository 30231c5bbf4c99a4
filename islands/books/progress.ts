/** The page a reader is on: said to the server one after the other, so that the last one said is the last one heard. */
import type { Progress } from "../../server/contract/books.ts";
import { pageTurnDelay } from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { call, failureOf } from "../runtime/api.ts";
import { invalidBooksAnswer } from "./calls.ts";
import { showToast } from "../runtime/toast.ts";

interface Saved {
  message: string;
  progress: Progress;
}

interface Turned {
  bookId: string;
  page: number;
  tell: (progress: Progress) => void;
}

/** What was turned to and is not saved yet. */
let waiting: Turned | undefined;
let timer: ReturnType<typeof setTimeout>;
let before: Promise<unknown> = Promise.resolve();
let guarded = false;

/** Saves the page a reader is on. @throws ApiError what the server said */
export function savePage(bookId: string, currentPage: number): Promise<Saved> {
  // A page that was only turned to is out of date by now.
  if (waiting?.bookId === bookId) waiting = undefined;
  const saved = before.then(() => put(bookId, currentPage));
  before = saved.catch(() => {});
  return saved;
}

/** Saves the page once the reader has stopped turning, or leaves, without a word unless it fails. */
export function keepPage(bookId: string, page: number, tell: (progress: Progress) => void): void {
  if (waiting?.bookId !== bookId) flush();
  waiting = { bookId, page, tell };
  clearTimeout(timer);
  timer = setTimeout(flush, pageTurnDelay);
  guardLeaving();
}

function flush(): void {
  if (waiting) void save(waiting, savePage);
}

async function save({ bookId, page, tell }: Turned, how: typeof savePage): Promise<void> {
  waiting = undefined;
  try {
    tell((await how(bookId, page)).progress);
  } catch (error) {
    showToast("error", failureOf(error, texts.progress.updateFailed));
  }
}

/** It outlives the page that says it. */
async function put(bookId: string, currentPage: number): Promise<Saved> {
  const path = `/books/${encodeURIComponent(bookId)}/progress`;
  const saved = await call<Partial<Saved>>("PUT", path, { currentPage }, { keepalive: true });
  if (!saved.progress) throw invalidBooksAnswer();
  return saved as Saved;
}

/** Whoever leaves waits for nothing: phones end a page that is out of sight without another word. */
function guardLeaving(): void {
  if (guarded) return;
  guarded = true;
  const leave = () => void (waiting && save(waiting, put));
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => document.hidden && leave());
}
