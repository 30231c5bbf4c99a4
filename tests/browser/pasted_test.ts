import assert from "node:assert/strict";
import type { Locator } from "playwright";
import { readingGroup, windowOf } from "../support/reading.ts";
import { press } from "../support/screen.ts";

Deno.test("what is pasted is never cut: where it is too long an error shows, and all of it stays", async () => {
  const { app, ada, here, open } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada);
  const { page, visit } = adas;
  const refused = async (field: Locator, pasted: string, button: string, text: string) => {
    await field.fill(pasted);
    await press(page, button);
    await page.getByText(text, { exact: true }).first().waitFor();
    assert.equal(await field.inputValue(), pasted);
  };

  await visit(here);
  await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  const message = page.getByLabel("Message", { exact: true });
  await refused(message, "👩".repeat(4001), "Send", "Please use at most 4,000 characters.");
  await message.fill("👩".repeat(4000));
  await press(page, "Send");
  await page.getByText("👩".repeat(4000), { exact: true }).waitFor();

  await visit(`${open}&page=7`);
  const note = page.getByLabel("Notes for page 7");
  await refused(note, "x".repeat(20_001), "Save Notes", "Please use at most 20,000 characters.");

  await visit(`${here}?add=&query=zzqqxx`);
  const [title, author] = [page.getByLabel("Title"), page.getByLabel("Author")];
  await author.fill("y".repeat(301));
  await refused(title, "Our own reader", "Add to Group", "Please use at most 300 characters.");
  assert.equal((await author.inputValue()).length, 301);
  assert.equal(await author.getAttribute("aria-invalid"), "true");
  assert.equal(await title.getAttribute("aria-invalid"), null);
  assert.ok(await author.evaluate((field) => field === document.activeElement));

  await visit("/dashboard?create");
  const name = page.getByLabel("Group name");
  await refused(name, "👩".repeat(81), "Create", "Please use at most 80 characters.");
  await name.fill("👩".repeat(80));
  await press(page, "Create");
  await page.getByRole("link", { name: "👩".repeat(80) }).waitFor();
});
