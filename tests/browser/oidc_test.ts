import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { reservePort } from "../support/ports.ts";
import { realProvider, settingsFor } from "../support/provider.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const accounts = { ada: { email: "ada@school.example", email_verified: true, name: "Ada Lovelace" } };

/** At the page of the provider: logs in there. */
async function signIn(page: Page): Promise<void> {
  await page.locator("[name=login]").fill("ada");
  await page.locator("[name=password]").fill("anything");
  await page.locator("[type=submit]").click();
}

/** The same for the first time, when it asks whether it may answer. */
async function agree(page: Page): Promise<void> {
  await signIn(page);
  await page.locator("[type=submit]").click();
}

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

Deno.test("Ada signs in by the page of her school, and comes back to where she was going", async () => {
  await using opened = await open();
  await using ada = await visitor(browser, opened.app.url);
  const { page } = ada;
  await page.goto(`${opened.app.url}/login?next=%2Fprofile`);
  await page.getByRole("link", { name: "Log in with Engine School" }).click();
  await agree(page);
  await page.waitForURL("**/profile");
  await page.getByText("ada@school.example").first().waitFor();

  // Linked already: the page of the account says so, and links it again, for which the school asks who it is.
  await page.goto(`${opened.app.url}/account`);
  await page.getByRole("button", { name: "Unlink Engine School" }).waitFor();
  await page.getByRole("button", { name: "Link your Engine School account" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await signIn(page);
  await page.waitForURL("**/account#elsewhere");
  // The only way in stays.
  await page.getByRole("button", { name: "Unlink Engine School" }).click();
  await page.getByText("This is the only way to log in to your account").first().waitFor();
});

Deno.test("Who is invited by mail and registers by their school is in the group", async () => {
  await using opened = await open();
  const { app } = opened;
  const grace = await app.person("Grace");
  const { id } = await app.group(grace);
  await app.call("POST", `/groups/${id}/invites/mail`, grace, { emails: [accounts.ada.email] });
  const [link] = await app.links(accounts.ada.email);
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.goto(app.url + link);
  await page.getByRole("button", { name: "Join: I have an account" }).click();
  await page.getByRole("link", { name: "Log in with Engine School" }).click();
  await agree(page);
  await page.waitForURL(`**/group/${id}`);
});

Deno.test("Who goes back at the page of the school reads why, and may try again", async () => {
  await using opened = await open();
  await using ada = await visitor(browser, opened.app.url);
  const { page } = ada;
  await page.goto(`${opened.app.url}/login`);
  await page.getByRole("link", { name: "Log in with Engine School" }).click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await page.getByRole("heading", { name: "Logging in with Engine School did not work" }).waitFor();
  assert.match(await page.getByRole("alert").innerText(), /was told not to/);
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.getByRole("button", { name: "GitHub" }).click();
  await ada.toast("coming soon");
});
