import { pageTurnDelay } from "../../server/contract/reading/limits.ts";

let last = -Infinity;

export function debounced(action: () => void): () => void {
  const now = performance.now();
  const timer = setTimeout(action, now - last < pageTurnDelay ? pageTurnDelay : 0);
  last = now;
  return () => clearTimeout(timer);
}
