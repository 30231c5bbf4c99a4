import type { MouseEvent } from "react";

/** Opening it in a new tab stays possible. */
export const intercept = (action: () => void) => (event: MouseEvent<HTMLElement>): void => {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  action();
};

export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey">) =>
  metaKey || ctrlKey || shiftKey;
