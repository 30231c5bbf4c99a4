import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from "react";

interface ActiveMessage {
  /** The `seq` of the message that is pointed at or has the focus. */
  active: number | undefined;
  /** Of the one that had the focus last. */
  focused: number | undefined;
  /** For the box of messages. */
  handlers: {
    onPointerOver: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
    onClick: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * Which message is in hand: the one below the mouse, or else with the focus, which arrow keys move, and on glass a tap.
 */
export function useActiveMessage(): ActiveMessage {
  const [hovered, setHovered] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const [hasFocus, setHasFocus] = useState(false);
  return {
    active: hovered ?? (hasFocus ? focused : undefined),
    focused,
    handlers: {
      onPointerOver: ({ target, pointerType }) => pointerType === "mouse" && setHovered(seqAt(target)),
      onPointerLeave: () => setHovered(undefined),
      onFocus({ target }) {
        const seq = seqAt(target);
        setHasFocus(seq !== undefined);
        if (seq !== undefined) setFocused(seq);
      },
      // Its tools would be gone before they have the focus.
      onBlur: ({ relatedTarget }) => setHasFocus(relatedTarget !== null && seqAt(relatedTarget) !== undefined),
      onClick({ target, nativeEvent }) {
        const isTap = (nativeEvent as globalThis.PointerEvent).pointerType === "touch";
        if (isTap && !(target as Element).closest("a, button")) linkIn(itemAt(target))?.focus({ preventScroll: true });
      },
      onKeyDown(event) {
        const item = itemAt(event.target);
        const step = steps[event.key];
        if (event.key === "Escape" && item?.contains(document.activeElement)) linkIn(item)?.focus();
        if (!step || !(event.target as Element).matches(".message-time")) return;
        event.preventDefault();
        const items = itemsBeside(item!);
        const next = linkIn(items[items.indexOf(item!) + step]);
        next?.focus({ preventScroll: true });
        next?.closest(".message")?.scrollIntoView({ block: "nearest" });
      },
    },
  };
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

const itemAt = (target: EventTarget): Element | null => (target as Element).closest(".message");

const itemsBeside = (item: Element): Element[] => [...item.parentElement!.querySelectorAll(".message")];

const linkIn = (item: Element | null | undefined): HTMLElement | null | undefined =>
  item?.querySelector<HTMLElement>("a.message-time");

/** The `seq` of the stored message that an element is in: those of a list are numbered without gaps. */
function seqAt(target: EventTarget): number | undefined {
  const item = itemAt(target);
  if (!item || item.matches(".message--pending")) return undefined;
  return Number(item.parentElement!.dataset.seq) + itemsBeside(item).indexOf(item);
}
