/** Marking in the text of a book, and the margin beside it. It runs when it is loaded, on the page that has a text. */
import { placeOf } from "../../server/contract/books/text_places.ts";
import { type MarkInText, withMarks } from "../../server/contract/notes/marked_text.ts";
import { markTexts as words } from "../../server/contract/notes/mark_texts.ts";
import { deliver } from "../offline/outbox/deliver.ts";
import { ApiError, request } from "../runtime/api.ts";
import { copyText } from "../runtime/clipboard.ts";
import { fetchPage } from "../runtime/other_page.ts";
import { randomId } from "../runtime/random_id.ts";
import { showToast } from "../runtime/toast.ts";
import { sheetOf } from "./margin_sheet.ts";
import { makeBar, type MarkChoice } from "./marking_bar.ts";
import { renew } from "./renew.ts";
import { charactersOf, selectCharacters } from "./text_characters.ts";

/** Milliseconds without a change after which a selection is taken as made. */
const settled = 200;

const reader = document.querySelector<HTMLElement>("[data-text-reader]")!;
const text = reader.querySelector<HTMLElement>("[data-text-part]")!;
const bookId = reader.dataset.textReader!;
const characters = Number(reader.dataset.characters);
const margin = () => reader.querySelector<HTMLElement>("[data-text-margin]");
const marks = (): MarkInText[] => JSON.parse(margin()?.dataset.marks ?? "[]");

interface Selected {
  from: number;
  to: number;
  words: string;
}

let selected: Selected | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isPressed = false;
let hasMarked = false;
/** What waits for a connection. */
const waiting: MarkInText[] = [];

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

const sheet = sheetOf(reader);
sheet.count();

document.addEventListener("pointerdown", () => isPressed = true, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    isPressed = false;
    soon();
  }, true);
}
document.addEventListener("selectionchange", soon);
text.addEventListener("click", showMarked);
// Something may be selected by now.
soon();
// Another part is shown, with what was marked in it when it was fetched.
new MutationObserver(() => {
  sheet.count();
  if (hasMarked) void showPart();
}).observe(reader, { attributeFilter: ["data-from"] });

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
  const marked = { id: clientId, from, to, color, by: null };
  hasMarked = true;
  show([...marks(), ...waiting, marked]);
  try {
    const added = await deliver({
      kind: "note",
      key: `mark:${clientId}`,
      text: note || text,
      call: request("POST /books/:bookId/highlights", { bookId }, { ...places, color, note, shared, clientId }),
    });
    if (added) await renewMargin();
    else {
      waiting.push(marked);
      showToast("info", words.waits);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    show([...marks(), ...waiting]);
    showToast("error", error.message);
  }
}

/** What needs more than a bar has a page of its own. */
function open(part: "ask" | "quote"): void {
  const { from, to } = placesOf(selected!);
  const page = new URL(`${reader.dataset.path}/mark`, location.href);
  page.search = String(new URLSearchParams({ at: String(from), to: String(to), [part]: "" }));
  location.assign(page);
}

function show(marks: MarkInText[]): void {
  const plain = text.cloneNode(true) as HTMLElement;
  for (const mark of plain.querySelectorAll(".text-mark")) mark.replaceWith(...mark.childNodes);
  plain.normalize();
  const selection = getSelection();
  const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
  const kept = range && charactersOf(text, range);
  text.innerHTML = withMarks(plain.innerHTML, marks);
  if (kept) selectCharacters(text, kept);
}

/** As the server has it by now. Without a connection it stays. */
async function renewMargin(): Promise<void> {
  const from = reader.dataset.from!;
  const page = await fetchPage(`${reader.dataset.path}/margin?at=${from}`).catch(console.warn);
  const fresh = page?.querySelector<HTMLElement>("[data-text-margin]");
  const shown = margin();
  if (!fresh || !shown || from !== reader.dataset.from) return;
  renew(shown, fresh);
  sheet.count();
  shown.dataset.marks = fresh.dataset.marks;
  show([...marks(), ...waiting]);
}

async function showPart(): Promise<void> {
  if (waiting.length > 0) show([...marks(), ...waiting]);
  await renewMargin();
}

function showMarked(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest("a") || !getSelection()?.isCollapsed) return;
  const marked = target.closest<HTMLElement>("mark[data-marks]");
  const [id] = marked?.dataset.marks?.split(" ") ?? [];
  const item = id && document.getElementById(`mark-${id}`);
  if (!item) return;
  sheet.open();
  item.tabIndex = -1;
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest", behavior: "smooth" });
}
