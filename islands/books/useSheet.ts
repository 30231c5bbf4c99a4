import { type RefObject, useEffect, useRef, useState } from "react";

const isNarrow = () => matchMedia("(width < 45rem)");

/**
 * The panel, which is a popover on phones and a column where there is room.
 *
 * @param open whether the server left it open: markup cannot open a popover, so it is a plain box in the sheet's place
 * at first
 */
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
    /** Before a dialog opens over it, which closes it. */
    remember: () => void (wasOpen.current = isOpen()),
    /** After the dialog: the sheet as it was, and the focus on what opened it. */
    restore(opener: string) {
      if (wasOpen.current) panel.current!.showPopover();
      wasOpen.current = false;
      const link = panel.current!.querySelector<HTMLElement>(opener);
      const button = panel.current!.parentElement!.querySelector<HTMLElement>("[popovertarget]");
      (link?.checkVisibility() ? link : button)?.focus();
    },
  };
}
