import assert from "node:assert/strict";
import type { Page } from "playwright";
import { textStyleCookie } from "../../server/contract/reading/text_style.ts";
import { offsetAt } from "../../server/contract/books/text_places.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { until } from "../support/operate.ts";
import { readTogether } from "../support/readers.ts";
import { sessionOf } from "../support/scene.ts";
import { paragraphs, storeText } from "../support/texts.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const titles = ["One", "Two", "Three", "Four"];
const chapters = titles.map((title) => ({ title, paragraphs: paragraphs(title) }));

/** Ada's window on the text, with what it has sent of her place. */
async function withText(style?: string) {
  const app = await readTogether();
  const { ada, group, bookId, deps: { db } } = app;
  const characters = await storeText(db, bookId, chapters);
  const opened = await visitor(browser, app.url, { viewport: { width: 390, height: 700 }, hasTouch: true });
  const { page, context, visit } = opened;
  await context.addCookies([sessionOf(app, ada)]);
  if (style) await context.addCookies([{ name: textStyleCookie, value: style, url: app.url }]);
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/progress")) sent.push(request.postDataJSON().at);
  });
  const path = `/group/${group.id}/books/${bookId}/read`;
  await visit(path);
  await page.locator("[data-text-reader][data-turning], [data-text-style] button[hidden]").first().waitFor({
    state: "attached",
  });
  const stored = async () => {
    const { body } = await app.call("GET", `/books/groups/${group.id}/books`, ada);
    return body.books.find(({ id }: { id: string }) => id === bookId).progress[0]?.progress ?? 0;
  };
  return { app, opened, page, path, sent, characters, stored };
}

const heading = (page: Page, title: string) => page.locator("[data-text-part] h2", { hasText: title }).waitFor();

Deno.test("Ada reads on by scrolling, keys and links, each page of her copy is sent once, and looking elsewhere is no reading", async () => {
  const { app, opened, page, path, sent, characters, stored } = await withText();
  await using _app = app;
  await using _opened = opened;
  await heading(page, "One");
  // What stays in view for a moment has been read.
  await until(() => sent.length > 0);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await heading(page, "Two");
  assert.match(page.url(), /\/read\?at=\d+$/);
  assert.match(await page.title(), /^Two · /);
  await until(async () => await stored() >= 25);
  await page.keyboard.press("ArrowLeft");
  await heading(page, "One");
  await page.getByText("You are looking at another place").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  const { y, height } = (await page.getByRole("button", { name: "I am here" }).boundingBox())!;
  assert.ok(y + height <= await page.evaluate(() => innerHeight), "what is in view can be said to be one's place");
  const before = sent.length;
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await heading(page, "Two");
  await page.goBack();
  await heading(page, "One");
  await page.goBack();
  await heading(page, "Two");
  assert.equal(sent.length, before);
  // The last part by its contents: no reading, until she says that she is there.
  await page.goto(`${path}?at=${900_000_000}`);
  await heading(page, "Four");
  assert.equal(await page.getByRole("button", { name: "I have finished this book" }).isVisible(), false);
  await page.getByRole("button", { name: "I am here" }).click();
  await until(async () => await stored() >= 75);
  await page.goto(path);
  await heading(page, "Four");
  assert.equal(new Set(sent).size, sent.length);
  assert.ok(sent.every((at) => offsetAt(characters, at) <= characters));
});

Deno.test("in pages a text turns by keys and taps through its parts, looks as it was chosen also after a reload, and keeps a selection", async () => {
  const { app, opened, page, path } = await withText("medium.medium.normal.serif.site.pages");
  await using _app = app;
  await using _opened = opened;
  const text = page.locator("[data-text-part]");
  const scrolled = () => text.evaluate((one) => one.scrollLeft);
  await heading(page, "One");
  assert.equal(await scrolled(), 0);
  await page.keyboard.press("ArrowRight");
  const step = await scrolled();
  assert.ok(step > 300);
  const { x, y, width, height } = (await text.boundingBox())!;
  await page.touchscreen.tap(x + width - 20, y + height / 2);
  assert.equal(await scrolled(), 2 * step);
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.touchscreen.tap(x + 20, y + height / 2);
  assert.equal(await scrolled(), step);
  // A selection is the browser's own.
  await page.mouse.dblclick(x + 30, y + 40);
  const selected = () => page.evaluate(() => getSelection()!.toString().trim());
  assert.notEqual(await selected(), "");
  assert.equal(await scrolled(), step);
  await page.keyboard.press("Escape");
  assert.equal(new URL(page.url()).pathname, path);
  await page.evaluate(() => getSelection()!.removeAllRanges());
  while (!(await page.locator("[data-text-part] h2", { hasText: "Two" }).isVisible())) {
    await page.keyboard.press("PageDown");
  }
  assert.equal(await scrolled(), 0);
  await page.keyboard.press("PageUp");
  await heading(page, "One");
  assert.ok(await scrolled() > step);
  await page.getByLabel("How it looks").click();
  await page.getByLabel("Size").selectOption("larger");
  await page.getByLabel("Colours").selectOption("sepia");
  await page.getByLabel("Turning").selectOption("scroll");
  await page.keyboard.press("Escape");
  await page.reload();
  const look = await page.locator("[data-text-reader]").evaluate((one) => ({ ...(one as HTMLElement).dataset }));
  assert.deepEqual([look.size, look.theme, look.layout], ["larger", "sepia", "scroll"]);
  await page.locator("[data-text-style] button[hidden]").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.waitForURL(path.replace(/\/read$/, ""));
});

Deno.test("a page that is loaded again right after reading knows the place that the server does not have yet", async () => {
  const { app, opened, page } = await withText();
  await using _app = app;
  await using _opened = opened;
  await heading(page, "One");
  await page.route("**/progress", (route) => route.abort());
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await heading(page, "Two");
  await page.reload();
  await heading(page, "Two");
  await page.locator("[data-text-turn]").waitFor();
  assert.equal(await page.getByText("You are looking at another place").isVisible(), false);
});

Deno.test("without a connection the part that is shown stays, and a sentence says so", async () => {
  const { app, opened, page } = await withText();
  await using _app = app;
  await using _opened = opened;
  await page.route("**/read?at=*", (route) => route.abort());
  await page.goto(`${page.url()}#c0`);
  await page.reload();
  await page.locator("[data-text-style] button[hidden]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await opened.toast("This part is not on this device. It loads once there is a connection.");
  await heading(page, "One");
});

Deno.test("in pages a place within a long paragraph leads to the page on which its words stand", async () => {
  const app = await readTogether();
  await using _app = app;
  const { ada, group, bookId, deps: { db } } = app;
  const words = "Here stands the lantern.";
  const long = "It goes on, and on. ".repeat(200);
  await storeText(db, bookId, [{ title: "One", paragraphs: ["Short.", `${long}${words} ${long}`] }]);
  // Beyond where she is nothing is found.
  await app.turnTo(ada, 100);
  for (const viewport of [{ width: 390, height: 700 }, { width: 1280, height: 720 }]) {
    await using opened = await visitor(browser, app.url, { viewport });
    const { page, context, visit } = opened;
    await context.addCookies([
      sessionOf(app, ada),
      { name: textStyleCookie, value: "medium.medium.normal.serif.site.pages", url: app.url },
    ]);
    await visit(`/group/${group.id}/books/${bookId}/read/search?query=lantern`);
    const hit = page.locator(".text-hits a");
    const [place] = (await hit.getAttribute("href"))!.split("#");
    await hit.click();
    await page.locator("[data-turning]").waitFor();
    const standsIn = () =>
      page.evaluate((words) => {
        const text = document.querySelector("[data-text-part]")!;
        const [, paragraph] = text.querySelectorAll("p");
        const node = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode()!;
        const range = document.createRange();
        range.setStart(node, node.textContent!.indexOf(words));
        range.setEnd(node, node.textContent!.indexOf(words) + 4);
        const [{ left, right }, own] = [range.getBoundingClientRect(), text.getBoundingClientRect()];
        return left >= own.left - 1 && right <= own.right + 1;
      }, words);
    await until(standsIn);
    assert.ok(await page.locator("[data-text-part]").evaluate((one) => one.scrollLeft) > viewport.width / 2);
    // Without the words in the address, which the browser would look for.
    await page.goto(place);
    await page.locator("[data-turning]").waitFor();
    await until(standsIn);
    // Another page of the same paragraph is still shown once it is loaded again.
    const scrolled = () => page.locator("[data-text-part]").evaluate((one) => one.scrollLeft);
    const before = await scrolled();
    await page.keyboard.press("ArrowRight");
    await until(async () => await scrolled() > before);
    const turned = await scrolled();
    await page.reload();
    await page.locator("[data-turning]").waitFor();
    await until(async () => await scrolled() === turned);
  }
});
