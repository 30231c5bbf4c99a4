/**
 * Caches hashed files and the offline page, which shows that there is no connection. Pages of users and answers of the
 * API are never cached: they come from the server or not at all.
 */
import { paths } from "../../server/contract/paths.ts";

/** Set by the build: another version is another cache. */
declare const VERSION: string;

/** What is used here of a worker's global scope; the compiler has only that of a page. */
interface WorkerScope {
  addEventListener(type: "install" | "activate", listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
}
interface LifecycleEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifecycleEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as WorkerScope;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(navigate(event));
  else if (origin === location.origin && pathname.startsWith("/assets/")) event.respondWith(fromCache(event));
});

/** The offline page is fetched without credentials: it is the same for everyone. */
async function install(): Promise<void> {
  const cache = await caches.open(VERSION);
  await cache.add(new Request(paths.offline, { credentials: "omit", cache: "reload" }));
  await worker.skipWaiting();
}

/**
 * The cache of the version before is not deleted yet: pages of that version are open, and until an upgrade is through,
 * its instances may answer too.
 */
async function activate(): Promise<void> {
  // In the order in which they were made.
  const others = (await caches.keys()).filter((name) => name !== VERSION);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  // Requests a page while the worker is still starting, which takes a slow phone a while.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function navigate({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return await preloadResponse ?? await fetch(request);
  } catch {
    return await caches.match(paths.offline, { cacheName: VERSION }) ?? Response.error();
  }
}

/** The content of a hashed name never changes. */
async function fromCache(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(store(event.request, response.clone()));
  return response;
}

/** What cannot be cached, as on a full disk, works all the same. */
async function store(request: Request, response: Response): Promise<void> {
  try {
    await (await caches.open(VERSION)).put(request, response);
  } catch (error) {
    console.warn(error);
  }
}
