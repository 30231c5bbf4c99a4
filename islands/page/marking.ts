/** Marking in the text of a book, and the margin beside it. It runs when it is loaded, on the page that has a text. */
import { offsetAt, placeOf } from "../../server/contract/books/text_places.ts";
import { type MarkInText, withMarks } from "../../server/contract/notes/marked_text.ts";
import { markTexts as words } from "../../server/contract/notes/mark_texts.ts";
import { deliver } from "../offline/outbox/deliver.ts";
import { entriesOf, type Entry, onNews, viewerId } from "../offline/outbox/entries.ts";
import { ApiError, request } from "../runtime/api.ts";
import { copyText } from "../runtime/clipboard.ts";
import { randomId } from "../runtime/random_id.ts";
import { showToast } from "../runtime/toast.ts";
import { marginOf } from "./text_margin.ts";
import { makeBar, type MarkChoice } from "./marking_bar.ts";
import { charactersOf, selectCharacters } from "./text_characters.ts";

/** Milliseconds without a change after which a selection is taken as made. */
const settled = 200;

const reader = document.querySelector<HTMLElement>("[data-text-reader]")!;
const text = reader.querySelector<HTMLElement>("[data-text-part]")!;
const bookId = reader.dataset.textReader!;
const characters = Number(reader.dataset.characters);
const margin = () => reader.querySelector<HTMLElement>("[data-text-margin]");
/** Undefined until they are fetched with the margin: the page has them in its text. */
const marks = (): MarkInText[] | undefined => {
  const { marks } = margin()?.dataset ?? {};
  return marks ? JSON.parse(marks) : undefined;
};

interface Selected {
  from: number;
  to: number;
  words: string;
}

let selected: Selected | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isPressed = false;
let hasMarked = false;
/** Made here, or waiting since an earlier page: shown until the margin's list has it. */
interface Made extends MarkInText {
  state: "sending" | "waiting" | "sent";
}

let made: Made[] = [];

const { mayShare, mayWrite, longestMark, longestNote } = margin()!.dataset;
const bar = makeBar(text, {
  mayShare: mayShare !== undefined,
  mayWrite: mayWrite !== undefined,
  longestNote: Number(longestNote),
  mark: (choice) => void mark(choice),
  ask: () => open("ask"),
  quote: () => open("quote"),
  copy: () => void copyText(selected!.words, { copied: words.copied, failed: words.copyFailed }),
});

const shownMargin = marginOf(reader, {
  onFetch() {
    const known = made.filter(({ state }) => state === "sent");
    return () => {
      made = made.filter((one) => !known.includes(one));
      show([...marks() ?? [], ...made]);
    };
  },
});

function soon(): void {
  clearTimeout(timer);
  timer = setTimeout(follow, settled);
}

function follow(): void {
  if (isPressed || bar.isInUse()) return;
  const selection = getSelection();
  const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
  const found = range && charactersOf(text, range);
  selected = found && found.to - found.from <= Number(longestMark)
    ? { ...found, words: selection!.toString() }
    : undefined;
  if (selected) bar.show(range!);
  else bar.hide();
}

const placesOf = ({ from, to }: Selected) => ({ from: placeOf(characters, from), to: placeOf(characters, to) });

/** Shown at once, and taken back where it is refused. */
async function mark({ color, note, shared }: MarkChoice): Promise<void> {
  const { from, to, words: text } = selected!;
  const places = placesOf(selected!);
  const clientId = randomId();
  bar.hide();
  getSelection()?.removeAllRanges();
  const marked: Made = { id: clientId, from, to, color, by: null, state: "sending" };
  hasMarked = true;
  made.push(marked);
  add([marked]);
  try {
    const added = await deliver({
      kind: "note",
      key: `mark:${clientId}`,
      text: note || text,
      call: request("POST /books/:bookId/highlights", { bookId }, { ...places, color, note, shared, clientId }),
    });
    marked.state = added ? "sent" : "waiting";
    if (added) await shownMargin.renew();
    else showToast("info", words.waits);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    takeBack(marked);
    if (note) bar.keepNote(note);
    showToast("error", error.message);
  }
}

const isMark = ({ call, refusal }: Entry) => call.path === `/books/${bookId}/highlights` && !refusal;

const storedMarks = async () =>
  (await entriesOf(viewerId())).filter(isMark).map(({ call: { body } }) => body as unknown as SentMark);

interface SentMark extends Pick<MarkInText, "from" | "to" | "color"> {
  clientId: string;
}

/** Of pages before this one. */
async function showWaiting(): Promise<void> {
  const waiting = (await storedMarks()).map(({ clientId, from, to, color }): Made => (
    { id: clientId, from: offsetAt(characters, from), to: offsetAt(characters, to), color, by: null, state: "waiting" }
  ));
  if (waiting.length === 0) return;
  made.push(...waiting);
  add(waiting);
  // Sent, or discarded, while they were read.
  await compareWaiting();
}

/** What waits no longer is as the server has it: it was sent, by this window or another one, or discarded. */
async function compareWaiting(): Promise<void> {
  if (!made.some(({ state }) => state === "waiting")) return;
  const ids = new Set((await storedMarks()).map(({ clientId }) => clientId));
  const gone = made.filter(({ id, state }) => state === "waiting" && !ids.has(id));
  if (gone.length === 0) return;
  for (const mark of gone) mark.state = "sent";
  hasMarked = true;
  await shownMargin.renew();
}

/** What needs more than a bar has a page of its own. */
function open(part: "ask" | "quote"): void {
  const { from, to } = placesOf(selected!);
  const page = new URL(`${reader.dataset.path}/mark`, location.href);
  page.search = String(new URLSearchParams({ at: String(from), to: String(to), [part]: "" }));
  location.assign(page);
}

function show(marks: MarkInText[]): void {
  draw((plain) => {
    unwrap(plain.querySelectorAll(".text-mark"));
    plain.normalize();
    return withMarks(plain.innerHTML, marks);
  });
}

/** Over those that are shown. */
const add = (marks: MarkInText[]) => draw(({ innerHTML }) => withMarks(innerHTML, marks));

function takeBack(mark: Made): void {
  made = made.filter((one) => one !== mark);
  unwrap(text.querySelectorAll(`[data-mark="${mark.id}"]`));
}

const unwrap = (marks: Iterable<Element>) => {
  for (const mark of marks) mark.replaceWith(...mark.childNodes);
};

/** What is selected stays so. */
function draw(html: (plain: HTMLElement) => string): void {
  const selection = getSelection();
  const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
  const kept = range && charactersOf(text, range);
  text.innerHTML = html(text.cloneNode(true) as HTMLElement);
  if (kept) selectCharacters(text, kept);
}

async function showPart(): Promise<void> {
  if (made.length > 0) add(made);
  if (hasMarked) await shownMargin.renew();
  else await shownMargin.follow();
}

function openList(marked: Element): void {
  const block = marked.closest<HTMLElement>("[id^=c]")!;
  const from = placeOf(characters, Number(block.id.slice(1)));
  location.assign(`${reader.dataset.path}/marks?from=${from}#mark-${(marked as HTMLElement).dataset.mark}`);
}

async function showMarked(event: MouseEvent): Promise<void> {
  const target = event.target as Element;
  if (target.closest("a") || !getSelection()?.isCollapsed) return;
  const marked = target.closest<HTMLElement>("[data-mark]");
  const id = marked?.dataset.mark;
  if (!id || made.some((mark) => mark.id === id)) return;
  if (!await shownMargin.open()) return;
  const item = document.getElementById(`mark-${id}`);
  // Of very many in this part the first ones alone are in the margin.
  if (!item) return openList(marked);
  item.tabIndex = -1;
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

void shownMargin.follow();

document.addEventListener("pointerdown", () => isPressed = true, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    isPressed = false;
    soon();
  }, true);
}
document.addEventListener("selectionchange", soon);
text.addEventListener("click", (event) => void showMarked(event));
// Something may be selected by now.
soon();
onNews((news) => {
  if (news.type === "changed" || news.type === "tried") compareWaiting().catch(console.warn);
});
showWaiting().catch(console.warn);
// Another part is shown, with what was marked in it when it was fetched.
new MutationObserver(() => void showPart()).observe(reader, { attributeFilter: ["data-from"] });
