/**
 * Caches hashed files, the pages that a reader can read without a connection (see `stored_pages`, `kept_texts`), and
 * the offline page, which stands for all others. Answers of the API are never cached. It shows what push messages say, and sends
 * what waits in the outbox where no window does.
 */
import type { SentPush } from "../../server/contract/notices/shapes.ts";
import { formNotSent } from "../../server/contract/site/limits.ts";
import { flush } from "./outbox/flush.ts";
import { deleteFormerFiles, hashedFile, storedFile, storeFile, storeOfflineFiles } from "./stored_files.ts";
import { checkKept, isPicture, isTextPage, keptPage, keptPicture, renewPart } from "./kept_texts.ts";
import { isReadable, storeArrived, storedPage } from "./stored_pages.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

/** What is used here of a worker's global scope; the compiler has only that of a page. */
interface WorkerScope {
  addEventListener(type: "install" | "activate", listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "sync", listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: true }): Promise<Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
}
interface Window {
  url: string;
  focused: boolean;
  focus(): Promise<Window>;
  postMessage(message: string): void;
  navigate(url: string): Promise<unknown>;
}
interface PushEvent extends LifecycleEvent {
  data: { json(): SentPush } | null;
}
interface NotificationEvent extends LifecycleEvent {
  notification: Notification;
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
  const url = new URL(event.request.url);
  const { origin, pathname } = url;
  if (event.request.mode === "navigate") event.respondWith(navigate(event));
  else if (origin === location.origin && pathname.startsWith("/assets/")) event.respondWith(fromCache(event));
  else if (origin === location.origin && pathname === sitePaths.sprite) event.respondWith(fromNetwork(event.request));
  else if (origin === location.origin && isPicture(url)) {
    event.respondWith(orKept(() => fetch(event.request), () => keptPicture(url)));
  } else if (origin === location.origin && isTextPage(url)) {
    event.respondWith(textPageFor(event, url));
  }
});
worker.addEventListener("sync", (event) => event.waitUntil(sendInBackground()));

worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
worker.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));

const windows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** In a window of ours that is looked at it is seen already. What the version before has sent names no site. */
async function show({ title = location.host, tag, text, url, id }: SentPush): Promise<void> {
  if ((await windows()).some(({ focused }) => focused)) return;
  const icon = "/icons/app-192.png";
  await worker.registration.showNotification(title, { body: text, tag, icon, data: { url, id } });
}

/** Opens what a notification is about, in a window that is at it already if there is one, and marks that as read. */
async function open(notification: Notification): Promise<void> {
  const { url, id } = notification.data as { url: string; id?: string };
  notification.close();
  await Promise.all([id && markRead(id), openAt(new URL(url, location.href))]);
}

/** A window at another address may hold what somebody is typing. */
async function openAt({ href, pathname }: URL): Promise<void> {
  const there = (await windows()).find(({ url }) => new URL(url).pathname === pathname);
  try {
    await there!.focus();
    if (there!.url !== href) await there!.navigate(href);
  } catch {
    await worker.clients.openWindow(href);
  }
}

/** The API's base path, which the page that registered this knows. */
const api = new URL(location.href).searchParams.get("api") ?? "/api";

/**
 * Sends what waits of the person whose session the cookie is of. What others have written waits for theirs.
 *
 * @throws where something has to wait on, so that the browser tries again
 */
async function sendInBackground(): Promise<void> {
  const response = await fetch(`${api}/auth/me`, { credentials: "include" });
  if (response.status === 401) return;
  if (!response.ok) throw new Error(`Who is signed in is not known: ${response.status}`);
  const { id } = await response.json();
  if (!await flush({ viewerId: id, api })) throw new Error("Something is still waiting to be sent.");
}

/** By the API: the answer to a form would show its outcome on the next page. */
async function markRead(id: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await fetch(`${api}/notices/read`, { method: "POST", headers, body: JSON.stringify({ ids: [id] }) })
    .catch((error) => console.warn(error));
}

async function install(): Promise<void> {
  await storeOfflineFiles();
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  // Later ones have taken over the windows of the one before.
  const isFirst = (await worker.clients.matchAll({ type: "window" })).length === 0;
  await deleteFormerFiles();
  // Requests a page while the worker is still starting, which takes a slow phone a while.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  // Not waited for: until this has ended no page would be fetched.
  if (isFirst) void storeOpenPages();
}

/** Pages that are there already came before there was a service worker, and have to be fetched again to be stored. */
async function storeOpenPages(): Promise<void> {
  for (const { url } of await windows()) {
    if (!isReadable(new URL(url))) continue;
    try {
      await storeArrived(url, await fetch(url, { credentials: "include", priority: "low" }));
    } catch (error) {
      console.warn(error);
    }
  }
}

async function navigate(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await requestPage(event);
    if (isPage(response)) event.waitUntil(storeForReading(request, response.clone()));
    return response;
  } catch {
    if (request.method !== "GET") return await stay();
    const url = new URL(request.url);
    return await keptPage(url) ?? await storedPage(request.url) ?? await storedFile(sitePaths.offline) ??
      Response.error();
  }
}

/** An answer without content leaves the page of a form as it is, with what was typed. */
async function stay(): Promise<Response> {
  for (const window of await windows()) if (window.focused) window.postMessage(formNotSent);
  return new Response(null, { status: 204 });
}

/** @throws TypeError where the server cannot be reached. In Firefox a preload is then an answer of the type `error`. */
async function requestPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded = await preloadResponse;
  if (preloaded?.type === "error") throw new TypeError("The server cannot be reached.");
  return preloaded ?? await fetch(request);
}

const isPage = ({ headers }: Response): boolean => headers.get("Content-Type")?.startsWith("text/html") ?? false;

/** What cannot be stored can be read with a connection. */
async function storeForReading(request: Request, response: Response): Promise<void> {
  try {
    await storeArrived(request.url, response);
    await checkKept(api);
  } catch (error) {
    console.warn(error);
  }
}

/** Icons are drawn anew at times, under one name. */
async function fromNetwork(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return await storedFile(sitePaths.sprite) ?? Response.error();
  }
}

/** What belongs to a text, from the server, or without a connection as this device keeps it. */
async function orKept(
  ask: () => Promise<Response>,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  try {
    return await ask();
  } catch {
    return await kept() ?? Response.error();
  }
}

/** For a script that turns to another part of a text. */
async function textPageFor(event: FetchEvent, url: URL): Promise<Response> {
  if (event.request.method !== "GET") return await fetch(event.request);
  return await orKept(async () => {
    const response = await fetch(event.request);
    const copy = response.clone();
    event.waitUntil(copy.text().then((html) => renewPart(url, { html, response })).catch(console.warn));
    return response;
  }, () => keptPage(url));
}

async function fromCache(event: FetchEvent): Promise<Response> {
  const cached = await hashedFile(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(storeFile(event.request, response.clone()));
  return response;
}
