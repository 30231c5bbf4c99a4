/** What the browser tests do and look at again and again. */
import type { BrowserContext, Page } from "playwright";
import type { Visitor } from "./browser.ts";

/** A part of a page, by its heading. */
export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const password = "Correct-horse-1";

/** Fills the form of the page in, whose islands come alive before, and sends it. */
export async function logIn({ page, alive }: Visitor, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Login", exact: true }).waitFor();
  await alive();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Login");
}

/** Fills the form of a new account in, and sends it: of `Nora` with the address `nora@example.org`. */
export async function register({ page, alive }: Visitor, name: string): Promise<void> {
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await alive();
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill(`${name.toLowerCase()}@example.org`);
  for (const label of ["Password", "Confirm password"]) await page.getByLabel(label, { exact: true }).fill(password);
  await press(page, "Register");
}

export const press = (page: Page, button: string) => page.getByRole("button", { name: button, exact: true }).click();

/**
 * Waits until what a page loads late runs, with which it stores and sends what has no connection: it adds its style.
 */
export const lateScripts = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.adoptedStyleSheets.length > 0);

/** What pages of a browser would load three seconds after the rest they load at once from now on. */
export const hasten = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((late) => {
    const start = setTimeout;
    const sooner = (run: () => void, ms?: number, ...more: unknown[]) => start(run, ms === late ? 0 : ms, ...more);
    Object.assign(globalThis, { setTimeout: sooner });
  }, 3000);

/** Waits for an error in place that says this, and gives all that it says. */
export async function alert(page: Page, text: string): Promise<string> {
  const alert = page.getByRole("alert").filter({ hasText: text });
  await alert.getByText(text, { exact: true }).waitFor();
  return (await alert.innerText()).replace(/\s*\n\s*/g, " | ");
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** What has the focus: its label or text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = (element as HTMLInputElement).labels?.[0]?.innerText;
    return label ?? element.ariaLabel ?? element.innerText.trim();
  });

export const storedToken = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem("token"));

/** Answers a call in the server's place: with a status and a body, or, without, not at all. */
export async function intercept(page: Page, path: string, status?: number, body?: unknown): Promise<void> {
  await release(page, path);
  await page.route(
    `**/api${path}`,
    (route) => status ? route.fulfill({ status, body: JSON.stringify(body) }) : route.abort(),
  );
}

/** Waits until the page has drawn its present state. */
export const turnOf = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/** Lets the server answer again. */
export const release = (page: Page, path: string) => page.unroute(`**/api${path}`);

/** Holds the next such call back until the function that this gives is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api${path}`, async (route) => {
    await promise;
    await route.continue();
  }, { times: 1 });
  return resolve;
}

/** Does this just before the next such call is sent: earlier calls of the page, whenever they come, do not notice. */
export const justBefore = (page: Page, path: string, act: () => Promise<unknown>): Promise<unknown> =>
  page.route(`**/api${path}`, async (route) => {
    await act();
    await route.continue();
  }, { times: 1 });

/** The clock of the page stands still from now on, and advances by what is given to the function. */
export async function stopClock(page: Page): Promise<(milliseconds: number) => Promise<void>> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  return (milliseconds) => page.clock.runFor(milliseconds);
}
