import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { firstBook } from "../../server/library/epub/first_book.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { readTogether } from "../support/readers.ts";
import { sessionOf } from "../support/scene.ts";
import { press } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

Deno.test("a file that is no EPUB stays chosen beside the reason; one that is shows how much is sent, and is read", async () => {
  await using app = await readTogether();
  const { ada, group, bookId } = app;
  await using opened = await visitor(browser, app.url);
  const { page, context, visit } = opened;
  await context.addCookies([sessionOf(app, ada)]);
  await visit(`/group/${group.id}/books/${bookId}/text`);
  const choose = (name: string, bytes: Uint8Array) =>
    page.getByLabel("EPUB file").setInputFiles({ name, mimeType: "application/epub+zip", buffer: Buffer.from(bytes) });
  await choose("notes.epub", new TextEncoder().encode("No EPUB"));
  await page.getByLabel("I may share this with this group").check();
  await press(page, "Bring this text");
  await page.getByText("This file is not an EPUB").waitFor();
  assert.match(await page.getByLabel("EPUB file").inputValue(), /notes\.epub$/);
  assert.equal(await page.getByLabel("I may share this with this group").isChecked(), true);

  await choose("novella.epub", await firstBook());
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  await page.route("**/text", async (route) => {
    await page.getByText("Sending the file…").waitFor();
    resolve();
    await route.continue();
  }, { times: 1 });
  await press(page, "Bring this text");
  await shown;
  await page.getByText("The file says that it is “The Strange Case of Dr. Jekyll and Mr. Hyde”.").waitFor();
  await page.getByRole("link", { name: "Read", exact: true }).waitFor();
});
