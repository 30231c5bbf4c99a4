/** What can be done with selected words of a text, in a bar that covers neither them nor the browser's own menu. */
import { type HighlightColor, highlightColors } from "../../server/contract/notes/mark_colors.ts";
import { markTexts as words } from "../../server/contract/notes/mark_texts.ts";
import { element } from "./element.ts";

export interface MarkChoice {
  color: HighlightColor;
  note?: string;
  shared?: boolean;
}

interface Doing {
  mark(choice: MarkChoice): void;
  ask(): void;
  quote(): void;
  copy(): void;
  mayShare: boolean;
  mayWrite: boolean;
  /** Characters. */
  longestNote: number;
}

export interface Bar {
  show(range: Range): void;
  hide(): void;
  /** Whether somebody is writing in it. */
  isInUse(): boolean;
  /** What was typed and could not be stored: it stands in the next note. */
  keepNote(note: string): void;
}

export function makeBar(after: Element, doing: Doing): Bar {
  const bar = element("div", { className: "text-bar", popover: "manual" });
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", words.bar);
  after.after(bar);
  const buttons = buttonsFor(doing, () => showNote());
  /** What is typed, also after the bar is closed. */
  let draft = "";
  const showNote = () => {
    const note = noteFields({ ...doing, mark }, () => {
      draft = "";
      bar.replaceChildren(...buttons);
    });
    bar.replaceChildren(...note);
    const field = note[0].querySelector("textarea")!;
    field.value = draft;
    field.addEventListener("input", () => draft = field.value);
    field.focus();
  };
  const mark = (choice: MarkChoice) => {
    draft = "";
    doing.mark(choice);
  };
  // What is selected stays so.
  bar.addEventListener("pointerdown", (event) => {
    if (!(event.target as Element).closest("textarea, label")) event.preventDefault();
  });
  bar.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    else moveFocus(bar, event);
  });
  const hide = () => {
    if (bar.contains(document.activeElement)) focusOn(after);
    bar.hidePopover();
    bar.replaceChildren(...buttons);
  };
  return {
    show(range) {
      if (!bar.matches(":popover-open")) {
        bar.replaceChildren(...buttons);
        bar.showPopover();
      }
      put(bar, range);
    },
    hide: () => bar.matches(":popover-open") && hide(),
    isInUse: () => bar.matches(":popover-open") && bar.contains(document.activeElement),
    keepNote: (note) => draft = note,
  };
}

/** Where somebody who works by keyboard goes on from. */
function focusOn(text: Element): void {
  (text as HTMLElement).tabIndex = -1;
  (text as HTMLElement).focus({ preventScroll: true });
}

function buttonsFor(doing: Doing, note: () => void): HTMLElement[] {
  const button = (text: string, onclick: () => void) => element("button", { type: "button", onclick }, text);
  const colors = highlightColors.map((color) => {
    const made = button("Aa", () => doing.mark({ color }));
    made.className = `text-mark text-mark-${color}`;
    made.setAttribute("aria-label", words.markIn[color]);
    made.title = words.markIn[color];
    return made;
  });
  return [
    ...colors,
    button(words.addNote, note),
    ...doing.mayShare ? [button(words.shareIt, () => doing.mark({ color: "yellow", shared: true }))] : [],
    ...doing.mayWrite ? [button(words.ask, doing.ask), button(words.quoteIt, doing.quote)] : [],
    button(words.copy, doing.copy),
  ];
}

function noteFields(doing: Doing, cancel: () => void): HTMLElement[] {
  const field = element("textarea", { className: "input", rows: 3, maxLength: doing.longestNote, name: "note" });
  const label = element("label", { className: "text-bar-note" }, words.note, field);
  const save = (shared: boolean) => () => doing.mark({ color: "yellow", note: field.value, shared });
  const button = (text: string, onclick: () => void) => element("button", { type: "button", onclick }, text);
  return [
    label,
    button(words.saveNote, save(false)),
    ...doing.mayShare ? [button(words.saveAndShare, save(true))] : [],
    button(words.cancel, cancel),
  ];
}

/** As in any toolbar (ARIA APG). */
function moveFocus(bar: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || event.target instanceof HTMLTextAreaElement) return;
  const buttons = [...bar.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

const gap = 8;

/** Below the words, or above them: where there is little room, or a finger with its handles, a style puts it below. */
function put(bar: HTMLElement, range: Range): void {
  const rects = [...range.getClientRects()];
  const [first, last] = [rects[0], rects.at(-1)];
  if (!first || !last) return;
  const { offsetWidth: width, offsetHeight: height } = bar;
  const below = last.bottom + gap;
  const top = below + height <= innerHeight ? below : Math.max(gap, first.top - gap - height);
  const most = document.documentElement.clientWidth - width - gap;
  const left = Math.max(gap, Math.min(last.right - width / 2, most));
  bar.style.setProperty("--bar-top", `${top + scrollY}px`);
  bar.style.setProperty("--bar-left", `${left}px`);
}
