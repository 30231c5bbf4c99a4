import assert from "node:assert/strict";
import { leaf, readingGroup, windowOf } from "../support/reading.ts";

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
