import type { Progress } from "../../server/contract/reading/shapes.ts";
import { failureText, networkHint } from "../runtime/api.ts";
import { onLeave } from "../runtime/lifecycle.ts";
import { localIso } from "../runtime/local_iso.ts";
import { deliver } from "../offline/load_outbox.ts";
import { discard, enqueue } from "../offline/outbox/put.ts";
import { showToast } from "../runtime/toast.ts";
import { asSaved, type BookOfPage, putPage, type Saved, type Turn, turnItem } from "./calls.ts";
import { pageTurnDelay } from "../../server/contract/reading/limits.ts";
import { progressTexts } from "../../server/contract/reading/texts.ts";

interface Turned extends Turn {
  onSaved: (progress: Progress) => void;
}

/** The page that was turned to last and is not saved yet. A browser has one reader, who turns one page at a time. */
let unsaved: Turned | undefined;
let timer: ReturnType<typeof setTimeout>;
let lastCall: Promise<unknown> = Promise.resolve();
let isListening = false;
let isWaiting = false;

export const savePage = (book: BookOfPage, page: number): Promise<Saved | undefined> =>
  saveTurn({ book, page, at: localIso(new Date()) });

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
    if (saved) onSaved(saved.progress);
    else if (!isWaiting) showToast("info", progressTexts.waits);
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
    const saved = await putPage(turn);
    void stored.then(discard).catch(console.warn);
    return saved;
  } catch (error) {
    const isStored = await stored.then(() => true, () => false);
    if (!networkHint(error) || !isStored) throw error;
  }
}
