import type { MouseEvent } from "react";

/**
 * A link that works by itself, taken over by an action where there is script. Opening it in a new tab stays possible.
 */
export const intercept = (action: () => void) => (event: MouseEvent<HTMLElement>): void => {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  action();
};

/** Whether a press asks for another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey">) =>
  metaKey || ctrlKey || shiftKey;
