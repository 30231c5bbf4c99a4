import assert from "node:assert/strict";
import type { CDPSession, Page } from "playwright-core";
import { openBrowser, type Visitor, visitor } from "../support/browser.ts";
import { type Scene, sessionOf, setScene } from "../support/scene.ts";
import { type Screen, screensOf } from "../support/screens.ts";

/** What the first ten packets carry: a page within it is painted after one round trip. */
const firstFlight = 14 * 1024;
const kibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

const scene = await setScene();
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await scene.app[Symbol.asyncDispose]();
});

/** Pages as they arrive, with nothing done on them. A list of two hundred is more than a page. */
const pages = Object.entries(screensOf(scene)).filter(([name, { act, before }]) =>
  !act && !before && name !== "dashboard-200" && name !== "dev-mail"
);

Deno.test("the HTML and CSS of every page fit into the first packets", async () => {
  const heavy: Record<string, string> = {};
  for (const [name, screen] of pages) {
    const { bytes } = await weigh(screen);
    const arrived = bytes.Document + (bytes.Stylesheet ?? 0);
    if (arrived > firstFlight) heavy[name] = kibibytes(arrived);
  }
  assert.deepEqual(heavy, {});
});

Deno.test("a page without an island loads no React", async () => {
  for (const path of ["/", "/pre", "/about", "/forgot-password"]) {
    const { bytes } = await weigh({ path });
    assert.ok(bytes.Script < 8 * 1024, `${path} loads ${kibibytes(bytes.Script)} of scripts`);
  }
});

Deno.test("the scripts of a group's page weigh 110 KiB at most, and none holds the page up", async () => {
  const { bytes, page } = await weigh({ path: `/group/${scene.group}`, as: "ada" });
  assert.ok(bytes.Script < 110 * 1024, kibibytes(bytes.Script));
  assert.deepEqual(await page.evaluate(blockingScripts), []);
});

for (
  const [device, viewport] of [["phone", { width: 360, height: 740 }], ["desk", { width: 1280, height: 800 }]] as const
) {
  Deno.test(`nothing moves while a page arrives and comes alive on a ${device}`, async () => {
    const moved: Record<string, unknown> = {};
    for (const [name, screen] of pages) {
      const { page, context } = await open(screen, { viewport, timezoneId: "America/New_York" });
      await page.addInitScript(watchShifts);
      await page.goto(screen.path, { waitUntil: "networkidle" });
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: unknown[] }).shifts);
      if (shifts.length > 0) moved[name] = shifts;
      await context.close();
    }
    assert.deepEqual(moved, {});
  });
}

Deno.test("pictures have a size, and wait until they are near", async () => {
  for (const [name, screen] of pages) {
    const { page, context, visit } = await open(screen);
    await visit(screen.path);
    assert.deepEqual(await page.evaluate(hastyPictures), [], name);
    await context.close();
  }
});

Deno.test("the style sheet comes within the first page, and is only named by the ones after it", async () => {
  const { page, context, visit } = await open({ path: "/" });
  await visit("/");
  assert.equal(await page.locator("head > style").count(), 1);
  await page.waitForFunction(() => document.cookie.includes("style="));
  await visit("/about");
  assert.equal(await page.locator("head > style").count(), 0);
  const [sheet] = await page.evaluate(() =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".css")).map((entry) =>
      (entry as PerformanceResourceTiming).transferSize
    )
  );
  assert.equal(sheet, 0, "it came from the cache");
  await context.close();
});

Deno.test("a page is fetched in advance when its link is pointed at, and forgotten when something changes", async () => {
  const { page, context, visit } = await open({ path: "/dashboard", as: "ada" });
  await visit("/dashboard");
  const prefetched = (path: string) =>
    page.waitForRequest((request) => request.url().endsWith(path) && request.headers()["sec-purpose"] === "prefetch");
  const first = prefetched("/profile");
  await page.getByRole("link", { name: "My Profile" }).last().hover();
  await first;
  await context.close();
});

interface Weighed {
  page: Page;
  /** By kind of resource, as they crossed the line: headers and compressed body. */
  bytes: Record<string, number>;
}

/** Loads a page with an empty cache and sums what it took. */
async function weigh(screen: Screen): Promise<Weighed> {
  const { page, context, visit } = await open(screen);
  const bytes: Record<string, number> = {};
  await countBytes(await context.newCDPSession(page), bytes);
  await visit(screen.path);
  await page.waitForLoadState("networkidle");
  await context.close();
  return { page, bytes };
}

async function countBytes(cdp: CDPSession, bytes: Record<string, number>): Promise<void> {
  const kinds = new Map<string, string>();
  cdp.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await cdp.send("Network.enable");
}

async function open({ as }: Screen, options = {}): Promise<Visitor> {
  const opened = await visitor(browser, scene.app.url, options);
  if (as) await opened.context.addCookies([sessionOf(scene.app, scene[as as keyof Scene] as { token: string })]);
  return opened;
}

/** In the page: scripts that the parser waits for. */
function blockingScripts(): string[] {
  const all = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  return all.filter((script) => script.type !== "module" && !script.async && !script.defer).map(({ src }) => src);
}

/** In the page: remembers what moved without anyone's doing. */
function watchShifts(): void {
  const shifts: unknown[] = [];
  Object.assign(globalThis, { shifts });
  const describe = (
    { node, previousRect: from, currentRect: to }: { node?: Node; previousRect: DOMRect; currentRect: DOMRect },
  ) => `${(node as Element)?.className || node?.textContent}: ${from.x},${from.y} to ${to.x},${to.y}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // deno-lint-ignore no-explicit-any -- the compiler's library does not know layout shifts
      const { hadRecentInput, value, sources } = entry as any;
      if (!hadRecentInput) shifts.push([value, ...sources.map(describe)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** In the page: pictures without a size, or fetched before they are near. */
function hastyPictures(): string[] {
  return [...document.images].filter((image) =>
    !image.hasAttribute("width") || !image.hasAttribute("height") || image.loading !== "lazy"
  ).map(({ src }) => src);
}
