import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server.node";
import { DrawWritten } from "./DrawWritten.tsx";

/** Characters of HTML and of what it was drawn from, some thousand messages and cards. */
const capacity = 6_000_000;

/**
 * HTML of parts of pages, by the component and all that it was drawn from: people who may see the one see the same in
 * the other. Each process has its own.
 */
const stored = new LRUCache<string, string>({
  maxSize: capacity,
  sizeCalculation: (html, from) => html.length + from.length,
});

/** A component has one number as long as the process runs. */
const numbers = new WeakMap<object, number>();
let last = 0;

function numberOf(component: object): number {
  const number = numbers.get(component) ?? ++last;
  numbers.set(component, number);
  return number;
}

let reused = 0;

export function draw(element: ReactElement, from: unknown): string {
  const key = numberOf(element.type as object) + JSON.stringify(from);
  const before = stored.get(key);
  if (before !== undefined) {
    reused++;
    return before;
  }
  const html = renderToString(<DrawWritten>{element}</DrawWritten>);
  stored.set(key, html);
  return html;
}

/** For tests. @returns how many parts were not drawn again since it was called last */
export function forgetDrawn(): number {
  stored.clear();
  const count = reused;
  reused = 0;
  return count;
}
