import { type RefObject, useLayoutEffect, useRef } from "react";

/** Gives the focus back to a field that lost it by being disabled, unless it has gone elsewhere since. */
export function useStableFocus(field: RefObject<HTMLElement | null>, { disabled }: { disabled: boolean }): void {
  const wasHere = useRef(false);
  useLayoutEffect(() => {
    const here = document.activeElement;
    // A disabled element keeps the focus until the page is next drawn.
    if (disabled) wasHere.current = here === field.current;
    else if (wasHere.current && here === document.body) field.current?.focus();
  }, [disabled]);
}
