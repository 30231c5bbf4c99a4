/**
 * The page on which a text is read, with script: another part is shown without loading a page, by keys, taps and
 * swipes too, and where its reader is follows from what is in view. It runs when it is loaded. Other scripts see that
 * another part is shown by `data-from` of the reader.
 */
import { firstPageAfter, offsetAt, positionAtPlace } from "../../server/contract/books/text_places.ts";
import { placeLine } from "../../server/contract/reading/place_line.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";
import { readerTexts as words } from "../../server/contract/reading/reader_texts.ts";
import { onLeave } from "../runtime/lifecycle.ts";
import { store } from "../runtime/storage.ts";
import { showToast } from "../runtime/toast.ts";
import { rangeFrom } from "./text_characters.ts";
import { type ColumnPage, columnsOf } from "./text_columns.ts";
import { blocksOf, charactersInView, firstInView } from "./text_in_view.ts";
import { partsOf } from "./text_parts.ts";
import { followReader, type InView, pageOfPlace, placeOfCharacter, stayedInView } from "./text_place.ts";
import { keepPlace, takeAfterReload, takePlaceUnderWay } from "./text_progress.ts";
import { enhanceTextStyle } from "./text_style.ts";
import { onTurns } from "./text_turns.ts";
import { renew } from "./renew.ts";

const reader = document.querySelector<HTMLElement>("[data-text-reader]")!;
const text = reader.querySelector<HTMLElement>("[data-text-part]")!;
const { textReader: bookId = "", path = "", points, edition = "", characters } = reader.dataset;
const known = { characters: Number(characters), points: points ? JSON.parse(points) : null, copy: JSON.parse(edition) };
const parts = partsOf(path);
const columns = columnsOf(text);
const underWay = takePlaceUnderWay(bookId);
const own = keepPlace({ ...known, bookId, place: underWay ?? Number(reader.dataset.own), onSaved: showWhere });
/** Milliseconds for which something has to be in view to be read. */
const moment = 800;

const isPaged = () => reader.dataset.layout === "pages";
const isHere = () => reader.dataset.here !== undefined;
const placeOf = (name: "from" | "to") => Number(reader.dataset[name]);
/** Of a link or form that the page has for another part. */
const placeIn = (name: string): number | undefined => {
  const value = reader.querySelector(`[${name}]`)?.getAttribute(name);
  return value ? Number(value) : undefined;
};
const nextPlace = () => placeIn("data-text-turn");
const previousPlace = () => placeIn("data-text-previous");

function begin(): void {
  if (underWay !== undefined) showHere(isOwnPart());
  layOut();
  const asked = new URL(location.href).searchParams.get("at");
  const place = asked === null ? own.place : Number(asked);
  // Its reader may have begun to scroll before the script has come.
  if (isPaged() ? !returnToPage() : location.hash === "" && scrollY < 8) bringIntoView(place);
  onLeave(keepPage);
  enhanceTextStyle(reader, (change) => {
    const first = firstInView(text, isPaged());
    change();
    layOut();
    first?.scrollIntoView({ block: "start", behavior: "instant" });
    if (first && isPaged()) columns.toStartOf(first);
  });
  onTurns({ text, isPaged, turn: (by) => void turn(by), leave: () => location.assign(reader.dataset.book!) });
  reader.addEventListener("click", followLink);
  reader.addEventListener("submit", takeForm);
  addEventListener("popstate", showAddress);
  addEventListener("resize", () => isPaged() && (layOut(), columns.settle()));
  addEventListener("scroll", watch, { passive: true });
  text.addEventListener("scroll", watch, { passive: true });
  document.addEventListener("visibilitychange", watch);
  fetchAhead();
  watch();
}

const pageKey = "textPage";

interface LeftPage extends ColumnPage {
  from: number;
}

/** For when it is loaded again: its address says a paragraph, which may go over several pages. */
function keepPage(): void {
  const left: LeftPage = { from: placeOf("from"), ...columns.shownPage() };
  store(pageKey, isPaged() ? JSON.stringify(left) : null, "sessionStorage");
}

function returnToPage(): boolean {
  const left: LeftPage | null = JSON.parse(takeAfterReload(pageKey) ?? "null");
  return left?.from === placeOf("from") && columns.toPage(left);
}

/** Pages fill the window below what is above them. */
function layOut(): void {
  reader.toggleAttribute("data-turning", isPaged());
  reader.style.setProperty("--reader-above", `${reader.getBoundingClientRect().top + scrollY}px`);
  showWhetherMore();
}

/** The book is finished on its last page. */
const showWhetherMore = () => reader.toggleAttribute("data-more", isPaged() && columns.hasMore());

const fetchAhead = () => void setTimeout(() => parts.fetchAhead(nextPlace(), previousPlace()), 100);

/** By a screen, and at the end of the part to the next one. */
async function turn(by: 1 | -1): Promise<void> {
  if (isPaged() ? columns.turn(by) : scrollByScreen(by)) {
    showWhetherMore();
    return watch();
  }
  if (by === 1) return await goOn();
  const previous = previousPlace();
  if (previous !== undefined) await show(previous, { isAtEnd: true });
}

function scrollByScreen(by: 1 | -1): boolean {
  const page = document.documentElement;
  const isAtEdge = by === 1 ? scrollY + innerHeight >= page.scrollHeight - 2 : scrollY <= 0;
  if (!isAtEdge) scrollBy({ top: by * (innerHeight - 100) });
  return !isAtEdge;
}

/** Where the reader is, the part has been read; elsewhere the next one is looked at. */
async function goOn(): Promise<void> {
  const next = nextPlace();
  if (next === undefined) return reader.querySelector<HTMLElement>("[data-text-turn] button")!.focus();
  const wasHere = isHere();
  if (await show(next) && wasHere) {
    own.moveTo(next);
    showHere(true);
  }
}

interface Showing {
  isAtEnd?: boolean;
  /** Whether it stands at its address already: on going back. */
  isThere?: boolean;
  /** The place in the part; its first without one. */
  at?: number;
}

/** @returns whether it is shown: without a connection what is shown stays */
async function show(place: number, { isAtEnd = false, isThere = false, at }: Showing = {}): Promise<boolean> {
  let page: Document | undefined;
  try {
    page = await parts.at(place);
  } catch (error) {
    console.warn(error);
    showToast("error", words.offline);
    return false;
  }
  const fresh = page?.querySelector<HTMLElement>("[data-text-reader]");
  const address = `${path}?at=${place}`;
  if (!fresh) {
    location.assign(address);
    return false;
  }
  replace(document.importNode(fresh, true));
  document.title = page!.title;
  if (!isThere) history.pushState(null, "", address);
  if (isAtEnd) showEnd();
  else bringIntoView(at ?? placeOf("from"));
  text.focus({ preventScroll: true });
  showWhetherMore();
  fetchAhead();
  watch();
  return true;
}

/** What belongs to a part. */
const ofPart = ["[data-text-section]", ".reader-turn", ".reader-where"];

function replace(fresh: HTMLElement): void {
  for (const selector of ofPart) {
    reader.querySelector(selector)!.replaceChildren(...fresh.querySelector(selector)!.childNodes);
  }
  text.replaceChildren(...fresh.querySelector("[data-text-part]")!.childNodes);
  const [beside, freshBeside] = [reader, fresh].map((one) => one.querySelector("[data-text-margin]"));
  if (beside && freshBeside) renew(beside, freshBeside);
  const at = "[data-text-style] [name=at]";
  reader.querySelector<HTMLInputElement>(at)!.value = fresh.querySelector<HTMLInputElement>(at)!.value;
  reader.dataset.to = fresh.dataset.to;
  reader.dataset.from = fresh.dataset.from;
  showHere(isOwnPart());
}

function isOwnPart(): boolean {
  const to = placeOf("to");
  return placeOf("from") <= own.place && (own.place < to || to >= textEnd);
}

function showHere(here: boolean): void {
  reader.toggleAttribute("data-here", here);
  const hide = (selector: string, hidden: boolean) => reader.querySelector(selector)?.toggleAttribute("hidden", hidden);
  hide("[data-text-turn]", !here);
  hide("[data-text-look]", here);
  hide("[data-text-elsewhere]", here);
  showWhere();
}

function showWhere(): void {
  const { copy } = known;
  const place = isHere() ? own.place : lookedAt();
  const position = positionAtPlace({ pageCount: known.characters, points: known.points }, place);
  const page = isHere() ? pageOfPlace(known, place) : firstPageAfter(copy, position);
  reader.querySelector("[data-text-where]")!.textContent = placeLine(page, position, copy.unit);
}

/** A part may begin long before what is in view of it. */
function lookedAt(): number {
  const inView = charactersInView(text, isPaged());
  return inView ? placeOfCharacter(known, inView.first) : placeOf("from");
}

function showEnd(): void {
  if (isPaged()) columns.toLast();
  else scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
}

function bringIntoView(place: number): void {
  const character = offsetAt(known.characters, place);
  const block = blocksOf(text).findLast((one) => one.character <= character);
  const isFirst = !block || block.element === blocksOf(text)[0].element;
  // A paragraph may go over several pages.
  const passage = block && character > block.character ? rangeFrom(text, character) : undefined;
  if (isPaged()) return isFirst && !passage ? columns.toFirst() : columns.toStartOf(passage ?? block!.element);
  if (isFirst) scrollTo({ top: 0, behavior: "instant" });
  else block.element.scrollIntoView({ block: "start", behavior: "instant" });
  const line = passage?.getClientRects()[0];
  if (line && line.bottom > innerHeight) scrollBy({ top: line.top - innerHeight / 3, behavior: "instant" });
}

/** Of another part: its own links to other places of the text among them. */
function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (event.defaultPrevented) return;
  if (link.matches("[data-text-next], [data-text-previous]")) {
    event.preventDefault();
    if (isPaged()) return void turn(link.matches("[data-text-next]") ? 1 : -1);
    return void show(Number(link.dataset.textNext ?? link.dataset.textPrevious));
  }
  const [, at] = /^\?at=(\d+)#c\d+$/.exec(link.getAttribute("href")!) ?? [];
  if (at === undefined) return;
  event.preventDefault();
  void show(Number(at), { at: Number(at) });
}

function takeForm(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (form.matches("[data-text-turn]") && nextPlace() !== undefined) {
    event.preventDefault();
    void (isPaged() ? turn(1) : goOn());
  }
  if (form.matches("[data-text-here]")) {
    event.preventDefault();
    const first = charactersInView(text, isPaged());
    own.moveTo(first ? placeOfCharacter(known, first.first) : placeOf("from"));
    showHere(true);
    text.focus({ preventScroll: true });
  }
}

function showAddress(): void {
  const { pathname, searchParams } = new URL(location.href);
  if (pathname !== path) return;
  const at = searchParams.get("at");
  const place = at === null ? own.place : Number(at);
  // Only the target within the part is another.
  if (place >= placeOf("from") && place < placeOf("to")) return bringIntoView(place);
  void show(place, { isThere: true, at: place });
}

let watching: { before: InView | undefined } | undefined;
let isMoved = false;
const readTo = followReader();

/** Looks now and a moment later, and again while something moves. */
function watch(): void {
  isMoved = true;
  if (watching || document.hidden) return;
  isMoved = false;
  watching = { before: charactersInView(text, isPaged()) };
  setTimeout(follow, moment);
}

function follow(): void {
  const { before } = watching!;
  watching = undefined;
  const now = charactersInView(text, isPaged());
  const stayed = before && now && stayedInView(before, now);
  if (stayed && isHere() && !document.hidden) read(stayed);
  if (!isHere()) showWhere();
  if (isPaged() && !isMoved && getSelection()?.isCollapsed !== false) columns.settle();
  if (isMoved) watch();
}

function read(inView: InView): void {
  const before = offsetAt(known.characters, own.place);
  const character = readTo(before, inView);
  if (character <= before) return;
  own.moveTo(placeOfCharacter(known, character));
  showWhere();
  shareAddress();
}

/** Loaded again, or sent to somebody else, the page shows this place. */
function shareAddress(): void {
  history.replaceState(null, "", `${path}?at=${own.place}`);
}

begin();
