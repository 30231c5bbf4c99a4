/** Windows of tests, which are emptied and used again: a new one takes longer than its first page. */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Disposable, Page } from "playwright";

export interface Window {
  context: BrowserContext;
  page: Page;
  inspector: CDPSession;
  /** What its pages complained of: errors of scripts and what the content security policy refused. */
  complaints: string[];
  browser: Browser;
  url: string;
  /** Its address and options, as a text. */
  kind: string;
  /** Whether all that a test has done to it can be taken back. */
  isReusable: boolean;
  /** What its pages run before their own scripts. */
  scripts: Disposable[];
}

/** Emptied windows, in the order in which they were put back; their browser has scripts and styles in its cache. */
const idle = new Set<Window>();
/** How many of them stay open: each is a process. */
const maxIdle = 6;

/** A window with no cookies and nothing stored, on a blank page or on one without scripts. */
export async function takeWindow(browser: Browser, url: string, options: BrowserContextOptions): Promise<Window> {
  const kind = `${url} ${JSON.stringify(options)}`;
  const found = [...idle].findLast((window) => window.browser === browser && window.kind === kind);
  if (!found) return await openWindow(browser, url, kind, options);
  idle.delete(found);
  return found;
}

async function openWindow(
  browser: Browser,
  url: string,
  kind: string,
  options: BrowserContextOptions,
): Promise<Window> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
    reducedMotion: "reduce",
    // Some builds of Chromium send no language otherwise, and times change as islands come alive.
    locale: "en-US",
    ...options,
  });
  // A slow machine with other work takes its time; what never comes fails all the same.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  // What a service worker has stored is not emptied.
  const isReusable = options.serviceWorkers !== "allow";
  const inspector = await context.newCDPSession(page);
  const window: Window = { context, page, inspector, complaints: [], browser, url, kind, isReusable, scripts: [] };
  listen(window);
  watch(window);
  return window;
}

function listen({ page, complaints }: Window): void {
  // A transition that a quick reader cuts short is no fault of the page.
  page.on(
    "pageerror",
    (error) => /ViewTransition|Transition was/.test(String(error)) || complaints.push(String(error)),
  );
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) complaints.push(message.text());
  });
}

/** Notes what a test changes that `empty` cannot undo. */
function watch(window: Window): void {
  const { page, context, scripts } = window;
  const setChanged = () => window.isReusable = false;
  const ofBoth = [
    ...["addListener", "on", "once", "prependListener"],
    ...["exposeBinding", "exposeFunction", "routeFromHAR", "routeWebSocket"],
    ...["setDefaultNavigationTimeout", "setDefaultTimeout", "setExtraHTTPHeaders"],
  ];
  const lasting: [object: object, methods: string[]][] = [
    [page, [...ofBoth, "addLocatorHandler", "emulateMedia", "setViewportSize"]],
    [page.clock, ["fastForward", "install", "pauseAt", "resume", "runFor", "setFixedTime", "setSystemTime"]],
    [context, [
      ...ofBoth,
      ...["clearPermissions", "grantPermissions", "newCDPSession", "route", "setGeolocation", "setOffline"],
    ]],
  ];
  for (const [object, methods] of lasting) for (const name of methods) before(object, name, setChanged);
  for (const object of [context, page]) {
    const addInitScript = object.addInitScript.bind(object);
    object.addInitScript = async (script: Parameters<typeof addInitScript>[0], argument?: unknown) => {
      const added = await addInitScript(script, argument);
      scripts.push(added);
      return added;
    };
  }
}

/** Calls a listener whenever a method of an object is called, before it. */
function before(object: object, name: string, listener: () => void): void {
  const methods = object as Record<string, (...args: unknown[]) => unknown>;
  const method = methods[name].bind(object);
  methods[name] = (...args) => (listener(), method(...args));
}

/** Empties a window for another test, or closes it where that cannot be done. */
export async function putBack(window: Window): Promise<void> {
  const { context, complaints, isReusable } = window;
  if (!isReusable || !await empty(window) || complaints.length > 0) return await context.close();
  idle.add(window);
  const [oldest] = idle;
  if (idle.size <= maxIdle) return;
  idle.delete(oldest);
  await oldest.context.close();
}

/**
 * Leaves the page, deletes cookies, history and what is stored, and takes back the page's routes and first scripts.
 * What the browser has in its cache stays.
 *
 * @returns whether that was possible
 */
export async function empty({ page, context, inspector, url, scripts }: Window): Promise<boolean> {
  if (context.pages().length > 1) return false;
  try {
    for (const script of scripts.splice(0)) await script.dispose();
    // First, so that no call that a route holds back is sent after all.
    await page.goto("about:blank");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // Of the same origin and without scripts; a server that a test has stopped does not answer.
    await page.goto(`${url}/healthz`, { timeout: 10_000 });
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) {
        await new Promise((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase(name!);
          deletion.onsuccess = resolve;
          deletion.onerror = deletion.onblocked = reject;
        });
      }
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await inspector.send("Page.resetNavigationHistory");
    await context.clearCookies();
    // Nothing of the next page lies under the mouse.
    await page.mouse.move(-1, -1);
    return true;
  } catch {
    return false;
  }
}

/** Drops the idle windows of a browser that closes. */
export function forgetWindows(browser: Browser): void {
  for (const window of idle) if (window.browser === browser) idle.delete(window);
}
