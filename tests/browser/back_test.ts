/** Pages that were left, and are gone back to: from the browser's memory or anew. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser, openWholeBrowser, type Visitor } from "../support/browser.ts";
import { alert, press, storedToken } from "../support/screen.ts";
import { sessionOf } from "../support/scene.ts";

// Playwright turns it off, so that its routes see every page.
const remembering = await openWholeBrowser({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await remembering.close();
  await browser.close();
});

/** Playwright's own way back waits for a load, and a page from the back/forward cache has none. */
const back = (page: Page) => page.evaluate(() => history.back());

async function openChat({ page }: Visitor): Promise<void> {
  await page.getByRole("link", { name: "Group of ada" }).first().click();
  await page.waitForURL("**/group/*");
  await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
}

Deno.test("going back shows each page as it was left, and the chat catches up and continues", async () => {
  await using app = await startApp();
  const [person, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(person, grace);
  await using ada = await member(remembering, app.url, person);
  const { page } = ada;
  const message = page.getByLabel("Message", { exact: true });
  await ada.visit("/dashboard");
  await page.evaluate(() => document.body.dataset.left = "dashboard");
  await openChat(ada);
  await message.fill("Half a sent");
  await page.evaluate(() => document.body.dataset.left = "group");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL("**/dashboard");
  await app.call("POST", `/groups/${id}/messages`, grace, { content: "While you were away" });

  await back(page);
  await page.waitForFunction(() => document.body.dataset.left === "group");
  await page.locator(".message").getByText("While you were away").waitFor();
  await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  assert.equal(await message.inputValue(), "Half a sent");
  await message.press("Enter");
  await page.locator(".message--mine:not(.message--pending)").getByText("Half a sent").waitFor();
  assert.equal(await page.locator(".message").count(), 2);
  await back(page);
  await page.waitForFunction(() => document.body.dataset.left === "dashboard");
});

Deno.test("going back after logging out shows nothing of Ada's, not even for a moment", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await app.group(person);
  await using ada = await member(remembering, app.url, person);
  const { page } = ada;
  await ada.visit("/dashboard");
  // A page that is shown as it was left knows it.
  await page.evaluate(() => addEventListener("pageshow", () => localStorage.setItem("shown", location.pathname)));
  await openChat(ada);
  await ada.alive();
  await press(page, "Logout");
  await page.waitForURL("**/login");
  for (const path of ["/group/", "/dashboard"]) {
    await back(page);
    // The pages on the way there may be left before they have loaded.
    await page.waitForFunction(
      (path) => decodeURIComponent(location.search).startsWith(`?next=${path}`) && document.readyState === "complete",
      path,
    );
  }
  assert.equal(await page.evaluate(() => localStorage.getItem("shown")), null);
});

for (const serviceWorkers of ["allow", "block"] as const) {
  Deno.test(`going back shows what was saved since, and logging out without a line takes effect with the next one, service workers: ${serviceWorkers}`, async () => {
    await using app = await startApp();
    const ada = await app.person("Ada");
    await using opened = await member(browser, app.url, ada, { serviceWorkers });
    const { page, context } = opened;
    await opened.visit("/profile");
    if (serviceWorkers === "allow") {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await opened.visit("/profile");
    }
    await press(page, "Edit Profile");
    await page.getByLabel("Bio").fill("New");
    await press(page, "Save Changes");
    await opened.toast("Profile updated successfully");
    await opened.visit("/events");
    await page.goBack();
    await page.locator(".profile-card").getByText("New", { exact: true }).waitFor();
    await opened.alive();
    await press(page, "Edit Profile");
    assert.equal(await page.getByLabel("Bio").inputValue(), "New");

    await opened.visit("/dashboard");
    await opened.alive();
    await context.setOffline(true);
    const arrived = serviceWorkers === "allow"
      ? page.getByRole("heading", { name: "No connection" }).waitFor()
      : page.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
    await press(page, "Logout");
    await arrived;
    await context.setOffline(false);
    // The page that stands for one out of reach may be on its way already.
    const later = await context.newPage();
    await later.goto("/dashboard");
    assert.equal(new URL(later.url()).pathname, "/login");
    assert.equal(await storedToken(later), null);
    assert.equal((await app.call("GET", "/auth/me", ada)).status, 401);
    assert.deepEqual((await context.cookies()).filter(({ name }) => /session|logout/.test(name)), []);
  });
}

Deno.test("a page left open does nothing in the name of the account that signs in next", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using opened = await member(browser, app.url, ada);
  const { page, context } = opened;
  await opened.visit("/profile");
  await press(page, "Edit Profile");
  await page.getByLabel("Bio").fill("What Ada says of herself");
  await context.addCookies([sessionOf(app, grace)]);
  await page.evaluate((token) => localStorage.setItem("token", token), grace.token);
  await press(page, "Save Changes");
  await alert(page, "You're logged in with a different account now. Reload to continue.");
  assert.equal(await page.getByLabel("Bio").inputValue(), "What Ada says of herself");
  for (const who of [ada, grace]) assert.equal((await app.call("GET", "/users/profile", who)).body.bio ?? "", "");
});
