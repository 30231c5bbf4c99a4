import { on } from "./events.ts";

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

export const storeBeforeLeaving = (): void => leaving.forEach((listener) => listener());

/** Except for the first time on a page that is as new as that. */
export function onRejoined(listener: () => void, isFresh = cameFresh()): () => void {
  return on("joined", () => {
    if (!isFresh) listener();
    isFresh = false;
  });
}

export function cameFresh(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit === undefined || visit.transferSize > 0;
}
