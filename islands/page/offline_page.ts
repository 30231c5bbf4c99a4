/** The offline page, under the address of the page that it stands for. */
import { readableTexts as words } from "../../server/contract/site/outbox_texts.ts";
import { keptTextTexts } from "../../server/contract/books/kept_text_texts.ts";
import { onReturn } from "../runtime/lifecycle.ts";
import { listKept } from "../offline/kept_texts.ts";
import { listPages, type StoredPage } from "../offline/stored_pages.ts";
import { element } from "./element.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

/** Milliseconds until the server is asked, doubled each time, and for how long it may take to answer. */
const pause = { first: 1000, longest: 60_000 };
const answerTimeout = 10_000;

/** Lists what there is to read, and loads the page that it stands for once the server answers. */
export function enhanceOfflinePage(offline: HTMLElement): void {
  listReadable(offline).catch(console.warn);
  // Under its own address it stands for none.
  if (location.pathname !== sitePaths.offline) reloadOnceReachable();
}

async function listReadable(offline: HTMLElement): Promise<void> {
  const [pages, texts] = await Promise.all([listPages(), listKept()]);
  const kept = texts.map(({ path, title }) => ({ href: path, title }));
  const isOther = location.pathname !== sitePaths.offline;
  const said = pages.length + kept.length === 0 ? words.nothingStored : isOther && words.notStored;
  if (said) offline.append(element("p", { className: "empty-state-text" }, said));
  const others = pages.filter(({ href }) => kept.every((one) => one.href !== href));
  const { group = [], book = [], other = [] } = Object.groupBy(others, ({ href }) => kindOf(href));
  const lists = [
    listOf(keptTextTexts.list, kept),
    listOf(words.storedGroups, group),
    listOf(words.storedBooks, book),
    listOf(words.readable, other),
  ];
  offline.append(element("div", { className: "stored-pages" }, ...lists.flat()));
}

/** A group's tabs are listed with it. */
function kindOf(href: string): "group" | "book" | "other" {
  if (/^\/group\/[^/]+\/books\//.test(href)) return "book";
  return href.startsWith("/group/") ? "group" : "other";
}

function listOf(title: string, pages: StoredPage[]): HTMLElement[] {
  if (pages.length === 0) return [];
  return [element("h2", {}, title), element("ul", { className: "stored-list" }, ...pages.map(itemOf))];
}

function itemOf(page: StoredPage): HTMLElement {
  const mark = element("span", { className: "stored-mark", ariaHidden: "true" }, [...page.title][0]);
  const at = page.at ? [element("small", { className: "muted" }, words.asOf(written(page.at)))] : [];
  return element("li", {}, element("a", { href: page.href }, mark, element("span", {}, labelOf(page)), ...at));
}

function written(at: string): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString([], { timeStyle: "short" }) : time.toLocaleDateString();
}

function labelOf({ href, title }: StoredPage): string {
  const tab = new URL(href, location.href).searchParams.get("tab");
  return tab ? `${title}, ${tab}` : title;
}

/**
 * Asks the server, in pauses and whenever the connection may be back. What the browser knows of its network is no
 * answer: one that leads nowhere counts as a connection.
 */
function reloadOnceReachable(): void {
  let timer: ReturnType<typeof setTimeout>;
  let isAsking = false;
  async function ask() {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    if (await isReachable()) return location.reload();
    isAsking = false;
    askLater();
  }
  function askLater() {
    // Out of sight it waits until it is seen again.
    timer = setTimeout(() => document.hidden || ask(), nextPause());
  }
  onReturn(ask);
  askLater();
}

/** The count outlives a reload, so that one which fails although the server answers is not repeated at once. */
function nextPause(): number {
  const asked = history.state?.asked ?? 0;
  history.replaceState({ ...history.state, asked: asked + 1 }, "");
  return Math.min(pause.first * 2 ** asked, pause.longest) * (1 + Math.random() / 2);
}

/** Asks for the file that is public wherever there is an offline page. */
async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerTimeout);
  try {
    return (await fetch(sitePaths.serviceWorker, { method: "HEAD", cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}
