/** What a reader does without script: each form leads on, and what was refused is there as it was typed. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Secret, TOTP } from "otpauth";
import { filesServerTexts, filesTexts } from "../../server/contract/chat/texts.ts";
import { plain as pictureOf } from "../media/pictures.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { startApp } from "../support/app.ts";
import { adaReading } from "../support/reading.ts";
import { logIn, press } from "../support/screen.ts";
import { here, openLasting, store, windowOf } from "./chat/room.ts";

const plain = { javaScriptEnabled: false };

Deno.test("without a script Ada searches, adds, turns pages and writes notes all the same", async () => {
  await using adas = await adaReading(plain);
  const { here, page, toast } = adas;
  await page.goto(here);
  await page.getByRole("link", { name: "Add", exact: true }).click();
  await page.getByPlaceholder("Search for books...").fill("plato");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await page.getByRole("button", { name: "Add to Group" }).first().click();
  await toast("Book added to group successfully");

  // It disappears by itself, and cannot be pressed.
  assert.equal(await page.getByRole("button", { name: "Dismiss" }).isVisible(), false);
  const lasts = (toast: Element) => getComputedStyle(toast).animationDuration;
  assert.equal(await page.locator("#toasts > li").evaluate(lasts), "5s");

  await page.getByRole("link", { name: "Middlemarch" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.keyboard.press("Tab");
  const isWithin = (dialog: Element) => dialog.contains(document.activeElement);
  assert.ok(await dialog.evaluate(isWithin), "what is below the book is out of reach");
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

Deno.test("without a script Grace goes back in the history, marks it as read, and sends, answers, changes and deletes messages", async () => {
  await using room = await openLasting();
  await store(room.file, 120);
  await room.call("ada", "POST", "/groups/engine/messages", { content: "Unread" });
  await using grace = await windowOf(room, "grace", plain);
  const { page } = grace;
  const seen = async () => [(await grace.texts())[0], (await grace.texts()).at(-1)];
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  for (const nonsense of ["", "&before=1e999"]) {
    await grace.visit(`${here}?tab=chat${nonsense}`);
    assert.deepEqual(await seen(), ["message 72", "Unread"], nonsense);
    assert.equal(await link("Latest messages").count(), 0);
  }
  await link("Earlier messages").click();
  await page.getByText("message 71", { exact: true }).waitFor();
  assert.deepEqual(await seen(), ["message 22", "message 71"]);
  await link("Earlier messages").click();
  await page.getByText("message 1", { exact: true }).waitFor();
  assert.equal(await link("Earlier messages").count(), 0);
  await link("Latest messages").click();
  await page.getByText("New since you were here").waitFor();
  const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())!.width;
  assert.equal(await widthOf(".messages-box"), await widthOf(".chat"), "the button does not stand beside it");
  await press(page, "Mark as read");
  await grace.toast("Marked as read");
  assert.equal(await page.getByText("New since you were here").count(), 0);

  const board = await pictureOf("teal", { width: 800, height: 400 }).png().toBuffer();
  const chooser = page.getByLabel(filesTexts.attach, { exact: true });
  await grace.input.fill("By form");
  await chooser.setInputFiles({ name: "board.png", mimeType: "image/png", buffer: board });
  await press(page, "Send");
  await page.locator(".message-picture").waitFor();
  await grace.input.fill("A page");
  await chooser.setInputFiles({ name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") });
  await press(page, "Send");
  await grace.toast(filesServerTexts.unsupported);
  assert.equal(await grace.input.inputValue(), "A page");

  await grace.visit(here);
  await page.locator("a.message-time").last().click();
  await page.waitForURL("**?message=122");
  assert.ok(
    await widthOf(".message-forms") > await widthOf(".message:has(.message-forms)") - 100,
    "as wide as the chat",
  );
  await page.getByLabel("Other emoji").fill("🦉");
  await press(page, "Add reaction");
  await page.locator(".reaction").filter({ hasText: "🦉 1" }).waitFor();
  await press(page, "Take back 🦉");
  await page.locator(".reaction").waitFor({ state: "detached" });
  await page.getByLabel("Editing your message").fill("By another form");
  await press(page, "Save");
  await page.locator(".message-edited").waitFor();
  await link("Reply").click();
  await grace.input.fill("An answer");
  await press(page, "Send");
  await page.locator(".message-quote").getByText("By another form").waitFor();
  await page.goto(`${here}?search=another`);
  await page.locator(".found-message a").first().click();
  await page.locator("summary").click();
  await press(page, "Delete");
  await page.locator(".message-deleted").waitFor();
});

Deno.test("without a script Ada sets two-step codes up, sees the recovery codes once, and is asked for one before she goes on", async () => {
  await using browser = await openBrowser();
  await using app = await startApp();
  await app.person("Ada");
  await using ada = await visitor(browser, app.url, plain);
  const { page } = ada;
  await ada.visit("/login?next=%2Faccount");
  await logIn(ada, "ada@example.org");
  await page.getByText("Adding a passkey needs JavaScript.").waitFor();
  await press(page, "Set up two-step codes");
  await page.locator(".qr-code").waitFor();
  const secret = (await page.locator(".key-secret").textContent())!.replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill("000000");
  await press(page, "Turn on");
  await page.getByText("This code is wrong").first().waitFor();
  await page.getByLabel("Code from the app").fill(TOTP.generate({ secret: Secret.fromBase32(secret) }));
  await press(page, "Turn on");
  const codes = await page.locator(".key-codes li").allTextContents();
  assert.equal(codes.length, 10);
  await page.getByRole("link", { name: "I have saved them" }).click();
  await page.getByText("10 recovery codes are left.").waitFor();
  await ada.context.clearCookies();
  await ada.visit("/login?next=%2Fprofile");
  await logIn(ada, "ada@example.org");
  await page.getByLabel("Code").fill("000000");
  await press(page, "Continue");
  await page.getByRole("alert").getByText("This code is wrong").waitFor();
  await page.getByLabel("Code").fill(codes[0].toLowerCase());
  await press(page, "Continue");
  await page.waitForURL("**/profile");
});
