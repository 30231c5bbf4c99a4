/** The drafts of a form that was sent: its window stores which they are, until its next page tells what became of it. */
import { readStored, store } from "../runtime/storage.ts";
import { deleteDraft, type DraftPlace } from "./drafts.ts";

const key = "chapterhouse.sent";

export const storeSentDrafts = (places: DraftPlace[]): void => store(key, JSON.stringify(places), "sessionStorage");

/** Deletes them, unless the form was refused, its session had ended, or it never arrived. */
export function settleSentDrafts(): void {
  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => persisted && takeSentDrafts());
  const sent = takeSentDrafts();
  if (!isTaken()) return;
  const { viewer } = document.documentElement.dataset;
  for (const place of sent) if (place.viewerId === viewer) deleteDraft(place);
}

function takeSentDrafts(): DraftPlace[] {
  const stored = readStored(key, "sessionStorage");
  store(key, null, "sessionStorage");
  try {
    return JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
}

/** Going back leads to the form's own page, from one that is none of ours. */
function isTaken(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isRefused = visit?.responseStatus >= 400 || document.querySelector("#toasts [data-kind=error]") !== null;
  return !isRefused && visit?.type !== "back_forward";
}
