/** Runs on every page: wakes the islands that are on it, and what needs no React. */
import { chunkLoadTimeout } from "../server/contract/limits.ts";
import { texts } from "../server/contract/texts.ts";
import { takeOverLogout } from "./lib/logout.ts";
import { guardSearchBox } from "./lib/search_box.ts";
import { showSessionCard } from "./lib/session_card.ts";
import { enhanceTabs } from "./lib/tabs.ts";
import { adoptToasts } from "./lib/toasts.ts";
import { load } from "./registry.ts";

adoptToasts();
takeOverLogout();
enhanceTabs();
guardSearchBox();
void showSessionCard();
for (const marker of document.querySelectorAll<HTMLElement>("[data-island]")) void wake(marker);

async function wake(marker: HTMLElement): Promise<void> {
  await wanted(marker);
  try {
    await inTime(hydrate(marker));
  } catch (error) {
    console.error(error);
    offerRetry(marker);
  }
}

async function hydrate(marker: HTMLElement): Promise<void> {
  const { island = "", prefix } = marker.dataset;
  const props = JSON.parse(marker.nextElementSibling?.textContent ?? "{}");
  const chunk = await load(island);
  chunk.hydrateIsland(marker, chunk[island], props, prefix);
}

/** An island is wanted once the page has arrived and it is in view, or when someone already uses it. */
function wanted(marker: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && resolve());
    const observe = () => observer.observe(marker);
    if (document.readyState === "complete") observe();
    else addEventListener("load", observe, { once: true });
    for (const use of ["focusin", "pointerdown"]) marker.addEventListener(use, () => resolve(), { once: true });
  });
}

function inTime(loading: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(texts.transport.chunkTimeout)), chunkLoadTimeout);
  return Promise.race([loading, promise]).finally(() => clearTimeout(timer));
}

/** Without its script the island is still the form or list that the server rendered; this offers to try again. */
function offerRetry(marker: HTMLElement): void {
  const template = document.querySelector<HTMLTemplateElement>("#island-retry")!;
  const retry = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  marker.before(retry);
  retry.querySelector("button")!.addEventListener("click", () => {
    retry.remove();
    void wake(marker);
  });
}
