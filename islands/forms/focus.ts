import type { Signal } from "@preact/signals-react";
import { flushSync } from "react-dom";

/** Puts the focus on the first field that is said to be wrong, if any is. */
export const focusInvalid = (form: HTMLElement): void =>
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();

interface List<T> {
  rows: Signal<T[]>;
  element: HTMLElement;
  /** What has the focus when no row is left; the list by default. */
  otherwise?: HTMLElement;
}

/**
 * Takes a row out of a list and puts the focus where someone goes on who has lost it with the row: on the one that
 * took its place. Who is elsewhere by now stays there.
 */
export function removeRow<T>({ rows, element, otherwise = element }: List<T>, isIt: (row: T) => boolean): void {
  const index = rows.value.findIndex(isIt);
  flushSync(() => rows.value = rows.value.filter((row) => !isIt(row)));
  if (document.activeElement !== document.body) return;
  const left = element.isConnected ? [...element.querySelectorAll("li")] : [];
  const next = left.at(Math.min(index, left.length - 1))?.querySelector<HTMLElement>("a, button:enabled");
  (next ?? otherwise).focus();
}
