/** What readers notice of an upgrade: two builds of the service, behind one address and on one database in turn. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { readAssets } from "../../islands/runtime/build.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { buildOtherVersion, changed } from "../support/other_version.ts";
import { folder } from "../support/operate.ts";
import { startProcess, type TestProcess } from "../support/process.ts";

const [browser, other] = await Promise.all([openBrowser(), buildOtherVersion()]);
Deno.test.afterAll(async () => {
  await browser.close();
  await other[Symbol.asyncDispose]();
});

async function upgrade(service: TestProcess, version?: string): Promise<void> {
  await service.end("SIGTERM");
  await service.start(version);
}

Deno.test("A page whose scripts are still to come when the service is upgraded is hydrated; a page of the new version finds its files when that is undone", async () => {
  await using home = await folder();
  await using service = await startProcess(`${home.path}/test.db`);
  await using opened = await visitor(browser, service.url);
  const { page } = opened;
  const { promise: upgraded, resolve: proceed } = Promise.withResolvers<void>();
  await page.route("**/assets/**", async (route) => {
    await upgraded;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  const script = await page.locator("script[type=module]").first().getAttribute("src");
  await upgrade(service, other.folder);
  proceed();
  await opened.alive();
  await page.getByLabel("Email").waitFor();
  const html = await (await fetch(`${service.url}/login`)).text();
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  assert.ok(files.length > 3);
  assert.ok(!files.includes(script!), "the new version has a script of its own");
  await upgrade(service);
  for (const path of files) {
    const response = await fetch(service.url + path);
    await response.body?.cancel();
    assert.deepEqual([path, response.status], [path, 200]);
  }
});

Deno.test("The service worker of a new version takes over open pages, which still load what is left of their version", async () => {
  await using home = await folder();
  await using service = await startProcess(`${home.path}/test.db`);
  const chat = await chunkOf("chat");
  await using opened = await visitor(browser, service.url, { serviceWorkers: "allow" });
  const { page, context } = opened;
  await opened.visit("/login");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const [former] = await versions(page);
  await page.reload();
  await opened.alive();
  await page.evaluate(() => {
    navigator.serviceWorker.addEventListener("controllerchange", () => document.body.dataset.changed = "");
    document.body.dataset.same = "page";
  });
  await upgrade(service, other.folder);

  const later = await context.newPage();
  const failed: string[] = [];
  later.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
  later.on("requestfailed", (request) => {
    // What is still loading, such as the icon, is cancelled when the page is left.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") failed.push(request.url());
  });
  await later.goto("/login");
  await later.waitForFunction(() => document.querySelector("[data-island][data-hydrated]"));
  await page.locator("body[data-changed]").waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const [kept, current, ...more] = await versions(page);
  assert.deepEqual([kept, more], [former, []]);
  assert.notEqual(current, former);
  assert.ok(await page.evaluate(async (path) => Object.keys(await import(path)).includes("Chat"), chat));
  assert.equal(await page.evaluate(() => document.body.dataset.same), "page");

  for (const path of ["/register", "/about", "/login"]) {
    await later.goto(path);
    await later.waitForFunction(() => document.querySelectorAll("[data-island]:not([data-hydrated])").length === 0);
  }
  assert.deepEqual(failed, []);
  await service.end("SIGTERM");
  await later.goto("/dashboard");
  await later.getByRole("link", { name: changed }).waitFor();
});

/** The versions whose caches the browser has, the oldest first. */
const versions = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

/** The address of a chunk of this version. */
async function chunkOf(name: string): Promise<string> {
  const { islands } = await readAssets();
  return islands.Chat.find((path) => path.includes(`/${name}-`))!;
}
