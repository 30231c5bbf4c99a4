import { flushSync } from "react-dom";

/**
 * Changes a list and puts the focus where someone goes on whose row has gone with what she pressed in it: on the row
 * that took its place, or else on what stands for the empty list. Who is elsewhere by now stays there.
 */
export function removeRow(list: HTMLElement, index: number, change: () => void): void {
  flushSync(change);
  if (document.activeElement !== document.body) return;
  const rows = list.querySelectorAll("li");
  const next = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>("a, button:enabled");
  (next ?? list).focus();
}
