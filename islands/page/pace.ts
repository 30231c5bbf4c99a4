/** Keeps the line and the table of a book's readers as they are now, drawn by the server. */
import { on } from "../runtime/events.ts";
import { onRejoined } from "../runtime/lifecycle.ts";
import { reloader } from "../runtime/reloader.ts";
import { fetchPage } from "../runtime/other_page.ts";

/** Milliseconds, at random: every open page hears of a turn in the same moment. */
const reloadWithin = 1000;

const partsOf = (page: ParentNode) => [...page.querySelectorAll<HTMLElement>("[data-pace]")];
const bookId = partsOf(document)[0].dataset.pace;
let timer: ReturnType<typeof setTimeout>;

const { reload } = reloader(() => fetchPage(`${location.pathname}?part=pace`), show);

function reloadSoon(moved: { bookId: string }): void {
  if (moved.bookId !== bookId) return;
  clearTimeout(timer);
  timer = setTimeout(() => void reload(), Math.random() * reloadWithin);
}

on("readersMoved", reloadSoon);
on("progressUpdated", reloadSoon);
onRejoined(() => void reload());

/** What the reader has opened stays open, and the focus where it is. */
function show(page: Document | undefined): void {
  if (!page) return;
  const fresh = partsOf(page);
  partsOf(document).forEach((part, index) => fresh[index] && replace(part, fresh[index]));
}

function replace(shown: HTMLElement, fresh: HTMLElement): void {
  const table = fresh.querySelector("details");
  if (table) table.open = shown.querySelector("details")?.open ?? table.open;
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  shown.replaceChildren(...fresh.childNodes);
  const href = focused?.getAttribute("href");
  const again = href ? `a[href=${CSS.escape(href)}]` : focused?.localName;
  if (again) shown.querySelector<HTMLElement>(again)?.focus();
}
