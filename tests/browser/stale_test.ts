import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { alert, press, storedToken } from "../support/screen.ts";
import { sessionOf } from "../support/scene.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

for (const serviceWorkers of ["allow", "block"] as const) {
  Deno.test(`logging out without a line takes effect as soon as there is one, service workers: ${serviceWorkers}`, async () => {
    await using app = await startApp();
    const ada = await app.person("Ada");
    await using opened = await member(browser, app.url, ada, { serviceWorkers });
    const { page, context } = opened;
    await opened.visit("/dashboard");
    if (serviceWorkers === "allow") await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
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
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Bio").fill("What Ada says of herself");
  await context.addCookies([sessionOf(app, grace)]);
  await page.evaluate((token) => localStorage.setItem("token", token), grace.token);
  await press(page, "Save Changes");
  await alert(page, "You're logged in with a different account now. Reload to continue.");
  assert.equal(await page.getByLabel("Bio").inputValue(), "What Ada says of herself");
  for (const who of [ada, grace]) assert.equal((await app.call("GET", "/users/profile", who)).body.bio ?? "", "");
});

for (const serviceWorkers of ["allow", "block"] as const) {
  Deno.test(`going back to a page that was built anew shows what was saved since, service workers: ${serviceWorkers}`, async () => {
    await using app = await startApp();
    const ada = await app.person("Ada");
    await using opened = await member(browser, app.url, ada, { serviceWorkers });
    const { page } = opened;
    await opened.visit("/profile");
    if (serviceWorkers === "allow") {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await opened.visit("/profile");
    }
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByLabel("Bio").fill("New");
    await press(page, "Save Changes");
    await opened.toast("Profile updated successfully");
    await opened.visit("/events");
    await page.goBack();
    await page.locator(".profile-card").getByText("New", { exact: true }).waitFor();
    await opened.alive();
    await page.getByRole("button", { name: "Edit Profile" }).click();
    assert.equal(await page.getByLabel("Bio").inputValue(), "New");
  });
}
