/** What a page does without a connection, and what a browser stores for that and for its next visit. */
import { paths } from "../../server/contract/paths.ts";
import { apiBase } from "../runtime/api.ts";
import { loadOutbox } from "../runtime/outbox.ts";

/** Milliseconds after the page has loaded: on a slow line its islands are hydrated by then. */
const later = 3000;

/**
 * Fetches the style sheets, the offline page and the outbox, which sends what waits, some time after the page has
 * loaded. A page that came from the browser's own store shows at once that it did.
 */
export function storeForNextVisit(): void {
  // The offline page gives way to the one it stands for as soon as there is a connection.
  if (document.querySelector("[data-offline]")) addEventListener("online", () => location.replace(location.href));
  // Under its own address the offline page stands for none.
  const isStored = location.pathname !== paths.offline &&
    document.querySelector("html[data-stored-at], [data-offline]") !== null;
  // What is typed into such a form must not be lost with a line that ends soon.
  const hasForm = document.querySelector("form[data-outbox]") !== null;
  if (isStored || hasForm) startOffline().catch(console.warn);
  const fetchLater = () => setTimeout(fetchAll, later);
  if (document.readyState === "complete") fetchLater();
  else addEventListener("load", fetchLater, { once: true });
}

function fetchAll(): void {
  const styles = Array.from(document.querySelectorAll<HTMLElement>("style[data-href]"), storeStyle);
  for (const work of [...styles, storeOfflinePage(), startOffline()]) work.catch((error) => console.warn(error));
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

/** What waits to be sent is shown to who has written it, on a page of theirs. */
async function startOffline(): Promise<void> {
  // The outbox has a file of its own, without which nothing could be put into it later.
  const [{ start }] = await Promise.all([import("./without_connection.ts"), loadOutbox()]);
  start();
}
