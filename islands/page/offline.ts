/** What a page does without a connection, and what a browser stores for that and for its next visit. */
import { apiBase } from "../runtime/api.ts";
import { late } from "../runtime/late.ts";
import { loadOutbox } from "../offline/outbox/deliver.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

/** Milliseconds after the page has loaded: on a slow line its islands are hydrated by then. */
const later = 3000;

/**
 * Installs the service worker once the page has loaded, so that it can be reloaded without a connection; and some time
 * after that, or once something is typed, fetches its style sheets and what sends and shows what waits. A page that
 * came from the browser's own store shows at once that it did.
 */
export function storeForNextVisit(): void {
  // Under its own address the offline page stands for none.
  const isStored = location.pathname !== sitePaths.offline &&
    document.querySelector("html[data-stored-at], [data-offline]") !== null;
  if (isStored) void startOffline();
  if (document.readyState === "complete") void onLoad();
  else addEventListener("load", onLoad, { once: true });
}

async function onLoad(): Promise<void> {
  storeOfflinePage().catch(console.warn);
  // What somebody types is asked about when they log out in another window.
  await new Promise((resolve) => {
    setTimeout(resolve, later);
    addEventListener("input", resolve, { once: true });
  });
  document.querySelectorAll<HTMLElement>("style[data-href]").forEach((style) => storeStyle(style).catch(console.warn));
  void startOffline();
}

const month = 30 * 24 * 3600;

/** The first page with a style sheet has it inline. A cookie makes the next only link to it. */
async function storeStyle({ dataset: { href, mark } }: HTMLElement): Promise<void> {
  const response = await fetch(href!, { priority: "low" });
  await response.arrayBuffer();
  if (response.ok) document.cookie = `${mark}; path=/; max-age=${month}; samesite=lax`;
}

/** The service worker shows the offline page where there is no connection. Plain http has no service worker. */
async function storeOfflinePage(): Promise<void> {
  await navigator.serviceWorker?.register(sitePaths.serviceWorkerOf(apiBase()));
}

export const loadPageOutbox = late(() => import("./outbox.ts"));

/** What waits to be sent is sent, and shown to the person who has written it, on a page of theirs. */
async function startOffline(): Promise<void> {
  try {
    const [{ start }] = await Promise.all([loadPageOutbox(), loadOutbox()]);
    start();
  } catch (error) {
    console.warn(error);
    setTimeout(startOffline, later);
  }
}
