import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { reservePort } from "../support/ports.ts";
import { realProvider, settingsFor } from "../support/provider.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const accounts = { ada: { email: "ada@school.example", email_verified: true, name: "Ada Lovelace" } };

/** An app, and a real provider that knows it. */
async function open() {
  const port = reservePort();
  const env = settingsFor(`http://localhost:${port}`);
  const provider = await realProvider(`http://localhost:${env.PORT}/api/auth/oidc/callback`, port, accounts);
  const app = await startApp({ env });
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with script" : "without script";
  Deno.test(`Ada signs in by the page of her school, and comes back to where she was going, ${how}`, async () => {
    await using opened = await open();
    await using ada = await visitor(browser, opened.app.url, { javaScriptEnabled });
    const { page } = ada;
    await page.goto(`${opened.app.url}/login?next=%2Fprofile`);
    await page.getByRole("link", { name: "Sign in with Engine School" }).click();
    const signIn = async () => {
      await page.locator("[name=login]").fill("ada");
      await page.locator("[name=password]").fill("anything");
      await page.locator("[type=submit]").click();
    };
    await signIn();
    await page.locator("[type=submit]").click();
    await page.waitForURL("**/profile");
    await page.getByText("ada@school.example").first().waitFor();

    // Linked already: the page of the account says so, and links it again, for which the school asks who it is.
    await page.goto(`${opened.app.url}/account`);
    await page.getByRole("button", { name: "Unlink Engine School" }).waitFor();
    await page.getByRole("button", { name: "Link your account of Engine School" }).click();
    if (javaScriptEnabled) await page.getByRole("link", { name: "Continue" }).click();
    await signIn();
    await page.waitForURL("**/account#elsewhere");
    // The only way in stays.
    await page.getByRole("button", { name: "Unlink Engine School" }).click();
    await page.getByText("This is the only way to sign in to your account.").first().waitFor();
  });
}

Deno.test("Who goes back at the page of the school reads why, and may try again", async () => {
  await using opened = await open();
  await using ada = await visitor(browser, opened.app.url);
  const { page } = ada;
  await page.goto(`${opened.app.url}/login`);
  await page.getByRole("link", { name: "Sign in with Engine School" }).click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await page.getByRole("heading", { name: "Signing in with Engine School did not work" }).waitFor();
  assert.match(await page.getByRole("alert").innerText(), /was told not to/);
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.getByRole("button", { name: "GitHub" }).click();
  await ada.toast("coming soon");
});
