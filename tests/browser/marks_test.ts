/** Marking in the text of a book, with script. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { until } from "../support/operate.ts";
import { readTogether } from "../support/readers.ts";
import { windowOf } from "../support/reading.ts";
import { paragraphs, storeText } from "../support/texts.ts";

async function readingText() {
  const app = await readTogether();
  await storeText(app.deps.db, app.bookId, ["One", "Two"].map((title) => ({ title, paragraphs: paragraphs(title) })));
  return { ...app, path: `${app.url}/group/${app.group.id}/books/${app.bookId}/read?at=0` };
}

/** Selects characters of a paragraph, as a reader does who drags over them. */
const select = (page: Page, nth: number, [from, to]: [number, number]) =>
  page.evaluate(([nth, from, to]) => {
    const paragraph = document.querySelectorAll("[data-text-part] p")[nth];
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let before = 0, node = texts.nextNode(); node; node = texts.nextNode()) {
      const { length } = node.textContent!;
      if (from >= before && from <= before + length) range.setStart(node, from - before);
      if (to >= before && to <= before + length) range.setEnd(node, to - before);
      before += length;
    }
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
  }, [nth, from, to]);

Deno.test("Ada selects words and marks them in a colour, by pointer and by key, with a note, and without a connection", async () => {
  await using app = await readingText();
  const { ada, grace, bookId, path } = app;
  await app.turnTo(grace, 100);
  await using window = await windowOf(app, ada);
  const { page } = window;
  await page.goto(path);
  const bar = page.getByRole("toolbar");
  await select(page, 1, [5, 16]);
  await bar.waitFor();
  assert.equal(await bar.getByRole("button").count(), 9);
  const [words, box] = await page.evaluate(() => {
    const { bottom, top } = getSelection()!.getRangeAt(0).getBoundingClientRect();
    const { top: barTop, bottom: barBottom } = document.querySelector(".text-bar")!.getBoundingClientRect();
    return [{ bottom, top }, { top: barTop, bottom: barBottom }];
  });
  assert.ok(box.top >= words.bottom || box.bottom <= words.top, "the bar covers the words");
  await bar.getByRole("button", { name: "Mark in green" }).click();
  const marked = page.locator("mark.text-mark-green");
  await marked.waitFor();
  assert.equal(await marked.textContent(), "paragraph 2");
  await page.locator("[data-text-margin] article").waitFor({ state: "attached" });

  await select(page, 2, [0, 3]);
  await bar.waitFor();
  await bar.getByRole("button", { name: "Mark in yellow" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator("mark.text-mark-blue").waitFor();

  await select(page, 3, [0, 3]);
  await bar.getByRole("button", { name: "Note", exact: true }).click();
  await bar.getByLabel("Note").fill("What is this one?");
  // What is typed is kept when the bar closes.
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "hidden" });
  await select(page, 3, [0, 4]);
  await bar.getByRole("button", { name: "Note", exact: true }).click();
  assert.equal(await bar.getByLabel("Note").inputValue(), "What is this one?");
  await bar.getByRole("button", { name: "Save and share" }).click();
  await page.locator("[data-text-margin]").getByText("What is this one?").first().waitFor({ state: "attached" });
  const seen = (await app.call("GET", `/books/${bookId}/highlights`, grace)).body.highlights;
  assert.deepEqual(seen.map(({ note }: { note: string }) => note), ["What is this one?"]);

  await page.locator("mark.text-mark-yellow").click();
  await page.waitForFunction(() => document.activeElement?.id.startsWith("mark-"));

  await page.setViewportSize({ width: 390, height: 300 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("mark.text-mark-green").scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  await page.locator("mark.text-mark-green").click();
  await page.locator("[data-text-margin][data-sheet]").waitFor();
  assert.equal(await page.evaluate(() => scrollY), top, "the text is left where it was for its margin");
  await page.keyboard.press("Escape");

  await page.context().setOffline(true);
  await select(page, 4, [0, 3]);
  await bar.getByRole("button", { name: "Mark in pink" }).click();
  await page.locator("mark.text-mark-pink").waitFor();
  await page.getByText("No connection.").first().waitFor();
  // Sent while the page stays open, it is what the server has, and no other one over it.
  await page.context().setOffline(false);
  await page.waitForFunction(() => {
    const { marks = "[]" } = document.querySelector<HTMLElement>("[data-text-margin]")!.dataset;
    const ids = (JSON.parse(marks) as { id: string; color: string }[]).filter(({ color }) => color === "pink");
    const drawn = document.querySelector<HTMLElement>("mark.text-mark-pink")?.dataset.mark;
    return ids.length === 1 && drawn === ids[0].id;
  });
  const mine = async () => (await app.call("GET", `/books/${bookId}/highlights`, ada)).body.highlights.length;
  await until(async () => await mine() === 4);

  // She comes back to the words that she asks about.
  await select(page, 5, [3, 8]);
  await bar.getByRole("button", { name: "Ask", exact: false }).click();
  await page.getByLabel("Question").fill("Why paragraph 5?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.waitForURL(/\/read\?at=[1-9]\d*$/);
  await page.getByText("Your question was added.").first().waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelectorAll("[data-text-part] p")[5].getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
});

Deno.test("two highlights in a row stay both while their margin is fetched, and one that fails to come leaves its reader in the text", async () => {
  await using app = await readingText();
  await using window = await windowOf(app, app.ada);
  const { page } = window;
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(app.path);
  const bar = page.getByRole("toolbar");
  const held: (() => Promise<void>)[] = [];
  await page.route("**/read/margin?*", (route) => void held.push(() => route.continue()));
  for (const n of [1, 2]) {
    await select(page, n, [0, 3]);
    await bar.getByRole("button", { name: "Mark in green" }).click();
    await page.waitForFunction((n) => document.querySelectorAll("mark.text-mark-green").length === n, n);
    await until(() => Promise.resolve(held.length === n));
  }
  // The newest first.
  for (const go of held.reverse()) await go();
  await page.locator("[data-text-margin][data-marks]").waitFor({ state: "attached" });
  assert.equal(await page.locator("mark.text-mark-green").count(), 2);

  await page.unroute("**/read/margin?*");
  await page.route("**/read/margin?*", (route) => route.abort());
  await page.reload();
  // Made by the script that follows a tap.
  await page.locator(".text-bar").waitFor({ state: "attached" });
  await page.locator("mark.text-mark-green").first().click();
  await page.getByText("What is in the margin could not be loaded.").first().waitFor();
  assert.match(page.url(), /\/read(\?at=\d+)?$/);
  await page.unroute("**/read/margin?*");
  await page.locator(".text-count").click();
  await page.locator("[data-text-margin] article").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "×");
});

Deno.test("a highlight that waits to be sent is shown when its page is loaded again, and is sent once there is a connection", async () => {
  await using app = await readingText();
  const { ada, bookId, path } = app;
  await using window = await windowOf(app, ada);
  const { page } = window;
  await page.goto(path);
  const refused = (url: URL) => url.pathname.endsWith(`/${bookId}/highlights`);
  await page.route(refused, (route) => route.abort());
  await select(page, 1, [5, 16]);
  await page.getByRole("toolbar").getByRole("button", { name: "Mark in green" }).click();
  await page.getByText("No connection.").first().waitFor();
  const stored = async () => (await app.call("GET", `/books/${bookId}/highlights`, ada)).body.highlights.length;
  await page.reload();
  const marked = page.locator("mark.text-mark-green");
  await marked.waitFor();
  assert.equal(await marked.textContent(), "paragraph 2");
  assert.equal(await stored(), 0);
  await page.unroute(refused);
  await page.reload();
  await until(async () => await stored() === 1);
  await marked.waitFor();
});
