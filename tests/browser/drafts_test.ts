import assert from "node:assert/strict";
import { leaf, readingGroup, windowOf } from "../support/reading.ts";
import { hold, press } from "../support/screen.ts";

const noteAt = (book: { id: string }, page: number) => `/books/${book.id}/notes/${page}`;

Deno.test("leafing quickly loads only the last page's note, and what was typed is still saved", async () => {
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada);
  const { page, visit, toast } = adas;
  const asked: string[] = [];
  page.on(
    "request",
    (request) => /notes\/\d+$/.test(request.url()) && asked.push(request.method() + request.url().split("/").at(-1)),
  );
  await visit(`${open}&page=7`);
  await page.getByLabel("Notes for page 7").fill("unsaved");
  const answer = await hold(page, noteAt(book, 7));
  await press(page, "Save Notes");
  await leaf(page, "ArrowRight", 10);
  await page.locator("textarea:not([readonly])").waitFor();
  await page.getByLabel("Notes for page 17").fill("typed here");
  assert.ok(asked.length <= 3, asked.join());
  answer();
  await toast("Note saved successfully");
  assert.equal(await page.getByLabel("Notes for page 17").inputValue(), "typed here");
  const { body } = await app.call("GET", noteAt(book, 7), ada);
  assert.equal(body.content, "unsaved");
});

Deno.test("where the browser stores nothing a note is safe while the window is open, and leaving shows a warning", async () => {
  const { app, ada, open } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada);
  const { page, visit } = adas;
  await page.addInitScript(() =>
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    }
  );
  await visit(`${open}&page=7`);
  const long = "A long note. ".repeat(1538).slice(0, 20_000);
  await page.getByLabel("Notes for page 7").fill(long);
  await page.getByText("Save before you leave.").waitFor();
  assert.ok(
    (await page.getByRole("button", { name: "Save Notes" }).boundingBox())!.y < 800,
    "what saves it is in sight",
  );
  await leaf(page, "ArrowRight");
  await page.getByLabel("Notes for page 8").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Save before you leave.").waitFor();
  assert.equal(await page.getByLabel("Notes for page 7").inputValue(), long);
  const [dialog] = await Promise.all([
    page.waitForEvent("dialog"),
    page.evaluate(() => setTimeout(() => location.assign("/about"))),
  ]);
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await press(page, "Save Notes");
  await adas.toast("Note saved successfully");
});

Deno.test("what is typed of a note before the script has loaded stays", async () => {
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  await app.call("POST", noteAt(book, 7), ada, { content: "stored", pageNumber: 7, bookId: book.id });
  await using adas = await windowOf(app, ada);
  const { page } = adas;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/chat-*.js", async (route) => (await promise, await route.continue()));
  await page.goto(`${open}&page=7`, { waitUntil: "commit" });
  await page.getByLabel("Notes for page 7").fill("stored, and more");
  await page.getByLabel("Current page").fill("77");
  resolve();
  await adas.alive();
  await page.getByText("stored in this browser").waitFor();
  assert.equal(await page.getByLabel("Notes for page 7").inputValue(), "stored, and more");
  assert.equal(await page.getByLabel("Current page").inputValue(), "77");
});
