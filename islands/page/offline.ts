/** What a browser stores for its next visit, fetched once the page is there and the browser is idle. */
import { paths } from "../../server/contract/paths.ts";

/** Fetches the style sheet and the offline page once the browser is idle. */
export function storeForNextVisit(): void {
  // The offline page gives way to the one it stands for as soon as there is a connection.
  if (document.querySelector("[data-offline]")) addEventListener("online", () => location.replace(location.href));
  // Not every browser has `requestIdleCallback`.
  const whenIdle = () =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(fetchAll) : setTimeout(fetchAll, 3000);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
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
