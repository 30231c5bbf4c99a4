/** What helps to write: marks, lists, code, formulas and emoji, and what is written as it will be shown. */
import assert from "node:assert/strict";
import type { Locator } from "playwright";
import { until } from "../support/operate.ts";
import { adaReading } from "../support/reading.ts";
import { press } from "../support/screen.ts";

const holds = (field: Locator, text: string) => until(async () => await field.inputValue() === text);

/** Pastes as a browser does: what nobody takes care of is inserted. */
const paste = (field: Locator, data: Record<string, string>) =>
  field.evaluate((field, data) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    if (field.dispatchEvent(event)) document.execCommand("insertText", false, data["text/plain"]);
  }, data);

Deno.test("in a chat Ada marks words by keys and buttons, goes on with a list, pastes code, completes emoji, and sees all of it before it is sent", async () => {
  await using adas = await adaReading();
  const { page, visit, here } = adas;
  await visit(here);
  await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  const field = page.getByLabel("Message", { exact: true });
  const preview = page.getByRole("region", { name: "Preview" });
  const messages = page.locator(".messages-box");
  const height = () => messages.evaluate(({ clientHeight }) => clientHeight);
  const before = await height();
  await field.focus();
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  await bar.waitFor();
  assert.equal(await height(), before, "nothing moves");
  assert.equal(await preview.isVisible(), false);

  await page.keyboard.type("Read this");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.press("Control+B");
  await holds(field, "Read **this**");
  await preview.locator("strong").getByText("this").waitFor();
  await page.keyboard.press("Control+Z");
  await holds(field, "Read this");
  await preview.waitFor({ state: "hidden" });
  await bar.getByRole("button", { name: "Hidden text" }).click();
  await holds(field, "Read ||this||");
  const isFocused = (field: Element) => field === document.activeElement;
  assert.ok(await field.evaluate(isFocused));
  await page.keyboard.press("Control+Shift+9");
  await holds(field, "Read this");

  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("- one");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+Enter");
  await holds(field, "Read this\n- one\n- two\n");
  await preview.locator("li").getByText("two").waitFor();

  const code = "let sum = 0;\nsum += 1;";
  await paste(field, { "text/plain": code });
  await holds(field, `Read this\n- one\n- two\n\`\`\`\n${code}\n\`\`\`\n`);
  await page.keyboard.press("Control+Z");
  await holds(field, "Read this\n- one\n- two\n");
  await page.keyboard.down("Shift");
  await paste(field, { "text/plain": code });
  await page.keyboard.up("Shift");
  await holds(field, `Read this\n- one\n- two\n${code}`);

  await field.fill("");
  await preview.waitFor({ state: "hidden" });
  await page.keyboard.type("Done :tad");
  const options = page.getByRole("listbox", { name: "Emoji" });
  await options.getByText(":tada:").waitFor();
  await page.keyboard.press("Enter");
  await holds(field, "Done 🎉 ");
  await page.keyboard.type(":+1:");
  await holds(field, "Done 🎉 👍️");
  await page.keyboard.type(" `:+1:` $\\frac");
  await page.getByText("not understood from character").waitFor();
  await page.keyboard.type("12$");
  await preview.locator("math mfrac").waitFor();
  assert.equal(await field.inputValue(), "Done 🎉 👍️ `:+1:` $\\frac12$");
  await page.keyboard.press("Enter");
  await page.locator(".message--mine").getByText("Done 🎉").waitFor();
  await holds(field, "");
  await preview.waitFor({ state: "hidden" });
});

Deno.test("on a phone one small button opens the row, and another the preview, and neither closes the keyboard", async () => {
  await using adas = await adaReading({ viewport: { width: 390, height: 430 }, hasTouch: true, isMobile: true });
  const { page, visit, here } = adas;
  await visit(here);
  const field = page.getByLabel("Message", { exact: true });
  await field.tap();
  const opener = page.getByRole("button", { name: "Formatting" });
  await opener.waitFor();
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  assert.equal(await bar.isVisible(), false);
  await opener.tap();
  await bar.getByRole("button", { name: "Formula" }).tap();
  await holds(field, "$$");
  await page.keyboard.type("x^2");
  await page.getByRole("group", { name: "Formula" }).locator("math msup").waitFor();
  const preview = page.getByRole("region", { name: "Preview" });
  assert.equal(await preview.isVisible(), false);
  await page.getByRole("button", { name: "Preview" }).tap();
  await preview.locator("math msup").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type(" :tad");
  await page.getByRole("option").getByText(":tada:").tap();
  await holds(field, "$x^2$ 🎉 ");
});

Deno.test("a note is shown with its table while it is written, is saved as it was typed, and its draft is kept", async () => {
  await using adas = await adaReading();
  const { page, visit, open, toast } = adas;
  await visit(`${open}&page=7`);
  const note = page.getByLabel("Notes for page 7");
  await note.focus();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  const text = "| who | what |\n|---|---|\n| Celia | *sees* |";
  await note.fill(text);
  await page.getByRole("region", { name: "Preview" }).locator("td em").getByText("sees").waitFor();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1. first");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+I");
  await page.keyboard.type("second");
  await holds(note, `${text}\n\n1. first\n2. *second*`);
  await page.reload();
  await page.getByText("stored in this browser").waitFor();
  await holds(note, `${text}\n\n1. first\n2. *second*`);
  await adas.alive();
  await press(page, "Save Notes");
  await toast("Note saved successfully");
});

Deno.test("without a script a Preview button shows a message and a note as they will be shown, and nothing that was typed is lost", async () => {
  await using adas = await adaReading({ javaScriptEnabled: false });
  const { page, here, open } = adas;
  const shown = page.getByRole("region", { name: "Preview" });
  await page.goto(here);
  await page.getByLabel("Message", { exact: true }).fill("**Chapter** one");
  await press(page, "Preview");
  await shown.locator("strong").getByText("Chapter").waitFor();
  await page.getByText("Files are not part of a preview").waitFor();
  await page.getByLabel("Text").fill("**Chapter** two $x^2$");
  await press(page, "Preview");
  await shown.locator("math").waitFor();
  await press(page, "Post");
  await page.locator(".message-text").getByText("two").waitFor();
  assert.equal(new URL(page.url()).pathname, here);

  await page.goto(`${open}&page=7`);
  const note = page.getByLabel("Notes for page 7");
  await note.fill("| a |\n|---|\n| b |");
  await press(page, "Preview");
  await shown.locator("td").getByText("b").waitFor();
  await press(page, "Post");
  await note.waitFor();
  assert.equal(await note.inputValue(), "| a |\n|---|\n| b |");
});
