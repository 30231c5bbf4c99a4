import { flushSync } from "react-dom";

interface Row {
  list: HTMLElement;
  index: number;
  /** What has the focus when no row is left; the list by default. */
  otherwise?: HTMLElement;
}

/**
 * Takes a row out of a list and puts the focus where someone goes on who has lost it with the row: on the one that
 * took its place. Who is elsewhere by now stays there.
 */
export function removeRow({ list, index, otherwise = list }: Row, change: () => void): void {
  flushSync(change);
  if (document.activeElement !== document.body) return;
  const rows = list.isConnected ? [...list.querySelectorAll("li")] : [];
  const next = rows.at(Math.min(index, rows.length - 1))?.querySelector<HTMLElement>("a, button:enabled");
  (next ?? otherwise).focus();
}
