/** What a browser stores for its next visit, fetched after all that this one waits for. */
import { paths } from "../../server/contract/paths.ts";
import { apiBase } from "../runtime/api.ts";

/** Milliseconds after the page has loaded: on a slow line its islands are hydrated by then. */
const later = 3000;

/** Fetches the style sheets and the offline page some time after the page has loaded. */
export function storeForNextVisit(): void {
  // The offline page gives way to the one it stands for as soon as there is a connection.
  if (document.querySelector("[data-offline]")) addEventListener("online", () => location.replace(location.href));
  const fetchLater = () => setTimeout(fetchAll, later);
  if (document.readyState === "complete") fetchLater();
  else addEventListener("load", fetchLater, { once: true });
}

function fetchAll(): void {
  const styles = Array.from(document.querySelectorAll<HTMLElement>("style[data-href]"), storeStyle);
  for (const work of [...styles, storeOfflinePage()]) work.catch((error) => console.warn(error));
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
  await navigator.serviceWorker?.register(paths.serviceWorkerOf(apiBase()));
}
