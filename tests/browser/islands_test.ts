import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { press, stopClock } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

/** With the query of another try. */
const chunk = "**/assets/small-*.js*";
const failed = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "This part of the page could not be loaded." });

async function holdChunk(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(chunk, async (route) => (await promise, await route.continue()));
  return resolve;
}

Deno.test("a script that fails, or one that it imports, is reported at once, can be loaded again, and the form works without it", async () => {
  await using app = await startApp();
  const { password } = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  for (const failing of [chunk, `**${app.deps.assets.islands.LoginForm[1]}*`]) {
    await page.route(failing, (route) => route.abort());
    await page.goto("/login");
    await failed(page).waitFor();
    await press(page, "Try again");
    await failed(page).waitFor();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.unroute(failing);
    await press(page, "Try again");
    await ada.alive();
    assert.equal(await failed(page).count(), 0);
    assert.equal(await page.getByLabel("Email").inputValue(), "ada@example.org");
  }
  await page.route(chunk, (route) => route.abort());
  await page.reload();
  await failed(page).waitFor();
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Login");
  await ada.toast("Login successful!");
});

Deno.test("a script that hangs is given up after two minutes, and taken when it comes after all", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const come = await holdChunk(page);
  await page.clock.install();
  await page.goto("/register", { waitUntil: "commit" });
  await listening(page);
  await page.getByLabel("Full name").fill("Ada");
  const pass = await stopClock(page);
  await pass(60_000);
  assert.equal(await failed(page).count(), 0);
  await pass(60_000);
  await failed(page).waitFor();
  come();
  await ada.alive();
  assert.equal(await failed(page).count(), 0);
  assert.equal(await page.getByLabel("Full name").inputValue(), "Ada");
});

Deno.test("where drawing fails, what was drawn stays, and a notice offers to reload the page with what was typed", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Read note G", clientId: "1" });
  await using adas = await member(browser, app.url, ada);
  const { page } = adas;
  // A browser without it: days are written with it.
  await page.addInitScript(() => localStorage.getItem("whole") ?? Reflect.deleteProperty(Intl, "RelativeTimeFormat"));
  await page.goto(`/group/${group.id}`);
  await page.getByRole("alert").filter({ hasText: "This part of the page has stopped working." }).waitFor();
  await page.getByText("Read note G", { exact: true }).waitFor();
  await page.getByLabel("Message", { exact: true }).fill("Half a sentence");
  await page.evaluate(() => localStorage.setItem("whole", "yes"));
  await press(page, "Reload");
  await adas.alive();
  assert.equal(await page.getByLabel("Message", { exact: true }).inputValue(), "Half a sentence");
});

Deno.test("what is typed and pressed before the script has come is not lost", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const come = await holdChunk(page);
  await page.goto("/register", { waitUntil: "commit" });
  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("secret");
  come();
  await ada.alive();
  for (const [label, value] of [["Full name", "Ada"], ["Email", "ada@example.org"], ["Password", "secret"]]) {
    assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), value);
  }
  await page.getByText("Password strength: Medium").waitFor();
  await page.getByText("This email address is available.").waitFor();

  await using grace = await member(browser, app.url, await app.person("Grace"));
  await grace.page.route(chunk, () => {});
  await grace.page.goto("/dashboard", { waitUntil: "commit" });
  await press(grace.page, "Create New Group");
  await grace.page.waitForURL("**/dashboard?create=");
  await grace.page.getByLabel("Group name").fill("Engine");
  await press(grace.page, "Create");
  await grace.page.getByRole("link", { name: "Engine" }).waitFor();
});

/** Waits until the page's own script has run: only then does it notice what is used. */
async function listening(page: Page): Promise<void> {
  const script = await page.locator("script[type=module]").getAttribute("src");
  await page.evaluate((script) => import(script!), script);
}
