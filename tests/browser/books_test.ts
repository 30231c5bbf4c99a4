import assert from "node:assert/strict";
import { adaReading, middlemarch, readingGroup, windowOf } from "../support/reading.ts";
import { focused, hold, intercept, press, release, turnOf } from "../support/screen.ts";

const phone = { viewport: { width: 360, height: 740 } };
const search = "Search for books...";

Deno.test("Ada finds a book and adds it, which leads to its card, and Grace sees it at once", async () => {
  const { app, ada, grace, here } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada);
  await using graces = await windowOf(app, grace, phone);
  await Promise.all([adas.visit(here), graces.visit(here)]);
  await graces.page.locator("[data-connection=joined]").waitFor({ state: "attached" });

  await adas.page.getByRole("link", { name: "Add", exact: true }).click();
  const answer = await hold(adas.page, "/books/search?query=plato");
  await adas.page.getByPlaceholder(search).waitFor();
  // It has the focus: what is typed is searched for.
  await adas.page.keyboard.type("plato");
  await adas.page.keyboard.press("Enter");
  await adas.page.getByRole("button", { name: "Searching..." }).waitFor();
  answer();
  await adas.page.getByRole("status").getByText(/\d+ books? found\./).waitFor();
  const found = adas.page.locator(".books-add .book-card").first();
  const title = await found.locator("h3").innerText();
  assert.match(await found.innerText(), /Plato[^]*\d+ pages/);
  await found.getByRole("button", { name: "Add to Group" }).click();
  await adas.toast("Book added to group successfully");
  await found.waitFor({ state: "detached" });
  assert.equal(await focused(adas.page), title);

  await graces.page.getByRole("button", { name: "Books (2)" }).click();
  const card = graces.page.locator(".book-card").filter({ hasText: title });
  await card.getByText("Added by ada").waitFor();
  await card.getByText(/Page 0 of \d+/).waitFor();
  await card.getByText("0% complete").waitFor();
});

Deno.test("a book can be added by hand before a search, during it and after it, what was typed for it stays, and no book is added twice", async () => {
  await using adas = await adaReading();
  const { here, books, page, visit, toast } = adas;
  await visit(`${here}?add`);
  const field = page.getByPlaceholder(search);
  const find = async (query: string) => (await field.fill(query), await field.press("Enter"));
  const manually = page.getByText("Add manually", { exact: true });
  const [title, author] = [page.getByLabel("Title"), page.getByLabel("Author")];
  const inSight = async () => {
    const { y, height } = (await manually.boundingBox())!;
    const panel = (await page.locator(".books-panel").boundingBox())!;
    assert.ok(y >= panel.y && y + height <= panel.y + panel.height, `${y} in ${JSON.stringify(panel)}`);
  };
  await title.waitFor({ state: "hidden" });
  await inSight();
  const answer = await hold(page, "/books/search?query=university");
  await find("university");
  await page.getByRole("button", { name: "Searching..." }).waitFor();
  await inSight();
  answer();
  await page.getByText(/books found/).waitFor();
  await page.locator(".books-add .book-card").last().scrollIntoViewIfNeeded();
  await inSight();
  await find("zzqqxx");
  await page.getByText("No books found.").waitFor();
  await inSight();
  assert.equal(await title.inputValue(), "zzqqxx");
  await author.fill("We");
  await find("frankenstein");
  await page.getByText(/books? found/).waitFor();
  assert.deepEqual([await title.inputValue(), await author.inputValue()], ["zzqqxx", "We"]);
  await find("zzqqxx");
  await page.getByText("No books found.").waitFor();
  await title.fill("Our own reader");
  await press(page, "Add to Group");
  await toast("Book added successfully");
  await page.locator(".book-card").filter({ hasText: "Our own reader" }).getByText("Page 0 of 100").waitFor();
  await page.getByRole("link", { name: "Add", exact: true }).click();
  assert.equal(await title.inputValue(), "");

  await intercept(page, "/books/search?query=plato", 200, { books: [{ ...middlemarch, isbn: null }] });
  await find("plato");
  await page.getByText("In this group").waitFor();
  // Another member was quicker.
  const emma = { ...middlemarch, title: "Emma", isbn: "9780141439587", googleBooksId: null };
  await intercept(page, "/books/search?query=emma", 200, { books: [emma] });
  await find("emma");
  await page.getByRole("heading", { name: "Emma" }).waitFor();
  await intercept(page, books, 409, { message: "This book is already in the group." });
  await page.locator(".books-add").getByRole("button", { name: "Add to Group" }).first().click();
  await toast("This book is already in the group.");
});

Deno.test("adding a book completes its step, and where the steps cannot be fetched they stay as they are", async () => {
  await using adas = await adaReading();
  const { app, ada, page } = adas;
  const { id } = await app.group(ada);
  await adas.visit(`/group/${id}?add`);
  const add = async (title: string) => {
    await page.getByText("Add manually", { exact: true }).click();
    await page.getByLabel("Title").fill(title);
    await press(page, "Add to Group");
    await page.locator(".book-card").filter({ hasText: title }).waitFor();
  };
  await page.route("**/*part=steps", (route) => route.fulfill({ status: 500, body: "" }));
  const failing = page.waitForResponse("**/*part=steps");
  await add("Emma");
  await (await failing).finished();
  await turnOf(page);
  assert.equal(await page.locator(".steps").count(), 1);
  await page.unroute("**/*part=steps");
  await page.getByRole("link", { name: "Add", exact: true }).click();
  await add("Persuasion");
  await page.locator(".steps [data-done]").waitFor();
  assert.equal(await page.locator(".steps .step").count(), 3);
});

Deno.test("of two searches the later one counts, however late the answer to the first comes", async () => {
  await using adas = await adaReading();
  const { here, page } = adas;
  await adas.visit(`${here}?add`);
  const field = page.getByPlaceholder(search);
  const answer = await hold(page, "/books/search?query=plato");
  await field.fill("plato");
  await field.press("Enter");
  await page.getByRole("button", { name: "Searching..." }).waitFor();
  await field.fill("frankenstein");
  await field.press("Enter");
  const first = page.locator(".books-add .book-card h3").first().filter({ hasText: "Frankenstein" });
  await first.waitFor();
  const late = page.waitForResponse("**/books/search?query=plato");
  answer();
  await (await late).finished();
  await turnOf(page);
  await first.waitFor();
});

Deno.test("a failed search or addition is reported, and what was typed stays", async () => {
  await using adas = await adaReading();
  const { here, books, page, visit, toast } = adas;
  await visit(`${here}?add=&query=plato`);
  const field = page.getByPlaceholder(search);
  await field.fill("aristotle");
  for (
    const [status, body, text] of [
      [503, { message: "" }, "Failed to search books"],
      [undefined, undefined, "Failed to search books. No connection to the server."],
      [200, {}, "Received invalid response from server"],
    ] as const
  ) {
    await intercept(page, "/books/search?query=aristotle", status, body);
    await field.press("Enter");
    await toast(text);
  }
  assert.equal(await field.inputValue(), "aristotle");
  const add = page.getByRole("button", { name: "Add to Group" }).first();
  for (
    const [status, body, text] of [
      [502, "<html>", "Failed to add book to group"],
      [201, { message: "?" }, "Received invalid response from server"],
      [404, { message: "Group not found" }, "Group not found"],
    ] as const
  ) {
    await page.locator("#toasts").evaluate((toasts) => toasts.replaceChildren());
    await intercept(page, books, status, body);
    await add.click();
    await toast(text);
  }
  await release(page, books);
  await add.click();
  await toast("Book added to group successfully");
});

Deno.test("what was missed while offline appears once the connection is back, or a failure is reported", async () => {
  await using adas = await adaReading();
  const { app, ada, here, books, page, context, toast, visit } = adas;
  const loading = `${books}?panel=`;
  let asked = 0;
  page.on("request", (request) => request.url().endsWith(loading) && asked++);
  const joined = page.locator("[data-connection=joined]");
  const breakLine = async () => {
    await context.setOffline(true);
    // An open socket does not notice that.
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    await joined.waitFor({ state: "detached" });
  };
  await visit(here);
  await joined.waitFor({ state: "attached" });
  assert.equal(asked, 0, "the page came with its books");
  await breakLine();
  await app.call("POST", books, ada, { title: "Emma", pageCount: 474 });
  await context.setOffline(false);
  await page.getByRole("link", { name: "Emma" }).waitFor();
  await intercept(page, loading, 503, {});
  await breakLine();
  await context.setOffline(false);
  await toast("Failed to load books");
  await page.getByRole("link", { name: "Emma" }).waitFor();
});

Deno.test("on a phone the books are a sheet: it opens, closes, shows toasts, and is open again after a book is closed", async () => {
  await using adas = await adaReading(phone);
  const { here, open, page, visit, toast } = adas;
  await visit(here);
  const [sheet, opener] = [page.locator(".books-panel"), page.getByRole("button", { name: "Books (1)" })];
  for (const close of [() => page.keyboard.press("Escape"), () => press(page, "Close books")]) {
    await opener.click();
    await sheet.waitFor();
    await close();
    await sheet.waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Books (1)");
  }
  await opener.click();
  await page.getByRole("link", { name: "Middlemarch" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor();
  assert.equal(await focused(page), "Middlemarch");
  await page.getByRole("link", { name: "Add", exact: true }).click();
  await intercept(page, "/books/search?query=x", 503, {});
  await page.getByPlaceholder(search).fill("x");
  await page.getByPlaceholder(search).press("Enter");
  await toast("Failed to search books");
  await press(page, "Dismiss");
  await sheet.waitFor();

  await page.setViewportSize({ width: 900, height: 740 });
  await page.waitForFunction(() => !document.querySelector(".books-panel:popover-open"));
  assert.equal((await sheet.boundingBox())!.width, 300);
  await page.setViewportSize(phone.viewport);
  await visit(open);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await focused(page), "Books (1)");
});
