interface Line {
  hangUp: () => void;
  callBack: () => void;
}

/**
 * Hangs up when the page is left: the browser may keep it for going back to, but not with an open connection. Calls
 * back when there is reason to hope: the page is shown again, looked at again, or the network is back.
 */
export function followPage({ hangUp, callBack }: Line, signal: AbortSignal): void {
  addEventListener("pagehide", hangUp, { signal });
  addEventListener("pageshow", (event) => (event as PageTransitionEvent).persisted && callBack(), { signal });
  addEventListener("online", callBack, { signal });
  document.addEventListener("visibilitychange", () => document.hidden || callBack(), { signal });
}

/** Whether the page has come from the server just now, and not from what the browser had of it. */
export function cameFresh(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit === undefined || visit.transferSize > 0;
}
