import { storageKeys } from "../../server/contract/limits.ts";
import { readStored } from "./storage.ts";

/**
 * Going back shows a page as the browser kept it. One from before signing in or out is asked for again: it would show
 * a form that has been sent, or what is no longer the reader's to see.
 */
export function refreshKeptPage(): void {
  addEventListener("pageshow", (event) => {
    const { persisted } = event as PageTransitionEvent;
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (!persisted && visit?.type !== "back_forward") return;
    const isMembers = document.querySelector("form[data-logout]") !== null;
    if (isMembers !== (readStored(storageKeys.token) !== null)) location.reload();
  });
}
