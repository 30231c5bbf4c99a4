/** The service worker's store of hashed files, which never change, with the offline page and the icons. */
import { storageKeys } from "../../server/contract/site/limits.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

/** Set by the build: another version is another cache. */
declare const VERSION: string;
/** Set by the build: files that pages without a connection need and do not name. */
declare const OFFLINE_FILES: string[];

/** The page and the icons are fetched without credentials: they are the same for everyone. */
export async function storeOfflineFiles(): Promise<void> {
  const request = (path: string) => new Request(path, { credentials: "omit", cache: "reload" });
  await (await caches.open(VERSION)).addAll([...[sitePaths.offline, sitePaths.sprite].map(request), ...OFFLINE_FILES]);
}

/**
 * The cache of the version before is not deleted yet: pages of that version are open, and until an upgrade is through,
 * its instances may answer too.
 */
export async function deleteFormerFiles(): Promise<void> {
  // In the order in which they were made.
  const others = (await caches.keys())
    .filter((name) => name !== VERSION && !name.startsWith(storageKeys.pages));
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** A page or the icons, of this version. */
export const storedFile = (path: string): Promise<Response | undefined> => caches.match(path, { cacheName: VERSION });

/** A hashed file of any version, under whatever query it is asked for. */
export const hashedFile = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { ignoreSearch: true });

/** What cannot be cached, as on a full disk, works all the same. */
export async function storeFile(request: Request, response: Response): Promise<void> {
  try {
    await (await caches.open(VERSION)).put(request, response);
  } catch (error) {
    console.warn(error);
  }
}

/**
 * Stores the hashed files that a page names. Those that its browser has in memory, or has loaded before there was a
 * service worker, are never asked for here.
 */
export async function storeFilesOf(html: string): Promise<void> {
  const named = [...html.matchAll(/ (?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const isStored = await Promise.all(named.map(hashedFile));
  const missing = named.filter((_, n) => !isStored[n]);
  await (await caches.open(VERSION)).addAll(missing.map((path) => new Request(path, { priority: "low" })));
}
