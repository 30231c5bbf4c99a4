import type { Signal } from "@preact/signals-react";
import { flushSync } from "react-dom";

interface List<T> {
  rows: Signal<T[]>;
  element: HTMLElement;
  /** What gets the focus when no row is left; the list by default. */
  otherwise?: HTMLElement;
}

/**
 * Removes a row from a list. Where the focus was lost with it, it moves to the row that took its place; a focus that is
 * elsewhere by now stays there.
 */
export function removeRow<T>({ rows, element, otherwise = element }: List<T>, isIt: (row: T) => boolean): void {
  const index = rows.value.findIndex(isIt);
  flushSync(() => rows.value = rows.value.filter((row) => !isIt(row)));
  if (document.activeElement !== document.body) return;
  const left = element.isConnected ? [...element.querySelectorAll("li")] : [];
  const row = left.at(Math.min(index, left.length - 1));
  // What can be done with it, before the link that its name is.
  const next = row?.querySelector<HTMLElement>(".button:not(:disabled)") ?? row?.querySelector<HTMLElement>("a");
  (next ?? otherwise).focus();
}
