import type { Signal } from "@preact/signals-react";
import { flushSync } from "react-dom";

interface List<T> {
  rows: Signal<T[]>;
  element: HTMLElement;
}

/** A focus that was lost with the row moves to the one that took its place. */
export function removeRow<T>({ rows, element }: List<T>, isIt: (row: T) => boolean): void {
  const index = rows.value.findIndex(isIt);
  flushSync(() => rows.value = rows.value.filter((row) => !isIt(row)));
  if (document.activeElement !== document.body) return;
  const left = element.isConnected ? [...element.querySelectorAll("li")] : [];
  const row = left.at(Math.min(index, left.length - 1));
  const next = row?.querySelector<HTMLElement>(".button:not(:disabled)") ?? row?.querySelector<HTMLElement>("a");
  (next ?? element).focus();
}
