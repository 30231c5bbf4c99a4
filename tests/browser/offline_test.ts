import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Page } from "playwright";
import { noteTexts } from "../../server/contract/notes/shared_texts.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { openBrowser, type Visitor, visitor } from "../support/browser.ts";
import { until } from "../support/operate.ts";
import { readTogether } from "../support/readers.ts";
import { sessionOf } from "../support/scene.ts";
import { hasten, press } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

/** A window whose service worker is active. */
async function withServiceWorker(app: Pick<TestApp, "url">, path: string, as?: { token: string }): Promise<Visitor> {
  const opened = await visitor(browser, app.url, { serviceWorkers: "allow" });
  if (as) await opened.context.addCookies([sessionOf(app, as)]);
  await hasten(opened.context);
  await opened.visit(path);
  await opened.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  return opened;
}

Deno.test("without a connection every page says so, and loads once it is back", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { page, context } = await withServiceWorker(app, "/dashboard", ada);
  await context.setOffline(true);
  await page.goto("/profile");
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  // By key: the browser is not offline here for what a pointer makes it fetch in advance.
  const again = page.waitForEvent("load");
  await page.getByRole("link", { name: "Try again" }).press("Enter");
  await again;
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/profile");
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Ada" }).waitFor();
});

Deno.test("a page can be reloaded without a connection as soon as it has loaded", async () => {
  await using app = await startApp();
  await using opened = await visitor(browser, app.url, { serviceWorkers: "allow" });
  const { page, context } = opened;
  // Nothing that comes later comes.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto("/about");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "No connection" }).waitFor();
});

Deno.test("after logging out none of Ada's pages is left in the browser", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { page, context } = await withServiceWorker(app, "/dashboard", ada);
  await page.goto("/profile");
  await until(async () => (await cached(page)).includes("/notes"));
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await until(async () => (await cached(page)).every((path) => !["/notes", "/dashboard", "/.owner"].includes(path)));
  await page.goBack();
  await page.waitForURL("**/login?next=%2Fprofile");
  await context.setOffline(true);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  assert.doesNotMatch(await page.content(), /ada/i);
});

Deno.test("a group that Ada has visited can be read without a connection, as it was, its parts open, and the offline page lists it", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const here = `/group/${group.id}`;
  await app.call("POST", `/groups/${group.id}/messages`, grace, { content: "Read this on the train" });
  // It is the first page of this browser.
  const { page, context } = await withServiceWorker(app, here, ada);
  await until(async () => (await cached(page)).includes(here));
  await page.waitForFunction(() => document.querySelector("[data-island=Chat][data-hydrated]"));
  await context.setOffline(true);
  await page.goto(`${here}?message=1`);
  await page.getByText("Read this on the train").waitFor();
  await page.getByText(/You are offline. This is how it was at /).waitFor();
  await page.locator("#books").getByRole("link", { name: "Add" }).click();
  await page.getByRole("search", { name: "Books" }).waitFor();
  await page.goto("/profile");
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  await page.getByText("This page isn't stored in this browser").waitFor();
  await page.locator(`h2:text("Your groups") + .stored-list a[href="${here}"]`).waitFor();

  // Somebody else has logged in at this browser, and the page loads by itself.
  await context.clearCookies();
  await context.addCookies([sessionOf(app, grace)]);
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Grace" }).waitFor();
  await until(async () => !(await cached(page)).includes(here));
});

Deno.test("a plain form that does not reach the server leaves its page as it is, says so, and keeps what was typed when that is left", async () => {
  await using app = await readTogether();
  const { ada, group, bookId } = app;
  await app.turnTo(ada, 10);
  const here = `/group/${group.id}/books/${bookId}`;
  const { page, toast } = await withServiceWorker(app, `${here}?tab=questions`, ada);
  await until(async () => (await cached(page)).includes(here));
  await page.getByText(noteTexts.askTitle).click();
  const question = page.getByLabel("Question", { exact: true });
  await question.fill("Who is the narrator?");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("chapterhouse.draft:")));
  await app.stop();
  await press(page, "Ask");
  await toast("This needs a connection. Nothing was sent.");
  assert.equal(await question.inputValue(), "Who is the narrator?");
  await page.goto(`${here}?tab=questions`);
  await page.getByText("You are offline. This is how it was at").waitFor();
  await question.waitFor();
  assert.equal(await question.inputValue(), "Who is the narrator?");
});

Deno.test("a browser can install the app, whose service worker has the whole site", async () => {
  await using app = await startApp();
  const { page, context } = await withServiceWorker(app, "/");
  const cdp = await context.newCDPSession(page);
  const { errors, data } = await cdp.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { icons, start_url } = JSON.parse(data!);
  assert.equal(start_url, "/");
  for (const { src, sizes, type } of icons) {
    const response = await fetch(app.url + src);
    assert.match(response.headers.get("Content-Type")!, new RegExp(`^${type.replace("+", "\\+")}`));
    if (type === "image/png") assert.equal(sizes, await pngSize(response));
    else await response.body!.cancel();
  }
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope), `${app.url}/`);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  // A window of a test is private, which nothing can be installed from.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
});

/** What the browser's caches hold, without the hashed files. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith("/assets/"));
  });

async function pngSize(response: Response): Promise<string> {
  const header = new DataView(await response.arrayBuffer());
  return `${header.getUint32(16)}x${header.getUint32(20)}`;
}

Deno.test("what is stored to be read stays where the server fails before it knows who asks", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const here = `/group/${(await app.group(ada)).id}`;
  const { page } = await withServiceWorker(app, "/dashboard", ada);
  for (const path of [here, "/dashboard"]) {
    await page.goto(path);
    await until(async () => (await cached(page)).includes(path));
  }
  const { db } = app.deps;
  await db.write([db.q.run(sql`alter table sessions rename to sessions_elsewhere`)]);
  assert.equal((await page.goto(here))!.status(), 500);
  await db.write([db.q.run(sql`alter table sessions_elsewhere rename to sessions`)]);
  await page.goto(`${here}?tab=settings`);
  // Under the same path.
  await until(async () => (await cached(page)).filter((path) => path === here).length === 2);
  assert.ok((await cached(page)).includes("/dashboard"));
});

Deno.test("a page that came with a toast is stored without it", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const { page, context } = await withServiceWorker(app, "/dashboard", ada);
  const value = encodeURIComponent(JSON.stringify({ kind: "success", text: "Joined the group" }));
  await context.addCookies([{ name: "chapterhouse_flash", value, url: app.url }]);
  const here = `/group/${group.id}`;
  // A toast may have gone by the time that a slow page has loaded.
  await Promise.all([page.getByText("Joined the group").waitFor(), page.goto(here)]);
  await until(async () => (await cached(page)).includes(here));
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/You are offline. This is how it was at /).waitFor();
  assert.equal(await page.getByText("Joined the group").count(), 0);
});
