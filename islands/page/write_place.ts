/** Where beside a field its tools stand: what an island has drawn is neither moved nor removed. */
import { element } from "./element.ts";

export interface WritePlace {
  /** Before the field. */
  bar: HTMLElement;
  /** After it. */
  shown: HTMLElement;
}

export function placeAround(field: HTMLTextAreaElement): WritePlace {
  const beside = field.closest(".field-row, label") ?? field;
  const bar = element("div", { className: "write-bar" });
  const shown = element("div", { className: "write-shown" });
  beside.before(bar);
  beside.after(shown);
  beside.parentElement!.dataset.writing = "";
  return { bar, shown };
}
