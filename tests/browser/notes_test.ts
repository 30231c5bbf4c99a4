import assert from "node:assert/strict";
import { readingGroup, windowOf } from "../support/reading.ts";

Deno.test("a note is kept while it is typed, through a closed window, until it is saved", async () => {
  const { app, ada, open } = await readingGroup();
  await using _ = app;
  const { page, visit, toast, context, complaints } = await windowOf(app, ada);
  await visit(`${open}&page=7`);
  await page.getByLabel("Notes for page 7").fill("Celia sees more than she says.");
  await page.getByText("kept in this browser").waitFor();
  await page.reload();
  await page.getByText("kept in this browser").waitFor();
  assert.equal(await page.getByLabel("Notes for page 7").inputValue(), "Celia sees more than she says.");
  await page.getByRole("button", { name: "Save Notes" }).click();
  await toast("Note saved successfully");
  await visit(`${open}&page=7`);
  assert.equal(await page.getByLabel("Notes for page 7").inputValue(), "Celia sees more than she says.");
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("note:")).length), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

Deno.test("two windows that edit one note do not overwrite each other: both texts stay on screen until one is chosen", async () => {
  const { app, ada, open } = await readingGroup();
  await using _ = app;
  const [one, other] = [await windowOf(app, ada), await windowOf(app, ada)];
  await Promise.all([one.visit(`${open}&page=7`), other.visit(`${open}&page=7`)]);
  await one.page.getByLabel("Notes for page 7").fill("first");
  await one.page.getByRole("button", { name: "Save Notes" }).click();
  await one.toast("Note saved successfully");

  await other.page.getByLabel("Notes for page 7").fill("second");
  await other.page.getByRole("button", { name: "Save Notes" }).click();
  await other.page.getByText("changed in another window").first().waitFor();
  await other.page.getByRole("blockquote").getByText("first").waitFor();
  assert.equal(await other.page.getByLabel("Notes for page 7").inputValue(), "second");
  await other.page.getByRole("button", { name: "Keep mine" }).click();
  await other.toast("Note saved successfully");
  await one.visit(`${open}&page=7`);
  assert.equal(await one.page.getByLabel("Notes for page 7").inputValue(), "second");
  await Promise.all([one.context.close(), other.context.close()]);
});
