/** What a browser keeps for its next visit, fetched once the page is there and has nothing better to do. */
import { paths } from "../../server/contract/paths.ts";

/** Fetches the style sheet and the offline page once the browser is idle. */
export function keepForLater(): void {
  // The page that stands for one out of reach makes way for it as soon as there is a line.
  if (document.querySelector("[data-offline]")) addEventListener("online", () => location.replace(location.href));
  // Not every browser says when it is idle.
  const whenIdle = () => "requestIdleCallback" in globalThis ? requestIdleCallback(keep) : setTimeout(keep, 3000);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

function keep(): void {
  for (const work of [keepStyle(), keepOfflinePage()]) work.catch((error) => console.warn(error));
}

const month = 30 * 24 * 3600;

/** A page for a browser without the style sheet brings it within. A cookie says that the next need only name it. */
async function keepStyle(): Promise<void> {
  const { href, mark } = document.querySelector<HTMLElement>("style[data-href]")?.dataset ?? {};
  if (!href) return;
  const response = await fetch(href, { priority: "low" });
  await response.arrayBuffer();
  if (response.ok) document.cookie = `${mark}; path=/; max-age=${month}; samesite=lax`;
}

/** The service worker shows the offline page when the line is gone. Plain http has none. */
async function keepOfflinePage(): Promise<void> {
  await navigator.serviceWorker?.register(paths.serviceWorker);
}
