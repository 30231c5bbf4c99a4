import assert from "node:assert/strict";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { plain } from "../../media/pictures.ts";
import { textOf } from "../../support/uploads.ts";
import { enter, here, openLasting } from "./room.ts";
import { attachmentTexts } from "../../../server/contract/chat/attachment_texts.ts";
import { filesServerTexts, filesTexts } from "../../../server/contract/chat/texts.ts";

const notes = { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Chapter five\n") };
const board = async () => ({
  name: "board.png",
  mimeType: "image/png",
  buffer: await plain("teal", { width: 800, height: 400 }).png().toBuffer(),
});

const chooser = (page: Page) => page.getByLabel(filesTexts.attach, { exact: true });
const attached = (page: Page) => page.locator(".attachment");
const uploadedAll = (page: Page) => page.waitForFunction(() => !document.querySelector(".attachment progress"));

Deno.test("A picture and a text that Grace chooses are sent with her message, and Ada sees both at once", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await chooser(grace.page).setInputFiles([await board(), notes]);
  await attached(grace.page).nth(1).waitFor();
  await uploadedAll(grace.page);
  await grace.send("The board of today");
  for (const { page } of [ada, grace]) {
    const picture = page.locator(".message:not(.message--pending) .message-picture img");
    await picture.waitFor();
    await page.waitForFunction(() => (document.querySelector(".message-picture img") as HTMLImageElement).complete);
    assert.deepEqual(
      await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.width, image.height, image.alt]),
      [320, 320, 160, "board.webp"],
    );
    assert.match(await page.locator(".message-file").innerText(), /notes\.md\s+15 bytes/);
  }
  assert.equal(await attached(grace.page).count(), 0);
  const downloading = ada.page.waitForEvent("download");
  await ada.page.locator(".message-file").click();
  assert.equal((await downloading).suggestedFilename(), "notes.md");

  // After a reload all is there as before, and a picture opens large and closes with Escape.
  const read = () =>
    grace.page.locator(".message-files a, .message-files img").evaluateAll((all) =>
      all.map(({ attributes }) => [...attributes].map(({ name, value }) => `${name}=${value}`).sort())
    );
  const shown = await read();
  await grace.visit(here);
  await grace.joined();
  assert.deepEqual(await read(), shown);
  const picture = grace.page.locator(".message-picture");
  await picture.click();
  const dialog = grace.page.getByRole("dialog", { name: "board.webp" });
  await dialog.waitFor();
  await grace.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await picture.evaluate((link) => link === document.activeElement), true);
  // The text beside a file is edited away, and the file stays.
  await grace.input.press("ArrowUp");
  await grace.page.getByText("Editing your message").waitFor();
  await grace.send("");
  await grace.page.getByText("The board of today").waitFor({ state: "detached" });
  await grace.page.locator(".message-edited").waitFor();
  assert.equal(await grace.page.locator(".message-file").count(), 1);
});

Deno.test("A message that was refused has its text and its file after a reload too, and is sent as the same one", async () => {
  await using room = await openLasting({ RATE_LIMITS: "chat=1/60" });
  await using grace = await enter(room, "grace");
  const { page, input } = grace;
  await grace.send("First");
  await page.locator(".message:not(.message--pending)").waitFor();
  await chooser(page).setInputFiles(notes);
  await attached(page).waitFor();
  await uploadedAll(page);
  for (const text of ["With notes", ""]) {
    await grace.send(text);
    await page.locator("#toasts [data-kind=error]").first().waitFor();
    await attached(page).waitFor();
    await page.reload();
    await grace.joined();
    await attached(page).waitFor();
    assert.equal(await input.inputValue(), text);
  }
  await attached(page).getByRole("button").click();
  await page.reload();
  await grace.joined();
  assert.equal(await attached(page).count(), 0);
});

Deno.test("Files are also pasted and dropped; an upload can be stopped, one that cannot be sent says why, and what was typed stays", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  const give = (kind: "paste" | "drop") =>
    ada.page.evaluate((kind) => {
      const data = new DataTransfer();
      data.items.add(new File(["Hello"], `${kind}.txt`, { type: "text/plain" }));
      const input = document.querySelector(".composer textarea")!;
      const more = { bubbles: true, cancelable: true };
      input.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent(kind, { ...more, clipboardData: data })
          : new DragEvent(kind, { ...more, dataTransfer: data }),
      );
    }, kind);
  await ada.input.fill("Chapter five");
  for (const kind of ["paste", "drop"] as const) {
    await give(kind);
    await attached(ada.page).filter({ hasText: `${kind}.txt` }).waitFor();
    await uploadedAll(ada.page);
    await ada.page.getByLabel(attachmentTexts.remove(`${kind}.txt`)).click();
  }
  let goOn = () => {};
  const held = new Promise<void>((resolve) => goOn = resolve);
  await ada.page.route("**/files", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await chooser(ada.page).setInputFiles([notes, { ...notes, name: "more.md" }]);
  await ada.input.press("Enter");
  await ada.toast(filesTexts.stillUploading);
  await ada.page.getByLabel(attachmentTexts.stop("notes.md")).click();
  assert.equal(await attached(ada.page).count(), 1);
  goOn();
  await ada.page.getByLabel(attachmentTexts.remove("more.md")).click();
  await attached(ada.page).waitFor({ state: "detached" });
  const large = { ...notes, buffer: Buffer.from(textOf(chatLimits.file.bytes + 1)) };
  const page = { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>Hello</p>") };
  await chooser(ada.page).setInputFiles([large, page]);
  await attached(ada.page).filter({ hasText: attachmentTexts.tooLarge }).waitFor();
  await attached(ada.page).filter({ hasText: filesServerTexts.unsupported }).waitFor();
  for (let n = 2; n > 0; n--) await attached(ada.page).first().getByRole("button").click();
  assert.equal(await ada.input.inputValue(), "Chapter five");
  await ada.input.press("Enter");
  await ada.page.locator(".message:not(.message--pending)").waitFor();
  assert.equal(await ada.page.locator(".message-files").count(), 0);
});
