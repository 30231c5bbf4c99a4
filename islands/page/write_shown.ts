/** What is written, as it will be shown, and the formula at the caret. */
import { writeTexts as texts } from "../../server/contract/site/write_texts.ts";
import { late } from "../runtime/late.ts";
import { element } from "./element.ts";
import { typedIn } from "./write_change.ts";
import { formulaAt } from "./write_places.ts";
import type { WritePlace } from "./write_place.ts";

const loadPreview = late(() => import("./write_preview.ts"));

/** Without any of these a text has no form. */
const mayHaveForm = /[*_`~$\\[<|#>+-]|\d[.)]/;

let previews = 0;

export function showWritten(field: HTMLTextAreaElement, { bar, shown }: WritePlace): void {
  const id = `write-preview-${previews++}`;
  const preview = element("div", { id, className: "write-preview written", role: "region", ariaLabel: texts.preview });
  const formula = element("div", { className: "write-math written", role: "group", ariaLabel: texts.formula });
  const button = element("button", { type: "button", className: "write-show" }, texts.preview);
  preview.dir = "auto";
  preview.hidden = formula.hidden = button.hidden = true;
  button.ariaExpanded = "false";
  button.setAttribute("aria-controls", id);
  button.addEventListener("click", () => {
    button.ariaExpanded = String(shown.toggleAttribute("data-open"));
    place();
  });
  bar.append(button);
  shown.append(preview, formula);

  const parent = shown.parentElement!;
  let drawn = "";
  let isDue = false;
  let isDrawing = false;
  /** Milliseconds that the last text took. */
  let took = 0;

  function soon(): void {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      showFormula().catch(console.warn);
      if (field.value !== drawn && !isDrawing) draw().catch(console.warn);
    });
  }

  /** A long text is drawn when there is time for it, and the last one that was typed always. */
  async function draw(): Promise<void> {
    isDrawing = true;
    const text = field.value;
    try {
      const begun = performance.now();
      const html = mayHaveForm.test(text) ? await htmlOf(text) : null;
      if (html !== null) preview.innerHTML = html;
      preview.hidden = button.hidden = html === null;
      if (html === null) preview.replaceChildren();
      took = performance.now() - begun;
      drawn = text;
      place();
    } finally {
      isDrawing = false;
    }
    if (field.value !== drawn) setTimeout(soon, Math.min(4 * took, 1000));
  }

  async function htmlOf(text: string): Promise<string | null> {
    const { previewOf } = await loadPreview();
    return await previewOf(text, { tables: field.dataset.write === "tables" });
  }

  async function showFormula(): Promise<void> {
    const { value, start, end } = typedIn(field);
    const found = start === end && document.activeElement === field ? formulaAt(value, start) : undefined;
    if (!found) return void (formula.hidden = true);
    const { previewFormula } = await loadPreview();
    const { html, isWrong } = await previewFormula(found);
    if (field.value !== value || field.selectionStart !== start) return;
    formula.innerHTML = html;
    formula.toggleAttribute("data-wrong", isWrong || !found.isClosed);
    formula.hidden = false;
  }

  /** Beside the field where there is room, and the end of what is written in sight. */
  function place(): void {
    const room = isWide.matches ? roomBeside(field, shown) : 0;
    const isDivided = isWide.matches && room < least && !preview.hidden && parent.clientWidth >= forBoth;
    shown.toggleAttribute("data-beside", room >= least);
    shown.style.setProperty("--room", `${room}px`);
    parent.dataset.writing = isDivided ? "divided" : "";
    if (field.selectionEnd === field.textLength) preview.scrollTop = preview.scrollHeight;
  }

  // What clears or fills a field by script does so on one of these.
  const form = field.form ?? field;
  for (const kind of ["input", "keydown", "click", "submit", "reset", "focusin", "focusout"]) {
    form.addEventListener(kind, soon);
  }
  document.addEventListener("selectionchange", () => document.activeElement === field && soon());
  addEventListener("resize", place);
  soon();
}

/** As in the style. */
const isWide = matchMedia("(width >= 45rem) and (height >= 32rem)");

/** Pixels that a preview needs beside the field, the gap between them, and what is enough for both. */
const [least, gap, forBoth] = [256, 16, 640];

/** To the right, where there is nothing but what the field itself is in: pixels, or 0. */
function roomBeside(field: HTMLElement, shown: HTMLElement): number {
  if (field.closest(".composer, dialog")) return 0;
  const { top, right, bottom } = (field.closest(".field") ?? field).getBoundingClientRect();
  const room = document.documentElement.clientWidth - right - 2 * gap;
  if (room < least) return 0;
  const isFree = (x: number, y: number) =>
    document.elementsFromPoint(x, y).every((found) => found.contains(field) || shown.contains(found));
  const places = [gap, least / 2, least].map((x) => right + x);
  // What is out of sight cannot be asked for.
  return places.every((x) => isFree(x, Math.max(top, 0)) && isFree(x, Math.min(bottom, innerHeight) - 1)) ? room : 0;
}
