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
import { storageKeys } from "../../server/contract/constants.ts";
import { firstFile } from "./programs.ts";

/**
 * What Chromium goes without. It takes the last list alone, so that Playwright's is repeated here. The last two are
 * pages of the address bar, which come with every window and cost a third of a test.
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
];

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${features}`,
];

/** Where a test run tells its files the address of the Chromium that they share. */
const sharedBrowser = "TEST_BROWSER";

/**
 * Opens Chromium: the one that the run shares, or one of its own where a file runs alone or a test needs other options.
 * `await using` closes it, a shared one for this file alone.
 */
export async function openBrowser(options?: LaunchOptions): Promise<Browser> {
  const address = Deno.env.get(sharedBrowser);
  if (address && !options) return await chromium.connect(address);
  return await chromium.launch({ executablePath: await findChromium(), args: flags, ...options });
}

/** Starts a Chromium for a whole run, and gives the environment in which `openBrowser` finds it. */
export async function shareBrowser(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const server = await chromium.launchServer({ executablePath: await findChromium(), args: flags });
  return { env: { [sharedBrowser]: server.wsEndpoint() }, close: () => server.close() };
}

/**
 * The path of a Chromium: `CHROMIUM_PATH`, Playwright's own, Debian's, or one that is installed now.
 *
 * @throws Error when none can be had
 */
export async function findChromium(): Promise<string> {
  const found = await firstFile(candidates());
  if (found) return found;
  for (const [command, ...args] of installers) {
    await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output().catch(() => {});
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
  /** Closes the window. `await using` does it, and fails where the page has complained. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a window with cookies and storage of its own. The service worker stays away unless it is asked for,
 * since what goes through it is out of reach of Playwright's routes. Motion is reduced unless it is what a test is
 * about: without a graphics card, each frame of it costs more than all the rest.
 */
export async function visitor(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  // A transition that a quick reader cuts short is no fault of the page.
  page.on(
    "pageerror",
    (error) => /ViewTransition|Transition was/.test(String(error)) || complaints.push(String(error)),
  );
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) complaints.push(message.text());
  });
  const alive = async () => {
    if (options.javaScriptEnabled === false) return;
    await page.waitForFunction(() => document.querySelectorAll("[data-island]:not([data-hydrated])").length === 0);
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
    toast: (text) => page.locator("#toasts").getByText(text).first().waitFor(),
    async [Symbol.asyncDispose]() {
      await context.close();
      // Told as well, since an error that came before it hides this one.
      if (complaints.length > 0) console.error(complaints);
      assert.deepEqual(complaints, []);
    },
  };
}

/** Opens a window in which someone is signed in, by cookie and by token. */
export function member(
  browser: Browser,
  url: string,
  { token }: { token: string },
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const { hostname: domain } = new URL(url);
  const cookie = { name: sessionCookie, value: token, domain, path: "/", httpOnly: true, sameSite: "Lax" as const };
  const session = {
    cookies: [{ ...cookie, expires: -1, secure: false }],
    origins: [{ origin: url, localStorage: [{ name: storageKeys.token, value: token }] }],
  };
  return visitor(browser, url, { storageState: session, ...options });
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
