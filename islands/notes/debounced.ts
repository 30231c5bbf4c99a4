import { pageTurnDelay } from "../../server/contract/reading/limits.ts";

let last = -Infinity;

/**
 * Runs an action at once; when called again and again, as by turning pages, only once that is over.
 *
 * @returns a function that cancels it
 */
export function debounced(action: () => void): () => void {
  const now = performance.now();
  const timer = setTimeout(action, now - last < pageTurnDelay ? pageTurnDelay : 0);
  last = now;
  return () => clearTimeout(timer);
}
