/**
 * How long a reader on a slow line with a slow phone waits: Chromium at 400 kbit/s, 400 ms a round trip, 4× slower CPU.
 * A session's cookie is there, the cache is empty; the median of three.
 *
 *     deno task bench slow
 */
import type { Browser, CDPSession, Page } from "playwright";
import { type Person, startApp } from "../../support/app.ts";
import { openBrowser } from "../../support/browser.ts";
import { sessionOf, talk } from "../../support/scene.ts";

const rounds = 3;
const line = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const slowdown = 4;
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

interface Times {
  /** Milliseconds from the start of the navigation to the first paint with content, and of these to connect. */
  painted: number;
  connected: number;
  /** Messages that were in the document at that paint, and in the end. */
  readable: number;
  messages: number;
  /** Until the chat can send, or the page's islands are alive. */
  live: number;
}

await using app = await startApp();
const ada = await app.person("Ada");
const grace = await app.person("Grace");
const group = await app.group(ada, grace);
await talk(app, group.id, [ada, grace], 60);
await using browser = await openBrowser();

const pages = { "/login": null, "/dashboard": ada, [`/group/${group.id}`]: ada };
console.log("page         first paint  of it connecting  messages in it       live");
for (const [path, as] of Object.entries(pages)) {
  const runs: Times[] = [];
  for (let i = 0; i < rounds; i++) runs.push(await measure(browser, path, as));
  const { painted, connected, readable, messages, live } = median(runs);
  const name = path.replace(/[^/]{20,}/, "…").padEnd(12);
  const columns = [
    `${painted} ms`.padStart(12),
    `${connected} ms`.padStart(18),
    `${readable} of ${messages}`.padStart(16),
  ];
  console.log(name, ...columns, `${live} ms`.padStart(10));
}

async function measure(browser: Browser, path: string, as: Person | null): Promise<Times> {
  const context = await browser.newContext({ ...phone, baseURL: app.url });
  if (as) await context.addCookies([sessionOf(app, as)]);
  const page = await context.newPage();
  await page.addInitScript(watchFrames);
  await slowDown(await context.newCDPSession(page));
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(isLive, undefined, { polling: "raf" });
  const times = await readTimes(page);
  await context.close();
  return times;
}

async function slowDown(cdp: CDPSession) {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", line);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** In the page: notes at each frame how many messages there are. */
function watchFrames() {
  const frames: [at: number, messages: number][] = [];
  Object.assign(globalThis, { frames });
  const note = (at: number) => {
    frames.push([at, document.querySelectorAll(".message").length]);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** In the page: islands are alive, and where there is a chat one can write. */
function isLive() {
  return document.readyState === "complete" &&
    !document.querySelector("[data-island]:not([data-hydrated]), .composer textarea:disabled") &&
    !document.querySelector(".connection-line:not(:empty)");
}

function readTimes(page: Page): Promise<Times> {
  return page.evaluate(() => {
    const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    const { fetchStart, connectEnd } = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming;
    const { frames } = globalThis as unknown as { frames: [number, number][] };
    const last = frames.at(-1)!;
    const readable = frames.findLast(([at]) => at <= painted)?.[1] ?? 0;
    const round = { painted, connected: connectEnd - fetchStart, live: performance.now() };
    const times = Object.fromEntries(Object.entries(round).map(([name, ms]) => [name, Math.round(ms)]));
    return { ...times as unknown as Times, readable, messages: last[1] };
  });
}

/** Of each figure the one in the middle. */
function median(runs: Times[]): Times {
  const middle = (name: keyof Times) => runs.map((run) => run[name]).sort((a, b) => a - b)[runs.length >> 1];
  return Object.fromEntries(
    Object.keys(runs[0]).map((name) => [name, middle(name as keyof Times)]),
  ) as unknown as Times;
}
