import assert from "node:assert/strict";
import { readingGroup, windowOf } from "../support/reading.ts";
import { press } from "../support/screen.ts";

Deno.test("without a script Ada searches, adds, turns pages and writes notes all the same", async () => {
  const { app, ada, here } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada, { javaScriptEnabled: false });
  const { page, toast } = adas;
  await page.goto(here);
  await page.getByRole("link", { name: "Add", exact: true }).click();
  await page.getByPlaceholder("Search for books...").fill("plato");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await page.getByRole("button", { name: "Add to Group" }).first().click();
  await toast("Book added to group successfully");

  await page.getByRole("link", { name: "Middlemarch" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await dialog.locator(":focus").count(), 1, "what is below the book is out of reach");
  await press(page, "Next");
  await toast("Reading progress updated");
  await page.getByLabel("Notes for page 1").waitFor();
  await page.getByLabel("Current page").fill("452");
  await press(page, "Update");
  await toast("Reading progress updated");
  await dialog.getByText("50% complete").waitFor();
  await page.getByLabel("Notes for page 452").fill("Half way.");
  await press(page, "Save Notes");
  await toast("Note saved successfully");
  assert.equal(await page.getByLabel("Notes for page 452").inputValue(), "Half way.");

  await page.getByRole("link", { name: "Split view" }).click();
  await press(page, "Next");
  await dialog.locator(".book-progress").getByText("Page 453 of 904").waitFor();
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "Middlemarch" }).waitFor();
});
