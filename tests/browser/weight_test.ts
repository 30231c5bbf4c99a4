import assert from "node:assert/strict";
import type { CDPSession } from "playwright";
import { openBrowser, type Visitor, visitor } from "../support/browser.ts";
import { weighFirstScreen } from "../support/first_screen.ts";
import { type Scene, sessionOf, setScene } from "../support/scene.ts";
import { turnOf } from "../support/screen.ts";
import { type Screen, screensOf } from "../support/screens.ts";

/** What the first ten packets carry beside the headers: what is shown within it is painted after one round trip. */
const firstFlight = 14 * 1024;

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

interface Survey {
  /** By kind of resource, compressed, as they crossed the line. */
  bytes: Record<string, number>;
  /** What moved without anyone's doing. */
  shifts: string[];
  blockingScripts: string[];
  hastyPictures: string[];
}

/** What there is to say of each page, whatever its state, after one visit with an empty cache. */
const surveys = new Map<string, Survey>();
{
  await using phone = await openSurvey({ width: 360, height: 740 });
  for (const [name, screen] of pages.filter(([name]) => /^(operator-)?[a-z]+$/.test(name))) {
    surveys.set(name, await survey(phone, screen));
  }
}

const all = <T>(what: (survey: Survey) => T): [string, T][] =>
  [...surveys].map(([name, survey]) => [name, what(survey)]);

Deno.test("the HTML of what every page shows first, with its CSS, fits into the first packets", async () => {
  const arrived: Record<string, number> = {};
  for (const [name, { path, as }] of pages) {
    const session = as && sessionOf(scene.app, scene[as]);
    const { body } = await weighFirstScreen(scene.app.url + path, session && `${session.name}=${session.value}`);
    if (body > firstFlight) arrived[name] = body;
  }
  assert.deepEqual(arrived, {});
});

Deno.test("a page without an island loads no React, and a member's a connection beside it", () => {
  const most = { "16": visitorPages, "36": ["events", "settings", "video"] };
  const loads = all(({ bytes }) => bytes.Script / 1024);
  for (const [kilobytes, names] of Object.entries(most)) {
    assert.deepEqual(loads.filter(([name, bytes]) => names.includes(name) && bytes > Number(kilobytes)), []);
  }
});

const visitorPages = ["home", "landing", "about", "contact", "forgot", "reset", "offline"];

Deno.test("the scripts of a group's page weigh 100 KiB at most", () => {
  assert.ok(surveys.get("group")!.bytes.Script <= 100 * 1024);
});

Deno.test("no script holds a page up", () => {
  assert.deepEqual(all(({ blockingScripts }) => blockingScripts).filter(([, scripts]) => scripts.length > 0), []);
});

Deno.test("pictures have a size, and wait until they are near", () => {
  assert.deepEqual(all(({ hastyPictures }) => hastyPictures).filter(([, pictures]) => pictures.length > 0), []);
});

Deno.test("nothing moves on a phone while a page loads and hydrates", () => {
  assert.deepEqual(all(({ shifts }) => shifts).filter(([, shifts]) => shifts.length > 0), []);
});

Deno.test("nothing moves on a desktop while a page loads and hydrates", async () => {
  await using desktop = await openSurvey({ width: 1280, height: 800 });
  for (
    const name of ["home", "landing", "login", "register", "dashboard", "group", "members", "book", "profile", "search"]
  ) {
    const { shifts } = await survey(desktop, screensOf(scene)[name]);
    assert.deepEqual(shifts, [], name);
  }
});

Deno.test("style sheets come within the first page, and are only named by the ones after it", async () => {
  const { page, context, visit } = await open({ path: "/login" });
  await visit("/login");
  assert.equal(await page.locator("head > style").count(), 2);
  await page.waitForFunction(() => ["main", "auth-pages"].every((name) => document.cookie.includes(`style-${name}=`)));
  await visit("/register");
  assert.equal(await page.locator("head > style").count(), 0);
  const [sheet] = await page.evaluate(() =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".css")).map((entry) =>
      (entry as PerformanceResourceTiming).transferSize
    )
  );
  assert.equal(sheet, 0, "it came from the cache");
  await context.close();
});

Deno.test("a page is fetched when its link is pointed at, and anew once something has changed", async () => {
  const { page, context, visit } = await open({ path: "/dashboard", as: "grace" });
  await visit("/dashboard");
  const profile = page.getByRole("link", { name: "My Profile" }).last();
  const inAdvance = page.waitForRequest((request) => request.headers()["sec-purpose"] === "prefetch");
  await profile.hover();
  assert.equal(new URL((await inAdvance).url()).pathname, "/profile");
  await page.evaluate(changeBio, "Changed since.");
  await profile.click();
  await page.getByText("Changed since.").first().waitFor();
  await context.close();
});

Deno.test("a link that does something when it is followed is not followed in advance", async () => {
  const { page, context, visit } = await open({ path: "/" });
  await visit("/");
  const rules = JSON.parse((await page.locator("script[type=speculationrules]").textContent())!);
  const patterns: string[] = rules.prefetch[0].where.and[0].href_matches;
  const matches = (path: string) =>
    patterns.some((pattern) => new URLPattern(pattern, scene.app.url).test(path, scene.app.url));
  for (const path of ["/dashboard", "/dashboard?tab=friends", "/group/x?tab=members", "/profile/x"]) {
    assert.ok(matches(path));
  }
  for (const path of ["/verify-email?token=x", "/reset-password?token=x", "/logout", "/dev/mail"]) {
    assert.ok(!matches(path));
  }
  await context.close();
});

/** A window for pages of any viewer, one after the other: opening one takes as long as a page. */
async function openSurvey(viewport: { width: number; height: number }): Promise<Visitor> {
  // Far from the server's own zone, which times change to as the page hydrates; but today is the same day there.
  const timezoneId = new Date().getUTCHours() < 12 ? "Asia/Karachi" : "America/New_York";
  const window = await visitor(browser, scene.app.url, { viewport, timezoneId });
  await window.page.addInitScript(watchShifts);
  return window;
}

/** Opens a page as in a browser that has been nowhere. */
async function survey({ page, context, visit }: Visitor, { path, as }: Screen): Promise<Survey> {
  await context.clearCookies();
  if (as) await context.addCookies([sessionOf(scene.app, scene[as])]);
  const bytes: Record<string, number> = {};
  const cdp = await context.newCDPSession(page);
  await countBytes(cdp, bytes);
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  await visit(path);
  // Of a page without an island the connection comes last.
  if (as && !await page.locator("[data-island]").count()) await page.waitForLoadState("networkidle");
  await turnOf(page);
  const seen = await page.evaluate(look);
  await cdp.detach();
  return { bytes, ...seen };
}

async function countBytes(cdp: CDPSession, bytes: Record<string, number>): Promise<void> {
  const kinds = new Map<string, string>();
  cdp.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
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

/** In the page: remembers what moved without anyone's doing. */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  const describe = (
    { node, previousRect: from, currentRect: to }: { node?: Node; previousRect: DOMRect; currentRect: DOMRect },
  ) => `${(node as Element)?.className || node?.textContent}: ${from.x},${from.y} to ${to.x},${to.y}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // deno-lint-ignore no-explicit-any -- the compiler's library does not know layout shifts
      const { hadRecentInput, value, sources } = entry as any;
      // A time in its reader's zone may be a digit shorter or longer, within its own place.
      if (!hadRecentInput && value > 0.0001) shifts.push(`${value} ${sources.map(describe)}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/**
 * In the page: what it did, and scripts the parser waits for, and pictures without a size or fetched before they are
 * near.
 */
function look() {
  const { shifts } = globalThis as unknown as { shifts: string[] };
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  const isHasty = (image: HTMLImageElement) =>
    !image.hasAttribute("width") || !image.hasAttribute("height") || image.loading !== "lazy";
  return {
    shifts,
    blockingScripts: scripts.filter(({ type, async, defer }) => type !== "module" && !async && !defer).map(({ src }) =>
      src
    ),
    hastyPictures: [...document.images].filter(isHasty).map(({ src }) => src),
  };
}

/** In the page: what an island would do. */
const changeBio = (bio: string) =>
  fetch("/api/users/profile", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ bio }),
  }).then((response) => response.text());
