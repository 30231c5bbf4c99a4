import assert from "node:assert/strict";
import type { Page } from "playwright";
import { adaReading, leaf, readingGroup, windowOf } from "../support/reading.ts";
import { focused, hold, intercept, press, release } from "../support/screen.ts";

const preview = "https://books.google.com/**";
const progressOf = (book: { id: string }) => `/books/${book.id}/progress`;
const shown = (page: Page) => page.getByRole("dialog").locator(".book-progress").innerText();

Deno.test("a page turned in one window shows in the reader's other window, and never in another reader's", async () => {
  const { app, ada, grace, here, open, book, books } = await readingGroup();
  await using _ = app;
  await using one = await windowOf(app, ada);
  await using other = await windowOf(app, ada);
  await using graces = await windowOf(app, grace);
  await Promise.all([one.visit(`${open}&page=0&view=split`), other.visit(here), graces.visit(here)]);
  await Promise.all(
    [other, graces].map(({ page }) => page.locator("[data-connection=joined]").waitFor({ state: "attached" })),
  );

  await press(one.page, "Next");
  await one.page.keyboard.press("ArrowRight");
  await one.page.getByText("Page 2 of 904").first().waitFor();
  await other.page.getByText("Page 2 of 904").waitFor();
  await one.page.waitForURL(/page=2/);
  await graces.page.getByText("Page 0 of 904").waitFor();
  const { body } = await app.call("GET", books, ada);
  assert.equal(body.books[0].progress[0].currentPage, 2);

  // A reader who leaves at once has turned the page all the same, in one book and the next.
  await app.call("POST", books, ada, { title: "Emma", pageCount: 474 });
  await one.page.keyboard.press("ArrowRight");
  await one.page.keyboard.press("Escape");
  await one.page.getByRole("link", { name: "Emma" }).click();
  await one.page.keyboard.press("ArrowRight");
  await one.page.goto("/about");
  await other.page.getByText("Page 3 of 904").waitFor();
  await other.page.getByText("Page 1 of 474").waitFor();
  assert.equal(book.pageCount, 904);
});

Deno.test("the page field refuses what is no page and what is beyond the end, in the spec's words", async () => {
  await using adas = await adaReading();
  const { open, book, page, visit, toast } = adas;
  await visit(open);
  const field = page.getByLabel("Current page");
  for (
    const [typed, text] of [
      ["905", "Page number cannot exceed the book's total pages (904)"],
      ["", "Please enter a valid page number"],
      ["1.5", "Please enter a valid page number"],
    ]
  ) {
    await field.fill(typed);
    await press(page, "Update");
    await page.getByText(text).waitFor();
  }
  await field.fill("450");
  await field.press("Enter");
  await toast("Reading progress updated");
  await page.getByRole("dialog").getByText("50% complete").waitFor();
  await page.getByLabel("Notes for page 450").waitFor();
  assert.equal(await focused(page), "Current page");

  for (
    const [status, body, text] of [
      [500, { message: "" }, "Failed to update reading progress"],
      [200, {}, "Received invalid response from server"],
      [undefined, undefined, "No connection. The page is stored in this browser, and saved when there is one."],
    ] as const
  ) {
    await intercept(page, progressOf(book), status, body);
    await field.fill("451");
    await press(page, "Update");
    await toast(text);
    assert.equal(await field.inputValue(), "451");
  }
  await intercept(page, progressOf(book), 429, { message: "Too many pages at once." });
  await leaf(page, "ArrowRight");
  await toast("Too many pages at once.");
  await release(page, progressOf(book));

  // Closed while it was being saved, it stays closed.
  const answer = await hold(page, progressOf(book));
  await field.fill("500");
  await field.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  answer();
  await toast("Reading progress updated");
  await page.getByText("Page 500 of 904").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
});

Deno.test("a book opens where its address says, Escape leaves it, and Back and Forward go the same way", async () => {
  await using adas = await adaReading();
  const { here, open, page, visit } = adas;
  const dialog = page.getByRole("dialog", { name: "Middlemarch" });
  await visit(`${here}?book=nobodys`);
  await adas.toast("Book not found");
  await page.getByRole("link", { name: "Middlemarch" }).click();
  await dialog.waitFor();
  await page.waitForURL(/book=.*page=0/);
  for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowRight");
  await page.waitForURL(/page=3/);
  await page.reload();
  await page.getByLabel("Notes for page 3").waitFor();
  await adas.alive();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(({ search }) => search === "");
  assert.equal(await focused(page), "Middlemarch");
  await page.goBack();
  await dialog.waitFor();
  await page.goForward();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await focused(page), "Middlemarch");
  await visit(`${open}&page=99999&view=split`);
  await page.getByLabel("Notes for page 904").waitFor();
});

Deno.test("in the book dialog a press turns one page on or back from the number in the field, as far as the book goes", async () => {
  await using adas = await adaReading();
  const { app, ada, open, books, page, visit } = adas;
  await visit(`${open}&page=7`);
  const field = page.getByLabel("Current page");
  await press(page, "Next");
  await press(page, "Next");
  await press(page, "Previous");
  assert.deepEqual([await field.inputValue(), await focused(page)], ["8", "Previous"]);
  await page.getByLabel("Notes for page 8").waitFor();
  await page.waitForURL(/page=8/);
  await page.getByRole("dialog").locator(".book-progress").getByText("Page 8 of 904").waitFor();
  const { body } = await app.call("GET", books, ada);
  assert.equal(body.books[0].progress[0].currentPage, 8);

  await field.fill("903");
  await press(page, "Next");
  await page.getByLabel("Notes for page 904").waitFor();
  const next = page.getByRole("button", { name: "Next" });
  assert.equal(await next.getAttribute("aria-disabled"), "true");
  await next.click({ force: true });
  assert.deepEqual([await field.inputValue(), await focused(page)], ["904", "Next"]);
});

Deno.test("the split view turns pages by button, number and arrow, wherever the focus is", async () => {
  await using adas = await adaReading();
  const { open, page, visit } = adas;
  await visit(`${open}&page=7`);
  await page.getByRole("link", { name: "Split view" }).click();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/page=8&view=split/);
  const number = page.getByLabel("Page", { exact: true });
  const goTo = async (typed: string) => (await number.fill(typed), await number.press("Enter"));
  await goTo("9999");
  await page.waitForURL(/page=904/);
  assert.deepEqual([await number.inputValue(), await focused(page)], ["904", "Page"]);
  await number.press("ArrowLeft");
  assert.match(page.url(), /page=904/, "in a field the arrows are the field's");
  await press(page, "Previous");
  await press(page, "Next");
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/page=903/);
  await page.getByText("100% complete").first().waitFor();
  await goTo("1.5");
  await page.getByText("Please enter a valid page number").waitFor();
  await goTo("-3");
  await page.waitForURL(/page=0/);

  const line = page.getByRole("separator");
  const width = async () => (await page.locator(".book-side").boundingBox())!.width;
  const before = await width();
  await line.press("ArrowRight");
  assert.ok(await width() > before);
  assert.match(page.url(), /page=0/);
  const { x, y, height } = (await line.boundingBox())!;
  await page.mouse.move(x, y + height / 3);
  await page.mouse.down();
  await page.mouse.move(x + 200, y + height / 3);
  await page.mouse.up();
  assert.ok(await width() > before + 150);

  await page.locator("summary", { hasText: "Notes" }).click();
  await page.getByLabel("Notes for page 0").waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Exit split view" }).click();
  await page.getByLabel("Notes for page 0").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL((url) => url.searchParams.get("page") === "1" && !url.searchParams.has("view"));
  assert.match(await shown(page), /Page \d+ of 904/);
});

Deno.test("the preview is another site's, loads only when it is asked for, and leaves no steps to go back over", async () => {
  await using adas = await adaReading();
  const { open, page, visit } = adas;
  const asked: string[] = [];
  await page.route(preview, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("pg")!);
    return route.fulfill({ contentType: "text/html", body: "<p>the preview</p>" });
  });
  await visit(`${open}&page=7&view=split`);
  assert.deepEqual(asked, []);
  const steps = await page.evaluate(() => history.length);
  await page.getByRole("link", { name: "Load preview" }).click();
  await page.frameLocator("iframe").getByText("the preview").waitFor();
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowRight");
  await page.locator("iframe[src*='pg=PA11']").waitFor();
  await page.frameLocator("iframe").getByText("the preview").waitFor();
  assert.deepEqual(asked, ["PA7", "PA11"]);
  assert.equal(await page.evaluate(() => history.length), steps);
});

Deno.test("two readers with two editions turn to the same place, each by their own numbers and with its chapter", async () => {
  const scene = await readingGroup();
  await using app = scene.app;
  const { ada, grace, book, open } = scene;
  await app.call("PUT", `/books/${book.id}/edition`, grace, { unit: "minutes", pageCount: 1808 });
  await app.call("PUT", `/books/${book.id}/chapters`, ada, [{ title: "Prelude", page: 1 }, {
    title: "Miss Brooke",
    page: 5,
  }]);
  const [ofAda, ofGrace] = await Promise.all([ada, grace].map((person) => windowOf(app, person)));
  await ofAda.visit(open);
  await ofGrace.visit(open);
  await ofAda.page.getByLabel("Current page").fill("4");
  await ofAda.page.getByRole("button", { name: "Update" }).click();
  await ofAda.page.getByText("Page 4 of 904").first().waitFor();
  await ofAda.page.getByText("Prelude").waitFor();

  const { page } = ofGrace;
  await page.getByLabel("Current minute").fill("9");
  const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith("/progress"));
  await page.getByRole("button", { name: "Update" }).click();
  assert.equal((await sent).postDataJSON().page, 9);
  await page.getByText("Minute 9 of 1808").first().waitFor();
  await page.getByText("Prelude").waitFor();
  await page.getByLabel("Notes for minute 9").waitFor();
  await leaf(page, "ArrowRight");
  await page.getByText("Miss Brooke").waitFor();
  await page.getByLabel("Notes for minute 10").fill("She could not reconcile the anxieties.");
  await page.getByRole("button", { name: "Save Notes" }).click();
  await page.getByText("Note saved successfully").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("page"), "10");
  const { body: { content } } = await app.call("GET", `/books/${book.id}/notes/5`, grace);
  assert.equal(content, "She could not reconcile the anxieties.", "it is the note of the book's page");

  await page.getByLabel("Current minute").fill("1809");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Page number cannot exceed the book's total pages (1808)").first().waitFor();
});
