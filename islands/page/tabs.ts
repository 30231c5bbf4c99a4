import { on } from "../runtime/events.ts";
import { late } from "../runtime/late.ts";
import { readStored, store } from "../runtime/storage.ts";

/**
 * Tabs are links, each to a page of its own. With script they also answer to the arrow keys, Home and End,
 * as the ARIA tabs pattern requires; Enter follows the link, and the next page has the focus on the same tab.
 */
export function enhanceTabs(): void {
  on("tabCountChanged", ({ tab, change }) => setTabCount(tab, (before) => before + change));
  on("tabCount", ({ tab, count }) => setTabCount(tab, () => count));
  const chosen = readStored(chosenKey, "sessionStorage");
  store(chosenKey, null, "sessionStorage");
  for (const tabs of document.querySelectorAll<HTMLElement>("[data-tabs]")) {
    const links = [...tabs.querySelectorAll<HTMLAnchorElement>("a")];
    if (chosen === tabs.ariaLabel) links.find(({ ariaCurrent }) => ariaCurrent)?.focus();
    // A click by key has no click count.
    tabs.addEventListener("click", ({ defaultPrevented, detail, ctrlKey, metaKey, shiftKey }) => {
      // With a modifier the link opens in another tab or window.
      if (defaultPrevented || detail > 0 || ctrlKey || metaKey || shiftKey) return;
      store(chosenKey, tabs.ariaLabel, "sessionStorage");
    });
    tabs.addEventListener("keydown", (event) => {
      const next = target(event.key, links.indexOf(document.activeElement as HTMLAnchorElement), links.length);
      if (next === undefined) return;
      event.preventDefault();
      links[next].focus();
    });
  }
}

/** Holds the label of the tabs of which one was chosen by key. */
const chosenKey = "chapterhouse.tabs";

function target(key: string, from: number, count: number): number | undefined {
  if (from < 0) return undefined;
  const targets: Record<string, number> = {
    ArrowRight: (from + 1) % count,
    ArrowLeft: (from + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

/** Changes the count on a tab, which belongs to no island; there is none for zero. */
function setTabCount(text: string, countFrom: (before: number) => number): void {
  for (const tab of document.querySelectorAll<HTMLElement>("[data-tabs] a")) {
    const shown = tab.querySelector(".tab-count");
    if (shown && tab.textContent!.startsWith(text)) {
      shown.textContent = String(countFrom(Number(shown.textContent)) || "");
    }
  }
}

const loadDrawer = late(() => import("./members_drawer.ts"));

/** Beside a chat the Members tab opens a drawer, whose script is loaded once somebody comes near the tab. */
export function enhanceMembersTab(): void {
  const tab = document.querySelector<HTMLAnchorElement>(`.group:has(.chat) .tab[href$="tab=members"]`);
  if (!tab) return;
  const open = (options: { isStep: boolean }) =>
    loadDrawer().then(({ openDrawer }) => openDrawer(tab.href, options)).catch(() => location.assign(tab.href));
  for (const sign of ["pointerenter", "focus"]) {
    tab.addEventListener(sign, () => void loadDrawer().catch(console.warn), { once: true });
  }
  tab.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open({ isStep: true });
  });
  addEventListener("popstate", () => {
    if (location.href === tab.href) void open({ isStep: false });
  });
}
