/** A real Chromium for the tests: found, or installed where none is. */
import assert from "node:assert/strict";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { firstFile } from "./programs.ts";
import { empty, forgetWindows, putBack, takeWindow } from "./windows.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";

/**
 * What Chromium goes without. It takes the last list alone, so that Playwright's is repeated here. Of the last ones two
 * are pages of the address bar, which come with every window and cost a third of a test. The others, like the flags
 * below about processes, save the start of further processes, which cost a tenth.
 */
const features = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "IsolateOrigins",
  "site-per-process",
  "SpareRendererForSitePerProcess",
];

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${features}`,
  // The last list alone is taken here too: the first two are Playwright's.
  "--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2",
];

let shared: Promise<Browser> | undefined;
let users = 0;

/** Opens Chromium's headless shell, which the files of a module share: the last one that closes it does. */
export async function openBrowser(): Promise<Browser> {
  users++;
  return await (shared ??= launchShell());
}

async function launchShell(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await findShell(), args: flags });
  const close = browser.close.bind(browser);
  browser.close = async () => {
    if (--users > 0) return;
    shared = undefined;
    forgetWindows(browser);
    await close();
  };
  return browser;
}

/** Opens a whole Chromium, for what the shell does not have: notifications, and pages stored to go back to. */
export async function openWholeBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return await chromium.launch({ executablePath: await findChromium(), args: flags, ...options });
}

/**
 * The path of Chromium's headless shell, which has no windows to draw and so takes half the time for a page:
 * `CHROMIUM_SHELL_PATH`, Debian's, or one that is installed now, of the version of Debian's Chromium. A whole Chromium
 * does where there is none, or `CHROMIUM_PATH` names one.
 */
export async function findShell(): Promise<string> {
  const named = Deno.env.get("CHROMIUM_SHELL_PATH") ?? Deno.env.get("CHROMIUM_PATH");
  const whole = named ?? await findChromium();
  if (named || whole !== "/usr/bin/chromium") return whole;
  const shell = "/usr/bin/chromium-headless-shell";
  if (!await firstFile([shell])) await install(["sh", "-c", shellInstaller]);
  return await firstFile([shell]) ?? whole;
}

const shellInstaller =
  `apt-get install -y chromium-headless-shell=$(dpkg-query --showformat='\${Version}' --show chromium)`;

/**
 * The path of a Chromium: `CHROMIUM_PATH`, Playwright's own, Debian's, or one that is installed now.
 *
 * @throws Error when none can be had
 */
export async function findChromium(): Promise<string> {
  const found = await firstFile(candidates());
  if (found) return found;
  for (const installer of installers) {
    await install(installer);
    const installed = await firstFile(candidates());
    if (installed) return installed;
  }
  throw new Error("No Chromium found, and none could be installed: set CHROMIUM_PATH.");
}

const candidates = () => [
  Deno.env.get("CHROMIUM_PATH") ?? "",
  chromium.executablePath(),
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const installers = [
  [Deno.execPath(), "run", "-A", "npm:playwright@1.65.1", "install", "--with-deps", "chromium"],
  ["sh", "-c", "apt-get update && apt-get install -y chromium"],
];

const install = ([command, ...args]: string[]) =>
  new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output().catch(() => {});

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What the page complained of: errors of scripts and what the content security policy refused. */
  complaints: string[];
  /** Goes to a path and waits until its islands are alive. */
  visit(path: string): Promise<void>;
  /** Waits until what the page has of islands is alive. */
  alive(): Promise<void>;
  /** Waits for a toast with this text. */
  toast(text: string | RegExp): Promise<void>;
  /** Leaves the page, and deletes its cookies and what is stored. @returns whether that was possible */
  empty(): Promise<boolean>;
  /** Gives the window back. `await using` does it, and fails where the page has complained. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a window with cookies and storage of its own. The service worker stays away unless it is asked for,
 * since what goes through it is out of reach of Playwright's routes. Motion is reduced unless it is what a test is
 * about: without a graphics card, each frame of it costs more than all the rest.
 */
export async function visitor(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const window = await takeWindow(browser, url, options);
  const { context, page, complaints } = window;
  const alive = async () => {
    if (options.javaScriptEnabled === false) return;
    // Those in view: others hydrate when they are scrolled to, or used.
    await page.waitForFunction(() =>
      [...document.querySelectorAll("[data-island]:not([data-hydrated])")].every((island) => {
        const { top, bottom } = island.getBoundingClientRect();
        return bottom < 0 || top > innerHeight;
      })
    );
  };
  return {
    context,
    page,
    complaints,
    alive,
    async visit(path) {
      await page.goto(path);
      await alive();
    },
    empty: () => empty(window),
    toast: (text) => page.locator("#toasts").getByText(text).first().waitFor(),
    async [Symbol.asyncDispose]() {
      await putBack(window);
      // Told as well, since an error that came before it hides this one.
      if (complaints.length > 0) console.error(complaints);
      assert.deepEqual(complaints, []);
    },
  };
}

/**
 * Opens a window in which someone is signed in, by cookie and by token. A new one's first page stores the token: a
 * state with storage would open a page of its own for it, which takes as long as the test's.
 */
export async function member(
  browser: Browser,
  url: string,
  { token }: { token: string },
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const opened = await visitor(browser, url, options);
  const { context, page } = opened;
  await context.addCookies([{ name: sessionCookie, value: token, url, httpOnly: true, sameSite: "Lax" }]);
  const stored = { origin: new URL(url).origin, key: storageKeys.token, value: token };
  if (page.url() === "about:blank") await context.addInitScript(storeOnce, stored);
  else await page.evaluate(storeOnce, stored);
  return opened;
}

/** In the page: stores something, unless an earlier page of the window did. */
function storeOnce({ origin, key, value }: Record<"origin" | "key" | "value", string>): void {
  const mark = "stored by the test";
  if (location.origin !== origin || localStorage.getItem(mark)) return;
  localStorage.setItem(mark, key);
  localStorage.setItem(key, value);
}

/** Waits until what moves for a while has come to rest. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) =>
      Number.isFinite(effect?.getComputedTiming().endTime)
    );
    await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
  });
}
