/**
 * Pages of one reader that can be read without a connection, as they were. They are nobody else's: they are deleted
 * when the reader logs out, and when a page arrives that is for somebody else, or for nobody.
 */
import { deleteAllKept, hasPlace, renewPart } from "./kept_texts.ts";
import { copyOf, viewerOf } from "./page_copies.ts";
import { storeFilesOf } from "./stored_files.ts";
import { storageKeys, storedPages as limits } from "../../server/contract/site/limits.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { notePaths } from "../../server/contract/notes/paths.ts";

const cacheName = storageKeys.pages;
/** Under this address the cache holds whose pages these are. */
const ownerKey = "/.owner";

/** Groups, the books that they read together, with the texts of these, what a reader has written, and what they begin with. */
const readable = [/^\/group\/[^/]+$/, /^\/group\/[^/]+\/books\/[^/]+(\/read)?$/];

/** Whether a page is one of those. */
export const isReadable = ({ pathname }: URL): boolean =>
  [sitePaths.dashboard, notePaths.ownNotes].includes(pathname) || readable.some((pattern) => pattern.test(pathname));

/** Whether a page shows all that it does at first, and not a part that its address names. */
const isWhole = ({ searchParams }: URL): boolean => [...searchParams.keys()].every((name) => name === "tab");

const hasCaches = () => "caches" in globalThis;

/**
 * Stores a page that has just arrived, if it is one of those, with others that are read with it. Where it is for
 * somebody else than those before, these are deleted.
 */
export async function storeArrived(href: string, response: Response): Promise<void> {
  const url = new URL(href);
  const html = await response.text();
  const viewer = viewerOf(html);
  if (viewer === undefined || url.pathname === sitePaths.offline) return;
  // It may have failed before it was known who asks.
  if (!viewer && !response.ok) return;
  if (viewer !== await owner()) await deletePages();
  if (!viewer) return;
  const cache = await caches.open(cacheName);
  await cache.put(ownerKey, new Response(viewer));
  await renewPart(url, { html, response });
  if (isReadable(url) && isWhole(url)) await storePage(cache, keyOf(url), { html, response });
  const beside = isReadable(url) && !isWhole(url) ? [url.pathname, notePaths.ownNotes] : [notePaths.ownNotes];
  for (const path of beside) if (!await isFresh(cache, path)) await fetchPage(cache, path, viewer);
}

/** Stores another page, unless somebody else has signed in meanwhile. */
async function fetchPage(cache: Cache, path: string, viewer: string): Promise<void> {
  const response = await fetch(path, { credentials: "include", priority: "low" });
  const html = await response.text();
  if (viewerOf(html) === viewer) await storePage(cache, path, { html, response });
}

async function storePage(
  cache: Cache,
  key: string,
  { html, response }: { html: string; response: Response },
): Promise<void> {
  // It is as it was once the server is well again.
  if (response.status === 429 || response.status >= 500) return;
  // Those stored last are listed last. What is not there any more is not stored either.
  await cache.delete(key);
  if (!response.ok || response.redirected) return;
  await cache.put(key, copyOf(html, response));
  const pages = await pagesIn(cache);
  await Promise.all(pages.slice(0, -limits.max).map((request) => cache.delete(request)));
  await storeFilesOf(html);
}

/** A page is one whatever part of it is open, except for the tabs, which are pages of their own. */
function keyOf({ pathname, searchParams }: URL): string {
  const tab = searchParams.get("tab");
  return tab && tab !== "chat" ? `${pathname}?tab=${encodeURIComponent(tab)}` : pathname;
}

const pagesIn = async (cache: Cache): Promise<Request[]> =>
  (await cache.keys()).filter(({ url }) => new URL(url).pathname !== ownerKey);

async function owner(): Promise<string | undefined> {
  return await (await caches.match(ownerKey, { cacheName }))?.text();
}

/** The page as it was stored, if it was. */
export async function storedPage(href: string): Promise<Response | undefined> {
  const url = new URL(href);
  if (!isReadable(url)) return undefined;
  const stored = await caches.match(keyOf(url), { cacheName }) ?? await caches.match(url.pathname, { cacheName });
  const at = url.searchParams.get("at");
  // At another place of a text there is another page.
  return stored && at !== null && !hasPlace(await stored.clone().text(), Number(at)) ? undefined : stored;
}

export interface StoredPage {
  href: string;
  title: string;
  /** When it was stored. */
  at?: string;
}

/** What can be read, the last stored first. */
export async function listPages(): Promise<StoredPage[]> {
  if (!hasCaches() || !await caches.has(cacheName)) return [];
  const cache = await caches.open(cacheName);
  const requests = (await pagesIn(cache)).reverse();
  return await Promise.all(requests.map(async (request) => {
    const html = await (await cache.match(request))!.text();
    const { title, documentElement: { dataset } } = new DOMParser()
      .parseFromString(html.replaceAll(/(<\/?)style/g, "$1template"), "text/html");
    const { pathname, search } = new URL(request.url);
    return {
      href: pathname + search,
      at: dataset.storedAt,
      title: title.replace(/^\(\d+\+?\) /, "").replace(/ · [^·]*$/, ""),
    };
  }));
}

/** Whether a page was stored not long ago. */
async function isFresh(cache: Cache, path: string): Promise<boolean> {
  const [, at] = /data-stored-at="([^"]*)"/.exec(await (await cache.match(path))?.text() ?? "") ?? [];
  return at !== undefined && Date.now() - Date.parse(at) < limits.fetchedEvery;
}

/** Deletes all that was stored for reading, whose ever it is. */
export async function deletePages(): Promise<void> {
  if (!hasCaches()) return;
  await Promise.all([caches.delete(cacheName), deleteAllKept()]);
}
