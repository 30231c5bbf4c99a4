/** The page that a reader turns to: saved at once, a moment later, or as the page is left, and always by the outbox. */
import type { Answer } from "../../routes/api/calls.ts";
import { openBookTexts } from "../../server/contract/books/open_book_texts.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { pageTurnDelay } from "../../server/contract/reading/limits.ts";
import { placeName, placeWithin } from "../../server/contract/reading/places.ts";
import { copyOf, pageField } from "../../server/contract/reading/positions.ts";
import type { Progress } from "../../server/contract/reading/shapes.ts";
import { progressTexts } from "../../server/contract/reading/texts.ts";
import { deliver } from "../offline/outbox/deliver.ts";
import { discard, enqueue } from "../offline/outbox/entries.ts";
import { addressOf, call, failureText, networkHint, request } from "../runtime/api.ts";
import { onLeave } from "../runtime/lifecycle.ts";
import { localIso } from "../runtime/reader_locale.ts";
import { showToast } from "../runtime/toast.ts";
import { invalidBooksAnswer } from "./calls.ts";

type BookOfPage = Pick<Book, "id" | "pageCount" | "edition">;

interface Turn {
  book: BookOfPage;
  page: number;
  at: string;
}

interface Turned extends Turn {
  onSaved: (progress: Progress) => void;
}

type Saved = Answer<"PUT /books/:bookId/progress">;

/** The page that was turned to last and is not saved yet. A browser has one reader, who turns one page at a time. */
let unsaved: Turned | undefined;
let timer: ReturnType<typeof setTimeout>;
let lastCall: Promise<unknown> = Promise.resolve();
let isListening = false;
let isWaiting = false;

/** The caller says that it waits, where it does: then those that follow need not say so again. */
export async function savePage(book: BookOfPage, page: number): Promise<Saved | undefined> {
  const saved = await saveTurn({ book, page, at: localIso(new Date()) });
  isWaiting = !saved;
  return saved;
}

function saveTurn(turn: Turn): Promise<Saved | undefined> {
  if (unsaved?.book.id === turn.book.id) unsaved = undefined;
  const saved = lastCall.then(() => deliver(turnItem(turn), { replaces: true }));
  lastCall = saved.catch(() => {});
  return saved.then((answer) => answer && asSaved(answer));
}

export function savePageLater(book: BookOfPage, page: number, onSaved: Turned["onSaved"]): void {
  if (unsaved?.book.id !== book.id) saveTurned(saveTurn);
  unsaved = { book, page, at: localIso(new Date()), onSaved };
  clearTimeout(timer);
  timer = setTimeout(() => saveTurned(saveTurn), pageTurnDelay);
  saveOnLeaving();
}

async function saveTurned(save: (turn: Turn) => Promise<Saved | undefined>): Promise<void> {
  if (!unsaved) return;
  const { onSaved, ...turn } = unsaved;
  unsaved = undefined;
  try {
    const saved = await save(turn);
    if (saved) {
      onSaved(saved.progress);
      const laterTurn = findLaterTurn(turn, saved);
      if (laterTurn) showToast("error", laterTurn);
    } else if (!isWaiting) showToast("info", progressTexts.waits);
    isWaiting = !saved;
  } catch (error) {
    showToast("error", failureText(error, progressTexts.updateFailed));
  }
}

/** Without waiting for calls before: the page may be about to end. What does not arrive is in the outbox. */
function saveOnLeaving(): void {
  if (isListening) return;
  isListening = true;
  onLeave(() => void saveTurned(saveAtLast));
}

async function saveAtLast(turn: Turn): Promise<Saved | undefined> {
  const stored = enqueue(turnItem(turn), { replaces: true });
  stored.catch(console.warn);
  try {
    const params = { bookId: turn.book.id };
    const saved = asSaved(await call("PUT /books/:bookId/progress", params, bodyOf(turn), { keepalive: true }));
    void stored.then(discard).catch(console.warn);
    return saved;
  } catch (error) {
    const isStored = await stored.then(() => true, () => false);
    if (!networkHint(error) || !isStored) throw error;
  }
}

/** What a plain form is sent as without a connection. */
export function turnForm({ id }: Pick<BookOfPage, "id">) {
  const address = addressOf("PUT /books/:bookId/progress", { bookId: id });
  return { "data-outbox": address.join(" "), "data-kind": "page", "data-key": turnKey(id) };
}

const turnItem = (turn: Turn) => ({
  kind: "page" as const,
  key: turnKey(turn.book.id),
  text: placeName(turn.page, copyOf(turn.book).unit),
  call: request("PUT /books/:bookId/progress", { bookId: turn.book.id }, bodyOf(turn)),
});

const turnKey = (bookId: string): string => `page:${bookId}`;

const bodyOf = ({ book, page, at }: Turn) => ({
  [pageField(book)]: page,
  // By the time that it is sent the reader may have another copy.
  copy: book.edition ? { unit: book.edition.unit, pageCount: book.edition.pageCount } : undefined,
  at,
});

/** What is stored instead of a turn, whose time was before it: some clocks are slow. */
export function findLaterTurn({ book, page }: Omit<Turn, "at">, { progress }: Saved): string | undefined {
  const isStored = progress[pageField(book)] === page;
  return isStored ? undefined : openBookTexts.stays(placeWithin(progress.page, copyOf(book).unit));
}

function asSaved(saved: Saved): Saved {
  if (!saved.progress) throw invalidBooksAnswer();
  return saved;
}
