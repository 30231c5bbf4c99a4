/** Keys, taps and swipes that turn a text, and none that its selection, a link or a field needs. */
import { isTap, turnOfKey, turnOfSwipe, turnOfTap } from "./text_place.ts";

interface Turned {
  text: HTMLElement;
  isPaged(): boolean;
  turn(by: 1 | -1): void;
  leave(): void;
}

const hasSelection = () => getSelection()?.isCollapsed === false;
const opened = ":popover-open, dialog[open], .text-style[open], [data-sheet]";

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

  // A tap ends a selection, and closes what is open, if there is something. What that does has not happened here yet.
  let mayTap = false;
  document.addEventListener("pointerdown", () => mayTap = !hasSelection() && !document.querySelector(opened), true);

  let began: { x: number; y: number; at: number } | undefined;
  text.addEventListener("touchstart", ({ touches, timeStamp }) => {
    const [{ clientX: x, clientY: y }] = touches;
    const mayTurn = isPaged() && touches.length === 1 && !hasSelection();
    began = mayTurn ? { x, y, at: timeStamp } : undefined;
  }, { passive: true });
  text.addEventListener("touchcancel", () => began = undefined);
  // Not by a click, which browsers leave out after a swipe.
  text.addEventListener("touchend", (event) => {
    const [{ clientX: x, clientY: y }] = event.changedTouches;
    const [from, to] = [began, { x, y, at: event.timeStamp }];
    began = undefined;
    if (!from || hasSelection()) return;
    const target = event.target as Element;
    const swiped = isWide(target, text) ? undefined : turnOfSwipe(from, to, direction());
    if (swiped) return turn(swiped);
    if (!mayTap || !isTap(from, to) || target.closest("a, mark, button, summary, img")) return;
    const { left, width } = text.getBoundingClientRect();
    const tapped = turnOfTap((x - left) / width, direction());
    if (!tapped) return;
    // It would be a click on the page that is shown then.
    if (event.cancelable) event.preventDefault();
    turn(tapped);
  });
}

/** Within something that scrolls by itself. */
function isWide(target: Element, text: Element): boolean {
  const wide = target.closest("table, pre, math");
  return wide !== null && text.contains(wide) && wide.scrollWidth > wide.clientWidth;
}
