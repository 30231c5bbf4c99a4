import { on } from "./events.ts";

/** Calls when a lost connection may work again: the page is shown again, looked at again, or the network is back. */
export function onReturn(listener: () => void): void {
  addEventListener("pageshow", (event) => (event as PageTransitionEvent).persisted && listener());
  addEventListener("online", listener);
  document.addEventListener("visibilitychange", () => document.hidden || listener());
}

const leaving = new Set<() => void>();

/** Calls when the page is left or out of sight, which may be its end: phones give no other sign. */
export function onLeave(listener: () => void): void {
  leaving.add(listener);
  addEventListener("pagehide", listener);
  document.addEventListener("visibilitychange", () => document.hidden && listener());
}

/** What is only stored as the page is left is stored now. */
export const storeBeforeLeaving = (): void => leaving.forEach((listener) => listener());

/**
 * Calls when the group was joined, except for the first time on a page that is as new as that.
 *
 * @returns a function that stops that
 */
export function onRejoined(listener: () => void, isFresh = cameFresh()): () => void {
  return on("joined", () => {
    if (!isFresh) listener();
    isFresh = false;
  });
}

/** Whether the page has come from the server just now, and not from what the browser had of it. */
export function cameFresh(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit === undefined || visit.transferSize > 0;
}
