/** Firefox, over WebDriver BiDi: https://w3c.github.io/webdriver-bidi */
import puppeteer, { type ElementHandle } from "puppeteer-core";
import { folder } from "../../support/operate.ts";
import { firstFile, onPath } from "../../support/programs.ts";
import type { Driver } from "./window.ts";

export const firefoxPath = await firstFile([
  Deno.env.get("FIREFOX_PATH") ?? "",
  ...["firefox-esr", "firefox"].flatMap(onPath),
]);

export async function openFirefox(): Promise<Driver<ElementHandle>> {
  await using stack = new AsyncDisposableStack();
  const { path: home } = stack.use(await folder());
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefoxPath,
    userDataDir: `${home}/profile`,
    env: { ...Deno.env.toObject(), HOME: home, TMPDIR: home },
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
    timeout: 90_000,
    protocolTimeout: 90_000,
  });
  stack.defer(() => browser.close());
  const [page] = await browser.pages();
  page.setDefaultTimeout(90_000);
  const end = stack.move();
  return {
    goto: async (url) => void await page.goto(url, { waitUntil: "domcontentloaded" }),
    evaluate: (expression) => page.evaluate(expression),
    find: async (expression) => (await page.evaluateHandle(expression)).asElement() as ElementHandle | null,
    // Once it has stopped moving. Keys press no button in a window that the system does not give the focus.
    click: (element) => element.asLocator().click(),
    type: (element, text) => element.type(text),
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}
