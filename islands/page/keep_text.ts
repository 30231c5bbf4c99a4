/**
 * Keeps the text of a book on this device, page by page, so that it can be read without a connection. It runs when it
 * is loaded, on a page that shows the text or its contents.
 */
import { keptTexts as limits } from "../../server/contract/books/kept_text_limits.ts";
import { keptTextTexts as words } from "../../server/contract/books/kept_text_texts.ts";
import {
  deleteKept,
  findKept,
  type KeptText,
  makeRoomFor,
  markRead,
  partPath,
  storeBeside,
  storeKept,
  storeMargin,
  storePart,
} from "../offline/kept_texts.ts";
import { viewerOf } from "../offline/page_copies.ts";
import { element } from "./element.ts";

const place = document.querySelector<HTMLElement>("[data-keep-text]")!;
const { viewer = "" } = document.documentElement.dataset;
const { keepText: bookId = "", path = "", title = "", characters, end } = place.dataset;

const fresh = (): KeptText => ({
  viewerId: viewer,
  bookId,
  path,
  title,
  characters: Number(characters),
  end: Number(end),
  parts: [],
  next: 0,
  checkedAt: Date.now(),
});

/** Where the text is shown; its contents have none. */
const reader = document.querySelector<HTMLElement>("[data-text-reader]");

/** Set while pages are fetched. */
let stopped: AbortController | undefined;

// Plain http has no caches, and without a service worker nothing would be read from them.
if ("caches" in globalThis && navigator.serviceWorker) void begin();

async function begin(): Promise<void> {
  const kept = await findKept(bookId);
  show(kept);
  place.hidden = false;
  if (!reader) return;
  if (kept) void rememberPlace();
  // Another script turns to other parts.
  new MutationObserver(() => void rememberPlace()).observe(reader, { attributeFilter: ["data-from"] });
}

/** Where the reader is found again without a connection. */
async function rememberPlace(): Promise<void> {
  if (await findKept(bookId)) await markRead(bookId, shownPlace()).catch(console.warn);
}

const shownPlace = (): number => Number(reader?.dataset.from ?? 0);

function show(kept: KeptText | undefined, said?: string): void {
  const percent = kept && percentOf(kept);
  if (!kept) place.replaceChildren(button(words.keep, keep), line(said ?? words.keepHint));
  else if (stopped) {
    const bar = element("progress", { max: 100, value: percent! });
    bar.setAttribute("aria-label", words.keeping);
    place.replaceChildren(button(words.stop, stop), bar);
  } else if (kept.next === null) place.replaceChildren(button(words.remove, remove), line(said ?? words.kept));
  else {
    const partly = [said, words.partly(percent!)].filter(Boolean).join(" ");
    place.replaceChildren(button(words.goOn, keep), button(words.remove, remove), line(partly));
  }
}

const percentOf = ({ next, end }: KeptText): number => next === null ? 100 : Math.floor(100 * next / end);

const button = (text: string, act: () => void) =>
  element("button", { type: "button", className: "button button--quiet", onclick: act }, text);

const line = (text: string) => element("p", { className: "muted", role: "status" }, text);

const stop = (): void => stopped?.abort();

async function remove(): Promise<void> {
  await deleteKept(bookId);
  show(undefined);
  place.querySelector("button")?.focus();
}

async function keep(): Promise<void> {
  const controller = stopped = new AbortController();
  let kept = await findKept(bookId) ?? fresh();
  let said: string | undefined;
  show(kept);
  place.querySelector("button")?.focus();
  // Browsers that ask are answered by their reader.
  void navigator.storage?.persist?.().catch(console.warn);
  try {
    const [gone] = await makeRoomFor(bookId);
    if (gone) said = words.instead(gone.title);
    await storeKept(kept);
    await markRead(bookId, shownPlace());
    await storeBeside(kept, controller.signal);
    while (kept.next !== null) {
      kept = await keepNext(kept, controller.signal);
      showProgress(kept);
      if (kept.next !== null) await pause(limits.pause, controller.signal);
    }
  } catch (error) {
    if (!controller.signal.aborted) {
      console.warn(error);
      said = error instanceof DOMException ? words.notStored : words.noConnection;
    }
  }
  stopped = undefined;
  show(await findKept(bookId), said);
  place.querySelector("button")?.focus();
}

/** @throws TypeError without a connection @throws DOMException where there is no room, or when it is stopped */
async function keepNext(kept: KeptText, signal: AbortSignal): Promise<KeptText> {
  const at = kept.next!;
  const path = partPath(kept, at);
  const response = await fetch(path, { credentials: "include", priority: "low", signal });
  if (await wasTooSoon(response, signal)) return kept;
  const html = await response.text();
  const longer = viewerOf(html) === viewer ? await storePart(kept, { html, response }) : undefined;
  if (!longer) throw new TypeError(`${path} is not a page of the text: ${response.status}`);
  const margin = await storeMargin(kept, at, { html, signal });
  if (margin && await wasTooSoon(margin, signal)) return kept;
  // Removed meanwhile in another window, or by logging out there.
  if (!await findKept(bookId)) {
    await deleteKept(bookId);
    throw new TypeError("The text is not kept any more.");
  }
  await storeKept(longer);
  return longer;
}

/** Waits until it may be asked again. */
async function wasTooSoon({ status, headers }: Response, signal: AbortSignal): Promise<boolean> {
  if (status !== 429) return false;
  await pause(1000 * Number(headers.get("Retry-After") ?? 60), signal);
  return true;
}

function showProgress(kept: KeptText): void {
  const bar = place.querySelector("progress");
  if (bar) bar.value = percentOf(kept);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
