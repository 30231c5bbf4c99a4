import { pageTurnDelay } from "../../server/contract/constants.ts";

let last = -Infinity;

/**
 * Does something at once; where it is wanted again and again, as by someone who leafs through a book, only once that is
 * over. The function it gives takes it back.
 */
export function debounced(action: () => void): () => void {
  const now = performance.now();
  const timer = setTimeout(action, now - last < pageTurnDelay ? pageTurnDelay : 0);
  last = now;
  return () => clearTimeout(timer);
}
