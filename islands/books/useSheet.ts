import { type RefObject, useEffect, useRef, useState } from "react";

const isNarrow = () => matchMedia("(width < 45rem)");

/** @param open whether the server left it open: markup cannot open a popover, so it is a plain box at first */
export function useSheet(panel: RefObject<HTMLElement | null>, open: boolean) {
  const [isPlain, setIsPlain] = useState(open);
  const wasOpen = useRef(false);
  const isOpen = () => panel.current!.matches(":popover-open");

  useEffect(() => setIsPlain(false), []);
  useEffect(() => {
    if (open && !isPlain && isNarrow().matches && !isOpen()) panel.current!.showPopover();
  }, [isPlain]);
  useEffect(() => {
    const narrow = isNarrow();
    const widened = () => !narrow.matches && isOpen() && panel.current!.hidePopover();
    narrow.addEventListener("change", widened);
    return () => narrow.removeEventListener("change", widened);
  }, []);

  return {
    isPlain,
    remember: () => void (wasOpen.current = isOpen()),
    restore(opener: string) {
      if (wasOpen.current) panel.current!.showPopover();
      wasOpen.current = false;
      const link = panel.current!.querySelector<HTMLElement>(opener);
      const button = panel.current!.parentElement!.querySelector<HTMLElement>("[popovertarget]");
      (link?.checkVisibility() ? link : button)?.focus();
    },
  };
}
