import assert from "node:assert/strict";
import type { Page } from "playwright";
import { openBrowser, type Visitor, visitor } from "../support/browser.ts";
import { until } from "../support/operate.ts";
import { readTogether } from "../support/readers.ts";
import { sessionOf } from "../support/scene.ts";
import { hasten, press } from "../support/screen.ts";
import { storeText } from "../support/texts.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const chapters = ["One", "Two", "Three", "Four"].map((title) => ({
  title,
  paragraphs: [`${title} begins.`, `${title} ends.`],
}));

const keptCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("chapterhouse.pages:")));

/** Ada's window on the text of a book, at whose beginning she has marked something. */
async function openText() {
  const app = await readTogether();
  const { ada, group, bookId, call, deps: { db } } = app;
  await storeText(db, bookId, chapters);
  await call("POST", `/books/${bookId}/highlights`, ada, { from: 0, to: 90_000_000, note: "Where it begins" });
  const here = `/group/${group.id}/books/${bookId}/read`;
  const opened = await visitor(browser, app.url, { serviceWorkers: "allow" });
  const { page, context, visit } = opened;
  await context.addCookies([sessionOf(app, ada)]);
  await hasten(context);
  await visit(here);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  return { app, opened, here };
}

Deno.test("a book that Ada keeps is read on the train: turned, opened at a chapter and where she was, until she removes it", async () => {
  const { app, opened, here } = await openText();
  await using _app = app;
  await using _opened = opened;
  const { page, context, visit } = opened;
  await press(page, "Keep on this device");
  await page.getByText("Kept on this device", { exact: true }).waitFor();

  await context.setOffline(true);
  // By key: the browser is not offline here for what a pointer makes it fetch in advance.
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).press("Enter");
  await page.goto(`${here}/contents`);
  await follow("Two");
  await page.getByText("Two begins.").waitFor();
  await page.getByText(/You are offline. This is how it was at /).waitFor();
  await follow("Next");
  await page.getByText("Three ends.").waitFor();
  await page.goto("/profile");
  await page.locator(`h2:text("Books kept on this device") + .stored-list a[href="${here}"]`).press("Enter");
  await page.getByText("Three ends.").waitFor();
  await page.goto(`${here}?at=1000000000`);
  await page.getByText("Four ends.").waitFor();
  await page.goto(`${here}?at=0`);
  await page.locator("[data-text-margin]").getByText("Where it begins").first().waitFor();

  await context.setOffline(false);
  await visit(here);
  await press(page, "Remove from this device");
  await page.getByRole("button", { name: "Keep on this device" }).waitFor();
  assert.deepEqual(await keptCaches(page), []);
});

/** Her window, in which the text is kept. */
async function withKept(): Promise<{ app: Awaited<ReturnType<typeof readTogether>>; opened: Visitor }> {
  const { app, opened } = await openText();
  const { page } = opened;
  await press(page, "Keep on this device");
  await page.getByText("Kept on this device", { exact: true }).waitFor();
  assert.equal((await keptCaches(page)).length, 1);
  return { app, opened };
}

Deno.test("what is kept is gone with its reader's other pages when they log out, and when somebody else has logged in", async () => {
  const { app, opened } = await withKept();
  await using _app = app;
  await using _opened = opened;
  const { page, visit } = opened;
  // Beside the text there is no navigation.
  await visit("/dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await until(async () => (await keptCaches(page)).length === 0);
  const other = await withKept();
  await using _otherApp = other.app;
  await using _otherOpened = other.opened;
  await other.opened.context.clearCookies();
  await other.opened.context.addCookies([sessionOf(other.app, other.app.grace)]);
  await other.opened.visit("/dashboard");
  await until(async () => (await keptCaches(other.opened.page)).length === 0);
});

Deno.test("what is kept of a book is gone, at the next connection, once its reader has left the group", async () => {
  const { app, opened } = await withKept();
  await using _app = app;
  await using _opened = opened;
  const { ada, grace, group } = app;
  const { page, visit } = opened;
  await visit("/dashboard");
  assert.equal((await keptCaches(page)).length, 1);
  await app.call("PUT", `/groups/${group.id}/members/${grace.id}/role`, ada, { role: "creator" });
  await app.call("DELETE", `/groups/${group.id}/members/${ada.id}`, ada);
  // As if the server had been asked long ago.
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((name) => name.startsWith("chapterhouse.pages:"))!;
    const cache = await caches.open(name);
    const kept = await (await cache.match("/.kept"))!.json();
    await cache.put("/.kept", Response.json({ ...kept, checkedAt: 0 }));
  });
  await visit("/notes");
  await until(async () => (await keptCaches(page)).length === 0);
});

Deno.test("what is removed in another window while it is being kept stays removed", async () => {
  const { app, opened, here } = await openText();
  await using _app = app;
  await using _opened = opened;
  const { page, context, visit } = opened;
  // Without room for the margin, which the page would fetch too.
  await page.setViewportSize({ width: 390, height: 700 });
  await visit(here);
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const { promise: removed, resolve: goOn } = Promise.withResolvers<void>();
  await context.route("**/read/margin?*", async (route) => {
    isAsked();
    await removed;
    await route.continue();
  });
  await press(page, "Keep on this device");
  await asked;
  const other = await context.newPage();
  await other.goto(`${app.url}${here}/contents`);
  await press(other, "Remove from this device");
  await other.getByRole("button", { name: "Keep on this device" }).waitFor();
  goOn();
  await page.getByRole("button", { name: "Keep on this device" }).waitFor();
  assert.deepEqual(await keptCaches(page), []);
});
