import "../page/mod.ts";
import { on } from "./events.ts";
import { propsOf } from "./markers.ts";
import { type Chunk, load, loadConnection, loadViewerConnection } from "./registry.ts";
import { loadReload, restored } from "./typed_before.ts";
import { chunkLoadTimeout } from "../../server/contract/site/limits.ts";
import { transportTexts } from "../../server/contract/site/texts.ts";

connectPage().catch(console.error);
on("islandAdded", (marker) => void hydrate(marker));
on("islandFailed", offerReload);
for (const sheet of document.querySelectorAll<HTMLLinkElement>("link[data-late]")) sheet.media = "all";
for (const marker of document.querySelectorAll<HTMLElement>("[data-island]")) void hydrate(marker);

/** If beginning the chat fails, the island begins it. */
async function connectPage(): Promise<void> {
  const chat = document.querySelector<HTMLElement>("[data-island=Chat]");
  if (chat) return (await loadConnection()).beginChat(propsOf(chat));
  const { viewer } = document.documentElement.dataset;
  if (!viewer) return;
  await untilIdle();
  (await loadViewerConnection()).beginViewerConnection(viewer);
}

async function untilIdle(): Promise<void> {
  if ((document as Document & { prerendering?: boolean }).prerendering) await once(document, "prerenderingchange");
  if (document.readyState !== "complete") await once(globalThis, "load");
  await new Promise<unknown>((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(resolve, { timeout: idleTimeout }) : setTimeout(resolve)
  );
}

const idleTimeout = 2000;

function once(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
}

async function hydrate(marker: HTMLElement): Promise<void> {
  await wanted(marker);
  await restored;
  const { island = "" } = marker.dataset;
  const chunk = await loadUntilThere(island, marker);
  if (marker.isConnected) chunk.hydrateIsland(marker, chunk[island]);
}

async function loadUntilThere(island: string, marker: HTMLElement, { isRetry = false } = {}): Promise<Chunk> {
  const loading = load(island);
  try {
    return await inTime(loading);
  } catch (error) {
    console.error(error);
    // A file that it imports may have failed before, which only another page asks for again.
    if (isRetry) await loadReload().then(({ reloadIfLoadable }) => reloadIfLoadable()).catch(console.warn);
    await retryWanted(marker, loading);
    return await loadUntilThere(island, marker, { isRetry: true });
  }
}

/** An island is wanted once the page has loaded and it is in view, or when it is used before. */
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
  const timer = setTimeout(() => reject(new Error(transportTexts.chunkTimeout)), chunkLoadTimeout);
  return Promise.race([loading, promise]).finally(() => clearTimeout(timer));
}

/** Until then the island is still the form or list that the server rendered. */
async function retryWanted(marker: HTMLElement, late: Promise<Chunk>): Promise<void> {
  const { notice, button } = addNotice(marker);
  const pressed = new Promise((resolve) => button.addEventListener("click", resolve));
  await Promise.any([pressed, late]);
  notice.remove();
}

function offerReload(marker: HTMLElement): void {
  const { notice, button } = addNotice(marker);
  notice.firstChild!.textContent = `${transportTexts.stopped} `;
  button.textContent = transportTexts.reload;
  button.addEventListener("click", () => {
    loadReload().then(({ reloadWithTyped }) => reloadWithTyped()).catch(() => location.reload());
  });
}

function addNotice(marker: HTMLElement) {
  const template = document.querySelector<HTMLTemplateElement>("#island-retry")!;
  const notice = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  // An open book covers everything else.
  const book = marker.querySelector("dialog[open]");
  if (book) book.prepend(notice);
  else marker.before(notice);
  return { notice, button: notice.querySelector("button")! };
}
