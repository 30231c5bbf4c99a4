import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import type { BrowserContext, Page } from "playwright";
import { sessions } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { reservePort } from "../support/ports.ts";
import { realProvider, settingsFor } from "../support/servers/provider.ts";
import { storedToken } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const open = (env: Record<string, string> = {}) => startApp({ env: { PORT: `${reservePort()}`, ...env } });

/** Gives the window a device that makes and keeps passkeys, and unlocks them by itself. */
async function withAuthenticator(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function logIn(page: Page, password = "Correct-horse-1") {
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

const forgetSession = async (page: Page, context: BrowserContext) => {
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
};

const codeOf = (secret: string, timestamp = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** Turns the codes on by the API. */
async function turnOn(app: TestApp): Promise<{ secret: string; recoveryCodes: string[] }> {
  const ada = await app.person("Ada");
  const { secret } = (await app.call("POST", "/auth/totp", ada, {})).body;
  const { body } = await app.call("POST", "/auth/totp/confirm", ada, { code: codeOf(secret) });
  return { secret, recoveryCodes: body.recoveryCodes };
}

Deno.test("Ada adds a passkey on the page of her account, and signs in by it: by autofill, and by the button", async () => {
  await using app = await open();
  await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page, context } = ada;
  const { cdp, authenticatorId } = await withAuthenticator(context, page);
  const simulate = (enabled: boolean) =>
    cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await ada.visit("/login?next=%2Faccount");
  await logIn(page);
  await page.waitForURL("**/account");
  const name = page.locator("[data-passkey]").getByLabel("Name");
  const addPasskey = async () => {
    if (!await name.isVisible()) await page.locator("summary", { hasText: "Add a passkey" }).click();
    await page.locator("[data-passkey]").getByRole("button", { name: "Continue" }).click();
  };
  assert.match(await name.inputValue(), /^Chrom/);
  await page.locator("summary", { hasText: "Add a passkey" }).click();
  await name.fill("Ada's laptop");
  await addPasskey();
  await ada.toast("Your passkey has been added");
  await page.getByText("Ada's laptop").first().waitFor();

  // A second one on the same device is refused by the device.
  await addPasskey();
  await ada.toast("This device already has a passkey for your account.");

  // By autofill: the browser answers as soon as somebody chooses.
  await forgetSession(page, context);
  await ada.visit("/login?next=%2Fprofile");
  await page.waitForURL("**/profile");
  assert.ok(await storedToken(page));

  // By the button, where nothing is chosen from the field.
  await forgetSession(page, context);
  await page.addInitScript(() =>
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) })
  );
  await ada.visit("/login?next=%2Fprofile");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL("**/profile");

  // Removed in a session that is older, where it proves itself who asks; the device still has it.
  const { db } = app.deps;
  await db.write([db.q.update(sessions).set({ createdAt: Date.now() - 3600_000 })]);
  await page.goto("/account");
  await page.locator("summary").filter({ hasText: "Remove" }).click();
  await page.locator(".lined-list").getByRole("button", { name: "Use a passkey" }).click();
  await ada.toast(/The passkey has been removed/);
  await forgetSession(page, context);
  await ada.visit("/login");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await ada.toast(/This passkey is not known here/);
  assert.equal(await storedToken(page), null);
  await simulate(false);
});

Deno.test("a passkey that is refused is said in a sentence, at login and in the account, and Ada logs in as before", async () => {
  await using app = await open();
  await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) });
    navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"));
    navigator.credentials.create = navigator.credentials.get as CredentialsContainer["create"];
  });
  await ada.visit("/login?next=%2Faccount");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await ada.toast("No passkey was used: try again, or log in another way");
  await logIn(page);
  await page.waitForURL("**/account");
  await page.locator("summary", { hasText: "Add a passkey" }).click();
  await page.locator("[data-passkey]").getByRole("button", { name: "Continue" }).click();
  await ada.toast("No passkey was added: the device refused, or it was cancelled");
  await page.locator("[data-passkey]").getByRole("button", { name: "Continue" }).waitFor();
});

Deno.test("after the password Ada is asked for a code, and goes on to where she wanted", async () => {
  await using app = await open();
  const { recoveryCodes } = await turnOn(app);
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit("/login?next=%2Fprofile");
  await logIn(page);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("This code is wrong").waitFor();
  assert.ok(!page.url().includes("ticket"));
  const back = page.getByRole("main").getByRole("link", { name: "Login" });
  assert.equal(await back.getAttribute("href"), "/login?next=%2Fprofile");
  await page.getByLabel("Code").fill(recoveryCodes[0].toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/profile");
});

Deno.test("Ada copies her recovery codes; where there is no clipboard, as on plain http, she reads so", async () => {
  await using app = await open();
  const ada = await app.person("Ada");
  await using adas = await member(browser, app.url, ada, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = adas;
  await adas.visit("/account");
  await page.getByRole("button", { name: "Set up two-step codes" }).click();
  const secret = (await page.locator(".key-secret").textContent())!.replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Copy" }).click();
  await adas.toast("The codes have been copied");
  assert.equal(await page.locator("#toasts [data-kind]").count(), 1);
  const shown = await page.locator(".key-codes li").allTextContents();
  assert.deepEqual((await page.evaluate(() => navigator.clipboard.readText())).split("\n"), shown);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy" }).click();
  await adas.toast("It could not be copied. Select the text instead.");
});

const accounts = { ada: { email: "ada@school.example", email_verified: true, name: "Ada Lovelace" } };

/** At the page of the provider: logs in there. */
async function signIn(page: Page): Promise<void> {
  await page.locator("[name=login]").fill("ada");
  await page.locator("[name=password]").fill("anything");
  await page.locator("[type=submit]").click();
}

/** Logs in there for the first time, when it asks whether it may answer. */
async function agree(page: Page): Promise<void> {
  await signIn(page);
  await page.locator("[type=submit]").click();
}

/** An app, and a real provider that knows it. */
async function openWithSchool() {
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
  await using opened = await openWithSchool();
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

Deno.test("Ada, invited by mail, registers by her school and is in the group", async () => {
  await using opened = await openWithSchool();
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

Deno.test("Ada, who goes back at the page of her school, reads why and may try again", async () => {
  await using opened = await openWithSchool();
  await using ada = await visitor(browser, opened.app.url);
  const { page } = ada;
  await page.goto(`${opened.app.url}/login`);
  await page.getByRole("link", { name: "Log in with Engine School" }).click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await page.getByRole("heading", { name: "Logging in with Engine School did not work" }).waitFor();
  assert.match(await page.getByRole("alert").innerText(), /was cancelled or refused/);
  await page.getByRole("main").getByRole("link", { name: "Login" }).click();
  await page.getByRole("button", { name: "GitHub" }).click();
  await ada.toast("coming soon");
});
