/**
 * The pictures of the product on its landing page: the demo's groups as a member sees them, in light and in dark.
 * What it makes is stored in the repository, in `static/pictures`.
 *
 *     deno task pictures [NAMES…]
 */
import type { Browser } from "playwright";
import sharp from "sharp";
import { emailOf, groupId, seedDemo } from "../../db/seed/mod.ts";
import type { Authenticated } from "../../server/contract/account/shapes.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { startApp } from "../support/app.ts";
import { openBrowser, settle, visitor } from "../support/browser.ts";
import { sessionOf } from "../support/scene.ts";

const folder = new URL("../../static/pictures/", import.meta.url).pathname;
const password = "chapter-and-verse-1";
/** Pixels of the file to one of the page, and the quality at which letters stay clean. */
const density = 1.5;
const quality = 72;

const desktop = { width: 720, height: 600 };
const phone = { width: 340, height: 560 };
const narrow = { width: 340, height: 660 };
/** Of the one group, in whose chat a message is about a page that Ada has not reached. */
const group = groupId("gothic");
const book = `${group}-book-1`;
const pictures: Record<string, { path: string; viewport: typeof desktop; as?: string }> = {
  chat: { path: groupPaths.group(group), viewport: desktop },
  book: { path: readingPaths.bookPage(group, book), viewport: desktop },
  "book-narrow": { path: readingPaths.bookPage(group, book), viewport: narrow },
  // She has answered one, and sees what the others did.
  questions: { path: `${readingPaths.bookPage(group, book, "questions")}#tabs`, viewport: desktop, as: "elodie" },
  "questions-narrow": {
    path: `${readingPaths.bookPage(group, book, "questions")}#tabs`,
    viewport: narrow,
    as: "elodie",
  },
  phone: { path: groupPaths.group(group), viewport: phone },
};

await using app = await startApp();
const passwordHash = await app.deps.passwords.hash(password);
await seedDemo(app.deps.db, { passwordHash, now: Date.now() });
await using browser = await openBrowser();
await Deno.mkdir(folder, { recursive: true });
const wanted = Object.keys(pictures).filter((name) => Deno.args.length === 0 || Deno.args.includes(name));
for (const name of wanted) {
  for (const colorScheme of ["light", "dark"] as const) await take(browser, name, colorScheme);
}

async function take(browser: Browser, name: string, colorScheme: "light" | "dark") {
  const { path, viewport, as = "ada" } = pictures[name];
  const login = { email: emailOf(as), password };
  const { token } = (await app.call<Authenticated>("POST", "/auth/login", null, login)).body;
  const { page, context, visit } = await visitor(browser, app.url, {
    viewport,
    colorScheme,
    deviceScaleFactor: density,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  await context.addCookies([sessionOf(app, { token: token! })]);
  // A first page may be shown before its typeface is there.
  await visit(sitePaths.about);
  await visit(path);
  await page.waitForFunction(() => !document.querySelector(".connection-line:not(:empty)"));
  await settle(page);
  const file = `${folder}${name}-${colorScheme}.webp`;
  await sharp(await page.screenshot()).webp({ quality, effort: 6, smartSubsample: true }).toFile(file);
  console.log(file, (await Deno.stat(file)).size);
  await context.close();
}
