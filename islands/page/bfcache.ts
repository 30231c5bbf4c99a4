import { cameFresh } from "../runtime/lifecycle.ts";
import { readStored } from "../runtime/storage.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";

/**
 * Going back shows a page as the browser stored it. A member's page that was built anew from a stored answer is
 * reloaded: saving what it shows would undo what was changed since. So is one from before signing in or out: it would
 * show a form that has been sent, or what the reader may no longer see.
 */
export function reloadRestoredPage(): void {
  addEventListener("pageshow", (event) => {
    const { persisted } = event as PageTransitionEvent;
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (!persisted && visit?.type !== "back_forward") return;
    const isMembers = document.querySelector("form[data-logout]") !== null;
    const isSignedIn = readStored(storageKeys.token) !== null;
    if (isMembers !== isSignedIn || isMembers && !persisted && !cameFresh()) location.reload();
  });
}
