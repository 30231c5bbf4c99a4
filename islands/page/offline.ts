/** What a browser stores for its next visit, fetched after all that this one waits for. */
import { paths } from "../../server/contract/paths.ts";

/** Milliseconds after the page has loaded: on a slow line its islands are alive by then. */
const later = 3000;

/** Fetches the style sheet and the offline page some time after the page has loaded. */
export function storeForNextVisit(): void {
  // The offline page gives way to the one it stands for as soon as there is a connection.
  if (document.querySelector("[data-offline]")) addEventListener("online", () => location.replace(location.href));
  const fetchLater = () => setTimeout(fetchAll, later);
  if (document.readyState === "complete") fetchLater();
  else addEventListener("load", fetchLater, { once: true });
}

function fetchAll(): void {
  for (const work of [storeStyle(), storeOfflinePage()]) work.catch((error) => console.warn(error));
}

const month = 30 * 24 * 3600;

/** A first page has its style sheet inline. A cookie makes the next only link to it. */
async function storeStyle(): Promise<void> {
  const { href, mark } = document.querySelector<HTMLElement>("style[data-href]")?.dataset ?? {};
  if (!href) return;
  const response = await fetch(href, { priority: "low" });
  await response.arrayBuffer();
  if (response.ok) document.cookie = `${mark}; path=/; max-age=${month}; samesite=lax`;
}

/** The service worker shows the offline page where there is no connection. Plain http has no service worker. */
async function storeOfflinePage(): Promise<void> {
  await navigator.serviceWorker?.register(paths.serviceWorker);
}
