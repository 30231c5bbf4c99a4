/**
 * Tabs are links, each to a page of its own. With script they also answer to the arrow keys, Home and End,
 * as the ARIA tabs pattern asks; Enter follows the link, and the focus stays on the tab on the page that comes.
 */
export function enhanceTabs(): void {
  const chosen = takeChosen();
  for (const tabs of document.querySelectorAll<HTMLElement>("[data-tabs]")) {
    const links = [...tabs.querySelectorAll<HTMLAnchorElement>("a")];
    if (chosen === tabs.ariaLabel) links.find(({ ariaCurrent }) => ariaCurrent)?.focus();
    // Only a key clicks without a count.
    tabs.addEventListener("click", ({ detail }) => detail === 0 && keepChosen(tabs.ariaLabel!));
    tabs.addEventListener("keydown", (event) => {
      const next = target(event.key, links.indexOf(document.activeElement as HTMLAnchorElement), links.length);
      if (next === undefined) return;
      event.preventDefault();
      links[next].focus();
    });
  }
}

const chosenKey = "chapterhouse.tabs";

/** Keeps the name of the tabs one of which was chosen by key. */
function keepChosen(label: string): void {
  try {
    sessionStorage.setItem(chosenKey, label);
  } catch {
    // A browser that keeps nothing begins each page at its top.
  }
}

function takeChosen(): string | null {
  try {
    const label = sessionStorage.getItem(chosenKey);
    sessionStorage.removeItem(chosenKey);
    return label;
  } catch {
    return null;
  }
}

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

/** Changes the number of what waits behind a tab, which is no island's; none is written for zero. */
export function changeTabCount(text: string, change: number): void {
  for (const tab of document.querySelectorAll<HTMLElement>("[data-tabs] a")) {
    if (!tab.textContent!.startsWith(text)) continue;
    const shown = tab.querySelector(".tab-count");
    const count = Number(shown?.textContent ?? 0) + change;
    shown?.remove();
    if (count > 0) tab.append(counter(count));
  }
}

function counter(count: number): HTMLElement {
  const span = document.createElement("span");
  span.className = "tab-count";
  span.textContent = String(count);
  return span;
}
