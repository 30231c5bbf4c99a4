import { element } from "./element.ts";

let lines: HTMLElement | undefined;

/** Adds a line between the head of a page and its content, below those that are there. */
export function addPageLine(line: HTMLElement): void {
  if (!lines) {
    lines = element("div", { className: "above" });
    document.querySelector("main")!.before(lines);
  }
  lines.append(line);
}
