/** Keys, taps and swipes that turn a text, and none that its selection, a link or a field needs. */
import { turnOfKey, turnOfSwipe, turnOfTap } from "./text_place.ts";

interface Turned {
  text: HTMLElement;
  isPaged(): boolean;
  turn(by: 1 | -1): void;
  leave(): void;
}

const hasSelection = () => getSelection()?.isCollapsed === false;
const opened = ":popover-open, dialog[open], .text-style[open]";

export function onTurns({ text, isPaged, turn, leave }: Turned): void {
  const direction = () => ({ isRightToLeft: getComputedStyle(text).direction === "rtl" });

  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, textarea, select, [contenteditable], [role=toolbar]")) return;
    if (document.querySelector(opened)) return;
    if (event.key === "Escape") return hasSelection() ? undefined : leave();
    if (event.key === " " && target.closest("button, summary, a, details")) return;
    // While words are selected by keys.
    if (event.shiftKey && event.key !== " ") return;
    const by = turnOfKey(event, { isPaged: isPaged(), ...direction() });
    if (!by || isWide(target, text)) return;
    event.preventDefault();
    turn(by);
  });

  // A mouse selects by its second click. A tap ends a selection that there is.
  let mayTap = false;
  text.addEventListener("pointerdown", ({ pointerType }) => mayTap = pointerType !== "mouse" && !hasSelection());
  text.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (!isPaged() || event.button !== 0 || event.defaultPrevented || !mayTap || hasSelection()) return;
    if (target.closest("a, mark, button, summary, img")) return;
    const { left, width } = text.getBoundingClientRect();
    const by = turnOfTap((event.clientX - left) / width, direction());
    if (by) turn(by);
  });

  let began: { x: number; y: number; at: number } | undefined;
  text.addEventListener("touchstart", ({ touches, target, timeStamp }) => {
    const [{ clientX: x, clientY: y }] = touches;
    const mayTurn = isPaged() && touches.length === 1 && !hasSelection() && !isWide(target as Element, text);
    began = mayTurn ? { x, y, at: timeStamp } : undefined;
  }, { passive: true });
  text.addEventListener("touchcancel", () => began = undefined);
  text.addEventListener("touchend", ({ changedTouches, timeStamp }) => {
    const [{ clientX: x, clientY: y }] = changedTouches;
    const by = began && !hasSelection() && turnOfSwipe(began, { x, y, at: timeStamp }, direction());
    began = undefined;
    if (by) turn(by);
  });
}

/** Within something that scrolls by itself. */
function isWide(target: Element, text: Element): boolean {
  const wide = target.closest("table, pre, math");
  return wide !== null && text.contains(wide) && wide.scrollWidth > wide.clientWidth;
}
