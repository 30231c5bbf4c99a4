import assert from "node:assert/strict";
import { endSession } from "../support/app.ts";
import { until } from "../support/operate.ts";
import { leaf, readingGroup, windowOf } from "../support/reading.ts";
import { intercept, press, release } from "../support/screen.ts";

const drafts = () => Object.keys(localStorage).filter((key) => key.includes("note:")).length;
const noteAt = (book: { id: string }, page: number) => `/books/${book.id}/notes/${page}`;

Deno.test("a note is stored in the browser while it is typed, and survives a closed window, until it is saved", async () => {
  const { app, ada, grace, open, book } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada);
  const { page, visit, toast, context } = adas;
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
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada);
  const { page, visit, toast, context } = adas;
  await visit(`${open}&page=7`);
  const note = page.getByLabel("Notes for page 7");
  await note.fill("kept");
  for (
    const [status, message, text] of [
      [500, "anything", "Server error occurred. Please try again later."],
      [503, "", "Failed to save note"],
      [413, "The request is too large.", "The request is too large."],
      [429, "Too many requests.", "Too many requests."],
      [403, "You are not allowed to do that.", "You are not allowed to do that."],
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
  // A chat that joins after the session has ended would lead to the login page by itself.
  await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  await note.fill("kept on");
  await press(page, "Save Notes");
  await toast("Note saved successfully");

  // Signed out meanwhile, Ada finds it again after logging in.
  await note.fill("kept again");
  await endSession(app, ada);
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
  await other.locator("[data-island=Books][data-hydrated]").waitFor({ state: "attached" });
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
  await other.locator("[data-island=Books][data-hydrated]").waitFor({ state: "attached" });
  await press(other, "Keep mine");
  await other.locator("#toasts").getByText("Note saved successfully").waitFor();
  await one.visit(`${open}&page=7`);
  assert.equal(await first.inputValue(), "second");
});
