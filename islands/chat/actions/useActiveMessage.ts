import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from "react";

export interface ActiveMessage {
  active: number | undefined;
  focused: number | undefined;
  handlers: {
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
    onClick: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

export function useActiveMessage(): ActiveMessage {
  const [hovered, setHovered] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const [hasFocus, setHasFocus] = useState(false);
  return {
    active: hovered ?? (hasFocus ? focused : undefined),
    focused,
    handlers: {
      // What moves below a mouse that lies still is not pointed at.
      onPointerMove: ({ target, pointerType }) => pointerType === "mouse" && setHovered(seqAt(target)),
      onPointerLeave: () => setHovered(undefined),
      onFocus({ target }) {
        const seq = seqAt(target);
        setHasFocus(seq !== undefined);
        if (seq === undefined) return;
        setFocused(seq);
        setHovered(undefined);
      },
      onBlur: ({ relatedTarget }) => setHasFocus(relatedTarget !== null && seqAt(relatedTarget) !== undefined),
      onClick({ target, nativeEvent }) {
        const isTap = (nativeEvent as globalThis.PointerEvent).pointerType === "touch";
        if (isTap && !(target as Element).closest("a, button")) itemAt(target)?.focus({ preventScroll: true });
      },
      onKeyDown(event) {
        if ((event.target as Element).closest("dialog")) return;
        const item = itemAt(event.target);
        const next = item && nextAt(item, event);
        if (!next) return;
        event.preventDefault();
        next.focus({ preventScroll: true });
        next.scrollIntoView({ block: "nearest" });
      },
    },
  };
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

const itemAt = (target: EventTarget) => (target as Element).closest<HTMLElement>(".message");

const itemsBeside = (item: Element) => [...item.parentElement!.querySelectorAll<HTMLElement>(".message")];

function nextAt(item: HTMLElement, event: KeyboardEvent): HTMLElement | null | undefined {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (key === "Escape") return item;
  if (key === "Enter" && target === item) return item.querySelector<HTMLElement>(".message-tools button");
  const step = steps[key];
  const items = itemsBeside(item);
  return step ? items[items.indexOf(item) + step] : undefined;
}

/** The `seq` of the stored message that an element is in: those of a list are numbered without gaps. */
function seqAt(target: EventTarget): number | undefined {
  const item = itemAt(target);
  if (!item || item.matches(".message--pending")) return undefined;
  return Number(item.parentElement!.dataset.seq) + itemsBeside(item).indexOf(item);
}
