/** Leaving the pages of somebody who has logged out in another window. */
import { loadWithoutConnection } from "./offline.ts";

/** Where a window stores, for a moment, who has logged out in it. */
export const loggedOut = "chapterhouse.loggedOut";

/** From the first script on: another window may log out before the late ones are there. */
export function leaveWithOthers(): void {
  const { viewer } = document.documentElement.dataset;
  if (!viewer) return;
  addEventListener("storage", ({ key, newValue }: StorageEvent) => {
    if (key === loggedOut && newValue === viewer) {
      loadWithoutConnection().then(({ leave }) => leave(viewer), console.warn);
    }
  });
}
