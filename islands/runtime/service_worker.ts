/**
 * Keeps hashed files and the offline page, so that a lost line shows what happened. It never keeps a page of a person
 * or an answer of the API: those come from the server or not at all.
 */
import { paths } from "../../server/contract/paths.ts";

/** Set by the build: another version is another cache. */
declare const VERSION: string;

/** What of a worker's surroundings is used here; the compiler knows only those of a page. */
interface Surroundings {
  addEventListener(type: "install" | "activate", listener: (event: Lifecycle) => void): void;
  addEventListener(type: "fetch", listener: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
}
interface Lifecycle {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as Surroundings;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(arrive(event));
  else if (origin === location.origin && pathname.startsWith("/assets/")) event.respondWith(keep(event.request));
});

/** The offline page is asked for as nobody in particular. */
async function install(): Promise<void> {
  const cache = await caches.open(VERSION);
  await cache.add(new Request(paths.offline, { credentials: "omit", cache: "reload" }));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== VERSION);
  await Promise.all(others.map((name) => caches.delete(name)));
  // Asks for a page while the worker is still starting, which takes a slow phone a while.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function arrive({ request, preloadResponse }: Asked): Promise<Response> {
  try {
    return await preloadResponse ?? await fetch(request);
  } catch {
    return await caches.match(paths.offline) ?? Response.error();
  }
}

/** What a hashed name stands for never changes. */
async function keep(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(VERSION)).put(request, response.clone());
  return response;
}
