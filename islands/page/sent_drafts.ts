/** What becomes of the drafts of a form that was sent, once the next page tells whether the server took it. */
import { storeDraft } from "../offline/drafts.ts";
import { takeSentDrafts } from "../offline/sent_drafts.ts";

/** Deletes them, unless the form was refused, its session had ended, or it never arrived. */
export function settleSentDrafts(): void {
  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => persisted && takeSentDrafts());
  const sent = takeSentDrafts();
  if (isTaken()) { for (const place of sent) if (place.viewerId === viewerId()) storeDraft(place, null); }
}

const viewerId = () => document.documentElement.dataset.viewer;

/** Going back leads to the form's own page, from one that is none of ours. */
function isTaken(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isRefused = visit?.responseStatus >= 400 || document.querySelector("#toasts [data-kind=error]") !== null;
  return !isRefused && visit?.type !== "back_forward";
}
