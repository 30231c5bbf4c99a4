import type { MouseEvent } from "react";

/**
 * A link that works by itself, taken over by an action where there is script. Opening it in a new tab stays possible.
 */
export const intercept = (action: () => void) => (event: MouseEvent<HTMLElement>): void => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  action();
};
