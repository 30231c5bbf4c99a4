/** Lines between the head of a page and its content: about its connection, and what waits for one. */
import { element } from "./element.ts";

let place: HTMLElement | undefined;

/** Adds a line, at first below those that are there. */
export function addAbove(line: HTMLElement): void {
  if (!place) {
    place = element("div", { className: "above" });
    document.querySelector("main")!.before(place);
  }
  place.append(line);
}
