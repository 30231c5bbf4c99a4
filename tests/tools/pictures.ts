/**
 * The pictures of the product on its landing page: the demo's groups as a member sees them, in light and in dark.
 * What it makes is stored in the repository, in `static/pictures`.
 *
 *     deno task pictures
 */
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { emailOf, groupId, seedDemo } from "../../db/seed/mod.ts";
import type { Authenticated } from "../../server/contract/account/shapes.ts";
import { startApp } from "../support/app.ts";
import { openBrowser, settle, visitor } from "../support/browser.ts";
import { sessionOf } from "../support/scene.ts";

const folder = new URL("../../static/pictures/", import.meta.url).pathname;
const password = "chapter-and-verse-1";
/** Pixels of the file to one of the page, and the quality at which letters stay clean. */
const density = 1.5;
const quality = 60;

const desktop = { width: 860, height: 640 };
const phone = { width: 340, height: 640 };
const narrow = { width: 340, height: 520 };
const pictures: Record<string, { path: string; viewport: typeof desktop; act?: (page: Page) => Promise<unknown> }> = {
  chat: { path: `/group/${groupId("algebra")}`, viewport: desktop },
  book: { path: `/group/${groupId("algebra")}`, viewport: desktop, act: openBook },
  "chat-narrow": { path: `/group/${groupId("algebra")}`, viewport: narrow },
  "book-narrow": { path: `/group/${groupId("algebra")}`, viewport: narrow, act: openBook },
  phone: { path: `/group/${groupId("gothic")}`, viewport: phone },
};

await using app = await startApp();
const passwordHash = await app.deps.passwords.hash(password);
await seedDemo(app.deps.db, { passwordHash, now: Date.now() });
const { token } =
  (await app.call<Authenticated>("POST", "/auth/login", null, { email: emailOf("ada"), password })).body;
await using browser = await openBrowser();
await Deno.mkdir(folder, { recursive: true });
for (const name of Object.keys(pictures)) {
  for (const colorScheme of ["light", "dark"] as const) await take(browser, name, colorScheme);
}

async function take(browser: Browser, name: string, colorScheme: "light" | "dark") {
  const { path, viewport, act } = pictures[name];
  const { page, context, visit } = await visitor(browser, app.url, {
    viewport,
    colorScheme,
    deviceScaleFactor: density,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  await context.addCookies([sessionOf(app, { token: token! })]);
  await visit(path);
  await page.waitForFunction(() => !document.querySelector(".connection-line:not(:empty)"));
  await act?.(page);
  await settle(page);
  const file = `${folder}${name}-${colorScheme}.webp`;
  await sharp(await page.screenshot()).webp({ quality, effort: 6 }).toFile(file);
  console.log(file, (await Deno.stat(file)).size);
  await context.close();
}

async function openBook(page: Page): Promise<void> {
  const sheet = page.getByRole("button", { name: /^Books/ });
  if (await sheet.isVisible()) await sheet.click();
  await page.getByRole("link", { name: "Linear Algebra Done Right" }).click();
  await page.locator(".book-dialog textarea").waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}
