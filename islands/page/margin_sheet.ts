/** The margin of a text on a phone, where it has no room beside it: a sheet that its count opens, over the text. */
import { markTexts as words } from "../../server/contract/notes/mark_texts.ts";
import { element } from "./element.ts";

export interface Sheet {
  /** Says how much is in the margin of the part that is shown. */
  count(): void;
  /** Where the margin is in sight nothing happens. */
  open(): void;
}

export function sheetOf(reader: HTMLElement): Sheet {
  const margin = () => reader.querySelector<HTMLElement>("[data-text-margin]")!;
  const close = () => margin().toggleAttribute("data-sheet", false);
  const toggle = () => margin().hasAttribute("data-sheet") ? close() : open();
  const button = reader.querySelector<HTMLElement>(".text-count") ??
    element("a", { href: "#margin", className: "icon-button text-count" });
  // Of a page that came with an empty margin it is not there yet.
  if (!button.isConnected) reader.querySelector("h1")?.after(button);
  button.onclick = (event) => {
    event.preventDefault();
    toggle();
  };

  function open(): void {
    const list = margin().querySelector("details");
    if (list) list.open = true;
    if (getComputedStyle(button).display !== "none" && !isInSight()) margin().toggleAttribute("data-sheet", true);
  }

  function isInSight(): boolean {
    const { top, bottom, height } = margin().getBoundingClientRect();
    return height > 0 && top < innerHeight / 2 && bottom > 0;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !margin().hasAttribute("data-sheet")) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    button.focus();
  }, true);
  document.addEventListener("pointerdown", ({ target }) => {
    if (!margin().contains(target as Node) && !button.contains(target as Node)) close();
  });
  return {
    open,
    count() {
      const count = Number(margin().dataset.count);
      button.textContent = String(count);
      button.hidden = count === 0;
      button.setAttribute("aria-label", words.marginOf(count));
    },
  };
}
