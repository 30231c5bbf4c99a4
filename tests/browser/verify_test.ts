import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { startApp, type TestApp } from "../support/app.ts";
import type { Page } from "playwright";
import { openBrowser, visitor } from "../support/browser.ts";
import { alert, focused, intercept, press, release } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const failed = "Failed to verify email. Please try again.";
const invalid = "This verification link is invalid or has already been used. " +
  "If you need a new one, please request another verification email.";

async function awaiting(app: TestApp, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`;
  await app.call("POST", "/auth/register", null, { fullname: name, email, password: "Correct-horse-1" });
  return (await app.links(email))[0];
}

Deno.test("a verification link works once, and each failure has its text and offers a new link", async () => {
  await using app = await startApp();
  const link = await awaiting(app, "Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit(link);
  await page.getByText("Email verified successfully! You can log in now.").waitFor();
  assert.equal(await page.title(), "Email verified · Chapterhouse");
  await page.getByRole("link", { name: "Go to Login" }).click();
  await page.waitForURL("**/login");

  const late = await awaiting(app, "Grace");
  await app.deps.db.q.run(sql`update links set expires_at = 1 where used_at is null`);
  const failing = {
    [link]: "Your email is already verified. You can log in.",
    [late]: invalid,
    "/verify-email?token=nonsense": invalid,
    "/verify-email": "No verification token provided.",
  };
  for (const [path, text] of Object.entries(failing)) {
    await ada.visit(path);
    await alert(page, text);
    await page.getByRole("button", { name: "Resend Verification Email" }).waitFor();
  }
  await app.deps.db.q.run(sql`alter table links rename to elsewhere`);
  await ada.visit("/verify-email?token=nonsense");
  await alert(page, failed);
  await page.getByRole("button", { name: "Resend Verification Email" }).waitFor();
});

Deno.test("a new verification link is requested in a dialog, which shows failures and returns the focus", async () => {
  await using app = await startApp();
  const first = await awaiting(app, "Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const dialog = page.getByRole("dialog", { name: "Resend Verification Email" });
  await ada.visit("/verify-email?token=lost");
  for (const close of [() => page.keyboard.press("Escape"), () => press(page, "Cancel")]) {
    await press(page, "Resend Verification Email");
    assert.equal(await focused(page), "Email");
    await close();
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Resend Verification Email");
  }
  await press(page, "Resend Verification Email");
  await page.getByRole("textbox", { name: "Email" }).fill("ada@example.org");
  const failsWith = async (text: string, hint?: string) => {
    await press(page, "Send");
    assert.equal(await alert(page, text), hint ? `${text} | ${hint}` : text);
  };
  await intercept(page, "/auth/resend-verification");
  const failed = "Failed to resend verification email. Please try again.";
  await failsWith(failed, "No connection to the server. Please check your network and try again.");
  await intercept(page, "/auth/resend-verification", 500, {});
  await failsWith(failed);
  await intercept(page, "/auth/resend-verification", 429, { message: "Too many requests." });
  await failsWith("Too many requests.");
  assert.equal(await page.getByRole("textbox", { name: "Email" }).inputValue(), "ada@example.org");

  await release(page, "/auth/resend-verification");
  await page.keyboard.press("Enter");
  await ada.toast("Verification email resent! Please check your inbox.");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "Resend Verification Email");
  const [second] = await app.links("ada@example.org");
  assert.notEqual(second, first);
  await page.goto(second);
  await page.getByText("Email verified successfully!").waitFor();
});

/** Every address of a page that verifies, as it is asked to. */
function verifying(page: Page): string[] {
  const posted: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posted.push(new URL(request.url()).pathname));
  return posted;
}

Deno.test("the verification page posts once, however often its button is pressed, and not again on coming back", async () => {
  await using app = await startApp();
  const link = await awaiting(app, "Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const posted = verifying(page);
  // A page that is being left cannot be queried any more: it stores what it shows.
  await page.addInitScript(() => {
    addEventListener("submit", () =>
      queueMicrotask(() => {
        const button = document.querySelector<HTMLButtonElement>("[data-verify] button")!;
        const status = document.querySelector("[data-verify] [role=status]")!.textContent;
        sessionStorage.setItem("shown", `${status} ${button.ariaDisabled} ${button.ariaBusy}`);
        button.click();
      }), { once: true });
  });
  await ada.visit("/about");
  await page.goto(link, { waitUntil: "commit" });
  await page.getByText("Email verified successfully!").waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.getItem("shown")), "Verifying your email... true true");
  assert.deepEqual(posted, ["/verify-email"]);
  await page.goBack();
  await page.goto(link, { waitUntil: "commit" });
  await alert(page, "Your email is already verified. You can log in.");
  assert.deepEqual(posted, ["/verify-email", "/verify-email"]);
});

Deno.test("a hidden or prerendered verification page posts only when it becomes visible", async () => {
  await using app = await startApp();
  for (const [name, event] of [["Ada", "visibilitychange"], ["Grace", "prerenderingchange"]]) {
    const link = await awaiting(app, name);
    await using someone = await visitor(browser, app.url);
    const { page } = someone;
    const posted = verifying(page);
    await page.addInitScript((event) => {
      const unseen = event === "visibilitychange" ? { visibilityState: "hidden" } : { prerendering: true };
      for (const [key, value] of Object.entries(unseen)) {
        Object.defineProperty(document, key, { configurable: true, get: () => value });
      }
      Object.assign(globalThis, {
        look() {
          for (const key of Object.keys(unseen)) Reflect.deleteProperty(document, key);
          document.dispatchEvent(new Event(event));
        },
      });
    }, event);
    await someone.visit(link);
    // What the page does by itself it has begun before its service worker and its style sheet are fetched for later.
    await page.waitForLoadState("networkidle");
    assert.deepEqual(posted, []);
    await page.getByRole("button", { name: "Verify email" }).waitFor();
    await page.evaluate(() => (globalThis as unknown as { look(): void }).look());
    await page.getByText("Email verified successfully!").waitFor();
    assert.deepEqual(posted, ["/verify-email"]);
  }
});

Deno.test("a forgotten password is changed by a mailed link, which ends every session", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit("/login");
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await page.getByLabel("Email").fill("ada@example.org");
  await press(page, "Send link");
  await page.getByText("If an account belongs to this address").waitFor();

  const [link] = await app.links("ada@example.org");
  await page.goto(link);
  const choose = async (password: string, confirmed = password) => {
    await page.getByLabel("New password").fill(password);
    await page.getByLabel("Confirm password").fill(confirmed);
    await press(page, "Change password");
  };
  await choose("Better-horse-2", "Bitter-horse-2");
  await alert(page, "Passwords do not match.");
  await choose("short");
  await alert(page, "Password must be at least 6 characters long.");
  await choose("Better-horse-2");
  await ada.toast("Your password has been changed, please log in");
  assert.equal((await app.call("GET", "/auth/me", person)).status, 401);
  await ada.alive();
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("Better-horse-2");
  await press(page, "Login");
  await page.waitForURL("**/dashboard");

  const useless = "This password link is invalid, expired or has already been used. Please ask for a new one.";
  await page.goto("/reset-password");
  await alert(page, useless);
  await page.goto(link);
  await choose("Third-horse-3");
  await alert(page, useless);
});
