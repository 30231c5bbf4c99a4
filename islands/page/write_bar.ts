/** The row of five, and on small screens the button that opens it. */
import { sitePaths } from "../../server/contract/site/paths.ts";
import { writeTexts as texts } from "../../server/contract/site/write_texts.ts";
import { element } from "./element.ts";
import { apply, typedIn } from "./write_change.ts";
import { markNames, shortcutOf } from "./write_keys.ts";
import { type MarkName, toggle } from "./write_marks.ts";
import type { WritePlace } from "./write_place.ts";

const signs: Partial<Record<MarkName, string>> = { bold: "B", italic: "I", code: "</>", formula: "√x" };

let bars = 0;

export function makeBar(field: HTMLTextAreaElement, { bar }: WritePlace): void {
  const id = `write-bar-${bars++}`;
  const buttons = markNames.map((name, index) => buttonFor(field, name, index));
  const row = element("div", { id, className: "write-row", role: "toolbar", ariaLabel: texts.bar }, ...buttons);
  row.addEventListener("keydown", (event) => moveFocus(row, field, event));
  const opener = element("button", { type: "button", className: "write-toggle", ariaLabel: texts.bar });
  opener.dataset.sign = "Aa";
  opener.ariaExpanded = "false";
  opener.setAttribute("aria-controls", id);
  opener.addEventListener("click", () => opener.ariaExpanded = String(bar.toggleAttribute("data-open")));
  bar.append(row, opener);
}

function buttonFor(field: HTMLTextAreaElement, name: MarkName, index: number): HTMLButtonElement {
  const { title, aria } = shortcutOf(name);
  const made = element("button", { type: "button", className: `write-${name}`, tabIndex: index === 0 ? 0 : -1 });
  if (signs[name]) made.dataset.sign = signs[name];
  else made.append(icon("eye-off"));
  made.title = `${texts.names[name]} (${title})`;
  made.ariaLabel = texts.names[name];
  made.setAttribute("aria-keyshortcuts", aria);
  made.addEventListener("click", () => apply(field, toggle(typedIn(field), name)));
  return made;
}

function icon(name: string): SVGElement {
  const template = element("template", {
    innerHTML: `<svg class="icon" width="20" height="20" aria-hidden="true"><use href="${
      sitePaths.icon(name)
    }"/></svg>`,
  });
  return template.content.firstElementChild as SVGElement;
}

/** As in any toolbar (ARIA APG): one stop of Tab, and arrows between its buttons. */
function moveFocus(row: HTMLElement, field: HTMLElement, event: KeyboardEvent): void {
  const buttons = [...row.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const last = buttons.length - 1;
  const to =
    { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
  if (event.key === "Escape") field.focus();
  else if (to === undefined) return;
  else {
    buttons.forEach((button, index) => button.tabIndex = index === to ? 0 : -1);
    buttons[to].focus();
  }
  event.preventDefault();
  event.stopPropagation();
}
