import assert from "node:assert/strict";
import { readingGroup, windowOf } from "../support/reading.ts";

Deno.test("Ada finds a book and adds it, and Grace sees it at once", async () => {
  const { app, ada, grace, here } = await readingGroup();
  await using _ = app;
  const [adas, graces] = [await windowOf(app, ada), await windowOf(app, grace)];
  await Promise.all([adas.visit(here), graces.visit(here)]);
  await graces.page.locator("[data-connection=joined]").waitFor();

  await adas.page.getByRole("link", { name: "Add", exact: true }).click();
  await adas.page.getByPlaceholder("Search for books...").fill("plato");
  await adas.page.getByPlaceholder("Search for books...").press("Enter");
  const found = adas.page.locator(".book-card").filter({ has: adas.page.getByRole("button", { name: "Add to Group" }) })
    .first();
  const title = await found.locator("h3").innerText();
  await found.getByRole("button", { name: "Add to Group" }).click();
  await adas.toast("Book added to group successfully");
  await adas.page.getByText("In this group").first().waitFor();

  const card = graces.page.locator(".book-card").filter({ hasText: title });
  await card.getByText("Added by ada").waitFor();
  await card.getByText(/Page 0 of \d+/).waitFor();
  assert.deepEqual([...adas.complaints, ...graces.complaints], []);
  await Promise.all([adas.context.close(), graces.context.close()]);
});

Deno.test("a book nobody knows is added by hand, with 100 pages when they are not said", async () => {
  const { app, ada, here } = await readingGroup();
  await using _ = app;
  const { page, visit, toast, context } = await windowOf(app, ada);
  await visit(`${here}?add`);
  await page.getByPlaceholder("Search for books...").fill("zzqqxx");
  await page.getByPlaceholder("Search for books...").press("Enter");
  await page.getByLabel("Title").fill("Our own reader");
  await page.getByRole("button", { name: "Add to Group" }).click();
  await toast("Book added");
  await page.locator(".book-card").filter({ hasText: "Our own reader" }).getByText("Page 0 of 100").waitFor();
  await context.close();
});

Deno.test("a page turned in one window shows in the reader's other window, and never in another reader's", async () => {
  const { app, ada, grace, here, open, book } = await readingGroup();
  await using _ = app;
  const [one, other, graces] = [await windowOf(app, ada), await windowOf(app, ada), await windowOf(app, grace)];
  await Promise.all([one.visit(`${open}&page=0&view=split`), other.visit(here), graces.visit(here)]);
  await Promise.all([other, graces].map(({ page }) => page.locator("[data-connection=joined]").waitFor()));

  await one.page.getByRole("button", { name: "Next" }).click();
  await one.page.keyboard.press("ArrowRight");
  await one.page.getByText("Page 2 of 904").first().waitFor();
  await other.page.getByText("Page 2 of 904").waitFor();
  await one.page.waitForURL(/page=2/);
  await graces.page.getByText("Page 0 of 904").waitFor();
  const { body } = await app.call("GET", `/books/groups/${book.groupId}/books`, ada);
  assert.equal(body.books[0].progress[0].currentPage, 2);
  await Promise.all([one, other, graces].map(({ context }) => context.close()));
});

Deno.test("the page field refuses what is no page and what is beyond the end, in the spec's words", async () => {
  const { app, ada, open } = await readingGroup();
  await using _ = app;
  const { page, visit, toast, context } = await windowOf(app, ada);
  await visit(open);
  const field = page.getByLabel("Current page");
  await field.fill("905");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Page number cannot exceed the book's total pages (904)").waitFor();
  await field.fill("");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Please enter a valid page number").waitFor();
  await field.fill("450");
  await page.getByRole("button", { name: "Update" }).click();
  await toast("Reading progress updated");
  await page.getByText("50% complete").first().waitFor();
  await context.close();
});

Deno.test("Escape leaves the book, the address forgets it, and focus returns to its card", async () => {
  const { app, ada, here } = await readingGroup();
  await using _ = app;
  const { page, visit, context } = await windowOf(app, ada);
  await visit(here);
  await page.getByRole("link", { name: "Middlemarch" }).click();
  await page.getByRole("dialog", { name: "Middlemarch" }).waitFor();
  await page.waitForURL(/book=/);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Middlemarch" }).waitFor({ state: "detached" });
  await page.waitForURL((url) => !url.searchParams.has("book"));
  await page.locator(".book-card-link:focus").waitFor();
  await page.goBack();
  await page.getByRole("dialog", { name: "Middlemarch" }).waitFor();
  await context.close();
});

Deno.test("the preview is another site's and loads only when it is asked for", async () => {
  const { app, ada, open } = await readingGroup();
  await using _ = app;
  const { page, visit, context } = await windowOf(app, ada);
  const asked: string[] = [];
  await page.route("https://books.google.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<p>the preview</p>" });
  });
  await visit(`${open}&page=7&view=split`);
  assert.deepEqual(asked, []);
  await page.getByRole("link", { name: "Load preview" }).click();
  await page.frameLocator("iframe").getByText("the preview").waitFor();
  assert.match(asked[0], /id=zyTCAlFPjgYC&pg=PA7&output=embed/);
  await context.close();
});

Deno.test("what the server would not say is said all the same: failures of search, adding, notes and progress", async () => {
  const { app, ada, open, here } = await readingGroup();
  await using _ = app;
  const { page, visit, toast, context } = await windowOf(app, ada);
  const fail = (status: number) =>
    page.route(/\/api\/books\//, (route) => route.fulfill({ status, json: { message: "" } }));
  await visit(`${here}?add`);
  await fail(503);
  await page.getByPlaceholder("Search for books...").fill("plato");
  await page.getByPlaceholder("Search for books...").press("Enter");
  await toast("Failed to search books");
  await page.unrouteAll();
  await visit(`${open}&page=7`);
  await fail(500);
  await page.getByLabel("Notes for page 7").fill("kept");
  await page.getByRole("button", { name: "Save Notes" }).click();
  await toast("Server error occurred. Please try again later.");
  await page.getByLabel("Current page").fill("8");
  await page.getByRole("button", { name: "Update" }).click();
  await toast("Failed to update reading progress");
  assert.equal(await page.getByLabel("Notes for page 7").inputValue(), "kept");
  await page.unrouteAll();
  await page.route(/\/notes\//, (route) => route.fulfill({ status: 503, json: { message: "" } }));
  await page.getByRole("button", { name: "Save Notes" }).click();
  await toast("Failed to save note");
  await context.close();
});

Deno.test("without a script Ada searches, adds, turns pages and writes notes all the same", async () => {
  const { app, ada, here } = await readingGroup();
  await using _ = app;
  const { page, toast, context } = await windowOf(app, ada, { javaScriptEnabled: false });
  await page.goto(here);
  await page.getByRole("link", { name: "Add", exact: true }).click();
  await page.getByPlaceholder("Search for books...").fill("plato");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await page.getByRole("button", { name: "Add to Group" }).first().click();
  await toast("Book added to group successfully");

  await page.getByRole("link", { name: "Middlemarch" }).click();
  await page.getByLabel("Current page").fill("452");
  await page.getByRole("button", { name: "Update" }).click();
  await toast("Reading progress updated");
  await page.getByText("50% complete").first().waitFor();
  await page.getByLabel("Notes for page 452").fill("Half way.");
  await page.getByRole("button", { name: "Save Notes" }).click();
  await toast("Note saved successfully");
  assert.equal(await page.getByLabel("Notes for page 452").inputValue(), "Half way.");
  await page.getByLabel("Current page").fill("9999");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Page number cannot exceed the book's total pages (904)").first().waitFor();

  await page.getByRole("link", { name: "Split view" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Page 453 of 904").first().waitFor();
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "Middlemarch" }).waitFor();
  await context.close();
});
