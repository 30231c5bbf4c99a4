/**
 * What helps to write in a text marked `data-write`: marks and their keys, lists that go on, fences around pasted code,
 * names of emoji, and what is written as it will be shown. Loaded once such a field is used; it runs when it is loaded.
 */
import css from "../../static/css/parts/write_tools.css" with { type: "text" };
import { makeBar } from "./write_bar.ts";
import { apply, typedIn } from "./write_change.ts";
import { completeEmoji } from "./write_completion.ts";
import { markOf } from "./write_keys.ts";
import { continued } from "./write_lists.ts";
import { toggle } from "./write_marks.ts";
import { fenced } from "./write_paste.ts";
import { placeAround } from "./write_place.ts";
import { showWritten } from "./write_shown.ts";

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const helped = new WeakSet<Element>();

addEventListener("focusin", helpFocused);
helpFocused();

function helpFocused(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || field.dataset.write === undefined || field.readOnly) return;
  if (helped.has(field)) return;
  helped.add(field);
  help(field);
  onceAlive(field, () => {
    const place = placeAround(field);
    // The focus stays in the field, and a phone's keyboard open.
    for (const part of [place.bar, field.closest(".composer") && place.shown]) {
      part?.addEventListener("mousedown", (event) => event.preventDefault());
    }
    makeBar(field, place);
    showWritten(field, place);
    completeEmoji(field, place);
  });
}

/** React must find an island as the server has drawn it. */
function onceAlive(field: Element, act: () => void): void {
  const island = field.closest<HTMLElement>("[data-island]");
  if (!island || island.dataset.hydrated !== undefined) return act();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    act();
  });
  observer.observe(island, { attributeFilter: ["data-hydrated"] });
}

function help(field: HTMLTextAreaElement): void {
  let isPlain = false;
  field.addEventListener("keydown", (event) => {
    isPlain = event.shiftKey;
    const mark = markOf(event);
    if (!mark) return;
    event.preventDefault();
    apply(field, toggle(typedIn(field), mark));
  });
  field.addEventListener("keyup", (event) => isPlain = event.shiftKey);
  field.addEventListener("beforeinput", (event) => {
    if (event.isComposing || !/^insert(LineBreak|Paragraph)$/.test(event.inputType)) return;
    const change = continued(typedIn(field));
    if (!change) return;
    event.preventDefault();
    apply(field, change);
  });
  field.addEventListener("paste", (event) => {
    const { clipboardData } = event;
    if (isPlain || !clipboardData || clipboardData.files.length > 0) return;
    const [text, html, editor] = ["text/plain", "text/html", "vscode-editor-data"].map((type) =>
      clipboardData.getData(type)
    );
    const change = fenced(typedIn(field), { text, html, editor });
    // What is too long is cut by the browser, as any other text.
    const isTooLong = field.maxLength >= 0 && change && field.textLength + change.text.length > field.maxLength;
    if (!change || isTooLong) return;
    event.preventDefault();
    apply(field, change);
  });
}
