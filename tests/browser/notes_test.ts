import assert from "node:assert/strict";
import { endSession } from "../support/app.ts";
import { until } from "../support/operate.ts";
import { readTogether } from "../support/readers.ts";
import { adaReading, leaf, readingGroup, windowOf } from "../support/reading.ts";
import { intercept, justBefore, press, release } from "../support/screen.ts";

const drafts = () => Object.keys(localStorage).filter((key) => key.includes("note:")).length;
const noteAt = (book: { id: string }, page: number) => `/books/${book.id}/notes/${page}`;

Deno.test("a note is stored in the browser while it is typed, and survives a closed window, until it is saved", async () => {
  await using adas = await adaReading();
  const { app, grace, open, book, page, visit, toast, context } = adas;
  await visit(`${open}&page=7`);
  const [seventh, eighth] = [page.getByLabel("Notes for page 7"), page.getByLabel("Notes for page 8")];
  await seventh.fill("Celia sees more than she says.");
  await leaf(page, "ArrowRight");
  await eighth.fill("Of page 8.");
  await page.reload();
  await page.getByText("stored in this browser").waitFor();
  assert.equal(await eighth.inputValue(), "Of page 8.");
  await adas.alive();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("stored in this browser").waitFor();
  assert.equal(await seventh.inputValue(), "Celia sees more than she says.");
  await press(page, "Save Notes");
  await toast("Note saved successfully");
  assert.equal(await page.evaluate(drafts), 1);
  await eighth.waitFor({ state: "detached" });
  await visit(`${open}&page=7`);
  assert.equal(await seventh.inputValue(), "Celia sees more than she says.");

  // Blanks are no note, and neither is a text that was typed and deleted.
  await seventh.fill("   ");
  await press(page, "Save Notes");
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".book-dialog textarea")!.value === "");
  await seventh.fill("x");
  await seventh.fill("");
  assert.equal(await page.evaluate(drafts), 1);

  // Another reader at the same browser has their own notes.
  await context.clearCookies();
  await context.addCookies([{ name: "chapterhouse_session", value: grace.token, url: app.url }]);
  await page.evaluate((token) => localStorage.setItem("token", token), grace.token);
  await visit(`${open}&page=8`);
  assert.equal(await eighth.inputValue(), "");
  await page.evaluate(([id, user]) => localStorage.setItem(`chapterhouse.note:${user}:${id}:8`, "{broken"), [
    book.id,
    grace.id,
  ]);
  await visit(`${open}&page=8`);
  assert.equal(await eighth.inputValue(), "");
});

Deno.test("what was typed stays through every failure to save it, and can be saved once the connection is back", async () => {
  await using adas = await adaReading();
  const { app, ada, open, book, page, visit, toast, context } = adas;
  await visit(`${open}&page=7`);
  const note = page.getByLabel("Notes for page 7");
  await note.fill("kept");
  for (
    const [status, message, text] of [
      [500, "anything", "Server error occurred. Please try again later."],
      [503, "", "Failed to save note"],
      [404, "Book not found", "Book not found"],
      [200, "Saved?", "Received invalid response from server"],
    ] as const
  ) {
    await intercept(page, noteAt(book, 7), status, { message });
    await press(page, "Save Notes");
    await toast(text);
    assert.equal(await note.inputValue(), "kept");
  }
  await release(page, noteAt(book, 7));
  await context.setOffline(true);
  await press(page, "Save Notes");
  await toast("No connection. The note is stored in this browser, and saved when there is one.");
  // A page whose note is out of reach can be written on all the same.
  await leaf(page, "ArrowRight");
  await page.getByText("Failed to load note.").waitFor();
  await page.getByLabel("Notes for page 8").fill("mine");
  await app.call("POST", noteAt(book, 8), ada, { content: "theirs", pageNumber: 8, bookId: book.id });
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("blockquote").getByText("theirs").waitFor();
  assert.equal(await page.getByLabel("Notes for page 8").inputValue(), "mine");
  await page.getByRole("link", { name: "Use saved version" }).click();
  assert.equal(await page.getByLabel("Notes for page 8").inputValue(), "theirs");
  // The note that waited is sent meanwhile; its toast is not to be taken for that of the button.
  await until(async () => (await app.call("GET", noteAt(book, 7), ada)).body.content === "kept");
  await visit(`${open}&page=7`);
  await note.fill("kept on");
  await press(page, "Save Notes");
  await toast("Note saved successfully");

  // Signed out meanwhile, Ada finds it again after logging in.
  await note.fill("kept again");
  await justBefore(page, noteAt(book, 7), () => endSession(app, ada));
  await press(page, "Save Notes");
  await page.waitForURL(/\/login\?next=/);
  assert.equal(await page.evaluate(drafts), 1);
});

Deno.test("two windows that edit one note do not overwrite each other: both texts stay on screen until one is chosen", async () => {
  const { app, ada, open } = await readingGroup();
  await using _ = app;
  await using one = await windowOf(app, ada);
  const other = await one.context.newPage();
  await one.visit(`${open}&page=7`);
  await other.goto(`${open}&page=7`);
  await other.locator("[data-island$=Books][data-hydrated]").waitFor({ state: "attached" });
  const [first, second] = [one.page.getByLabel("Notes for page 7"), other.getByLabel("Notes for page 7")];
  await first.fill("first");
  await second.fill("second");
  // One browser stores one draft: the window that lost it warns of that.
  await one.page.getByText("Save before you leave.").waitFor();
  await press(one.page, "Save Notes");
  await one.toast("Note saved successfully");
  await other.getByText("It is stored in this browser.").waitFor();

  await press(other, "Save Notes");
  await other.getByText("changed in another window").first().waitFor();
  await other.getByRole("blockquote").getByText("first").waitFor();
  assert.equal(await second.inputValue(), "second");
  await other.reload();
  await other.getByRole("blockquote").getByText("first").waitFor();
  assert.equal(await second.inputValue(), "second");
  await other.locator("[data-island$=Books][data-hydrated]").waitFor({ state: "attached" });
  await press(other, "Keep mine");
  await other.locator("#toasts").getByText("Note saved successfully").waitFor();
  await one.visit(`${open}&page=7`);
  assert.equal(await first.inputValue(), "second");
});

Deno.test("beside the page field Grace reads who wrote about the page, what waits further on, and answers", async () => {
  await using app = await readTogether();
  const { ada, grace, barbara, group, bookId } = app;
  await app.share(ada, 10, "The first cards");
  await app.share(barbara, 10, "Looms before");
  await app.share(ada, 11, "The second cards");
  await app.share(ada, 90, "Much later");
  await app.turnTo(grace, 10);
  await using visitor = await windowOf(app, grace);
  const { page } = visitor;
  await page.goto(`/group/${group.id}?book=${bookId}&page=10`);
  const summary = page.locator(".margin summary");
  await summary.filter({ hasText: /^(Ada and Barbara|Barbara and Ada) wrote about this page · 2 notes further on$/ })
    .waitFor();
  const note = page.getByRole("article", { name: "Ada" });
  await note.getByLabel("Answer Ada").fill("Where do they come from?");
  await note.getByRole("button", { name: "Answer" }).click();
  await note.getByRole("list", { name: "Answers to Ada" }).getByText("Where do they come from?").waitFor();
  assert.equal(await note.getByLabel("Answer Ada").inputValue(), "");
  // Reading on shows what waited, once the page is saved.
  await page.getByRole("button", { name: "Next" }).click();
  await summary.filter({ hasText: /^Ada wrote about this page · 1 note further on$/ }).waitFor();
  assert.equal((await page.content()).includes("Much later"), false);
});

Deno.test("Ada shares what she has typed, and takes it back", async () => {
  await using app = await readTogether();
  const { ada, grace, group, bookId } = app;
  await app.turnTo(grace, 100);
  await using visitor = await windowOf(app, ada);
  const { page } = visitor;
  await page.goto(`/group/${group.id}?book=${bookId}&page=4`);
  await page.locator("[data-island$=Books][data-hydrated]").waitFor();
  await page.getByLabel("Notes for page 4").fill("Typed just now");
  await page.getByRole("button", { name: "Share note" }).click();
  await page.getByRole("button", { name: "Stop sharing" }).waitFor();
  assert.equal((await app.listNotes(grace)).notes[0].content, "Typed just now");
  await page.getByRole("button", { name: "Stop sharing" }).click();
  await page.getByRole("button", { name: "Share note" }).waitFor();
  assert.deepEqual((await app.listNotes(grace)).notes, []);
});

Deno.test("Ada, without a connection, sees that her note is not shared yet", async () => {
  await using app = await readTogether();
  const { ada, group, bookId } = app;
  await using visitor = await windowOf(app, ada);
  const { page, context } = visitor;
  await page.goto(`/group/${group.id}?book=${bookId}&page=4`);
  await page.locator("[data-island$=Books][data-hydrated]").waitFor();
  await page.getByRole("button", { name: "Share note" }).waitFor();
  await page.getByLabel("Notes for page 4").fill("On a train");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Share note" }).click();
  await page.getByText("choose it again once the note is saved").waitFor();
});
