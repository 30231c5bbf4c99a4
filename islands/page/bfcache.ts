import { storageKeys } from "../../server/contract/constants.ts";
import { cameFresh } from "../runtime/lifecycle.ts";
import { readStored } from "../runtime/storage.ts";

/**
 * Going back shows a page as the browser kept it. A member's page that was built anew from the kept answer of long ago
 * is asked for again: what was changed since would be undone by whoever saves what it shows. So is one from before
 * signing in or out: it would show a form that has been sent, or what is no longer the reader's to see.
 */
export function refreshKeptPage(): void {
  addEventListener("pageshow", (event) => {
    const { persisted } = event as PageTransitionEvent;
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (!persisted && visit?.type !== "back_forward") return;
    const isMembers = document.querySelector("form[data-logout]") !== null;
    const isSignedIn = readStored(storageKeys.token) !== null;
    if (isMembers !== isSignedIn || isMembers && !persisted && !cameFresh()) location.reload();
  });
}
