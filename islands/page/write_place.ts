/** Where beside a field its tools stand: what an island has drawn is neither moved nor removed. */
import { element } from "./element.ts";

export interface WritePlace {
  /** Before the field. */
  bar: HTMLElement;
  /** Below it; in a chat above. */
  shown: HTMLElement;
}

export function placeAround(field: HTMLTextAreaElement): WritePlace {
  const bar = element("div", { className: "write-bar" });
  const shown = element("div", { className: "write-shown" });
  const beside = field.closest(".field-row, label") ?? field;
  const parent = beside.parentElement!;
  parent.dataset.writing = "";
  if (parent.matches(".composer")) {
    beside.before(element("div", { className: "write-above" }, shown, bar));
  } else {
    beside.before(bar);
    beside.after(shown);
  }
  return { bar, shown };
}
