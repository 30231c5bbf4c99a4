import assert from "node:assert/strict";
import { leaf, readingGroup, windowOf } from "../support/reading.ts";
import { hold, intercept, press, release } from "../support/screen.ts";

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

Deno.test("what is typed while a page's note loads stays, after what is stored, and is saved with it", async () => {
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  for (const pageNumber of [8, 9]) {
    await app.call("POST", noteAt(book, pageNumber), ada, { content: "stored", pageNumber, bookId: book.id });
  }
  await using adas = await windowOf(app, ada);
  const { page, visit, toast } = adas;
  await visit(`${open}&page=7`);
  const typeOn = async (pageNumber: number, text: string) => {
    const answer = await hold(page, noteAt(book, pageNumber));
    const asked = page.waitForRequest(`**${noteAt(book, pageNumber)}`);
    await leaf(page, "ArrowRight");
    await page.getByLabel(`Notes for page ${pageNumber}`).click();
    await page.keyboard.type(text);
    await asked;
    return answer;
  };
  const note = page.getByLabel(/^Notes for page/);

  const eighth = await typeOn(8, "typed");
  await page.getByText("stored in this browser").waitFor();
  eighth();
  await page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>(".book-dialog textarea")!.value === "stored\ntyped"
  );
  await page.keyboard.type(" on");
  assert.equal(await note.inputValue(), "stored\ntyped on");

  const ninth = await typeOn(9, "saved at once");
  await press(page, "Save Notes");
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  ninth();
  await toast("Note saved successfully");
  const { body } = await app.call("GET", noteAt(book, 9), ada);
  assert.equal(body.content, "stored\nsaved at once");

  const tenth = await typeOn(10, "of an empty page");
  tenth();
  await page.locator(".book-dialog textarea:not([placeholder])").waitFor();
  assert.equal(await note.inputValue(), "of an empty page");
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");

  // What was typed before goes before what is stored, and shows at once.
  const away = await typeOn(11, "of page 11");
  await leaf(page, "ArrowLeft");
  away();
  await page.getByLabel("Notes for page 10").waitFor();
  const back = await typeOn(11, " and more");
  assert.equal(await note.inputValue(), "of page 11 and more");
  back();
  await page.locator(".book-dialog textarea:not([placeholder])").waitFor();
  assert.equal(await note.inputValue(), "of page 11 and more");
});

Deno.test("what is typed while a page's note loads is in no version's place where that fails", async () => {
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  await app.call("POST", noteAt(book, 8), ada, { content: "stored", pageNumber: 8, bookId: book.id });
  await using adas = await windowOf(app, ada);
  const { page, visit } = adas;
  await visit(`${open}&page=7`);
  await intercept(page, noteAt(book, 8), 503, { message: "" });
  await leaf(page, "ArrowRight");
  await page.getByLabel("Notes for page 8").click();
  await page.keyboard.type("typed");
  await page.getByText("Failed to load note").waitFor();
  await release(page, noteAt(book, 8));
  await press(page, "Save Notes");
  await page.getByRole("blockquote").getByText("stored").waitFor();
  assert.equal(await page.getByLabel("Notes for page 8").inputValue(), "typed");
});

Deno.test("a reader who types a note while the script arrives goes on typing", async () => {
  const { app, ada, open } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada);
  const { page } = adas;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/chat-*.js", async (route) => (await promise, await route.continue()));
  await page.goto(`${open}&page=7`, { waitUntil: "commit" });
  const note = page.getByLabel("Notes for page 7");
  await note.click();
  await page.keyboard.type("before");
  resolve();
  await adas.alive();
  await page.keyboard.type(" and after");
  assert.equal(await note.inputValue(), "before and after");
});
