/** Runs on every page: wakes the islands that are on it, and what needs no React. */
import { chunkLoadTimeout } from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { storeZone } from "./clock.ts";
import { storeForNextVisit } from "../page/offline.ts";
import { reloadRestoredPage } from "../page/bfcache.ts";
import { enhanceLogout } from "../page/logout.ts";
import { enhanceSearchBox } from "../page/search_box.ts";
import { showSessionCard } from "../page/session_card.ts";
import { enhanceTabs } from "../page/tabs.ts";
import { enhanceToasts } from "../page/toasts.ts";
import { verifyWhenSeen } from "../page/verify.ts";
import { type Chunk, load } from "./registry.ts";

reloadRestoredPage();
enhanceToasts();
enhanceLogout();
enhanceTabs();
enhanceSearchBox();
verifyWhenSeen();
void showSessionCard();
storeZone();
storeForNextVisit();
for (const marker of document.querySelectorAll<HTMLElement>("[data-island]")) void wake(marker);

async function wake(marker: HTMLElement): Promise<void> {
  await wanted(marker);
  const { island = "", prefix } = marker.dataset;
  const chunk = await loadInTheEnd(island, marker);
  const props = JSON.parse(marker.nextElementSibling?.textContent ?? "{}");
  chunk.hydrateIsland(marker, chunk[island], props, prefix);
}

async function loadInTheEnd(island: string, marker: HTMLElement): Promise<Chunk> {
  const loading = load(island);
  try {
    return await inTime(loading);
  } catch (error) {
    console.error(error);
    await retryWanted(marker, loading);
    return await loadInTheEnd(island, marker);
  }
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

function inTime<T>(loading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(texts.transport.chunkTimeout)), chunkLoadTimeout);
  return Promise.race([loading, promise]).finally(() => clearTimeout(timer));
}

/**
 * Without its script the island is still the form or list that the server rendered; this offers to try again, until
 * someone does, or the script comes after all.
 */
async function retryWanted(marker: HTMLElement, late: Promise<Chunk>): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>("#island-retry")!;
  const retry = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  marker.before(retry);
  const pressed = new Promise((resolve) => retry.querySelector("button")!.addEventListener("click", resolve));
  await Promise.any([pressed, late]);
  retry.remove();
}
