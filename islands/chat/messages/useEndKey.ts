import { type RefObject, useEffect } from "react";

export function useEndKey(box: RefObject<HTMLElement | null>, goToEnd: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (key !== "End" || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
      if ((target as Element).closest("input, textarea, select, dialog, [popover]")) return;
      event.preventDefault();
      box.current!.focus({ preventScroll: true });
      goToEnd();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
