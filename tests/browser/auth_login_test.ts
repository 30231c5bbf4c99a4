import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { alert, focused, hold, intercept, pathOf, press, release, stopClock, storedToken } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const password = "Correct-horse-1";

async function fill(page: Page, email: string, secret = password) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
}

Deno.test("logging in shows that it is under way, then success, and leads to the dashboard after a second", async () => {
  await using app = await startApp();
  await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.clock.install();
  await ada.visit("/login");
  const pass = await stopClock(page);
  const answer = await hold(page, "/auth/login");
  await fill(page, " ADA@example.org ");
  await press(page, "Login");
  const busy = page.getByRole("button", { name: "Signing in..." });
  await busy.waitFor();
  assert.equal(await busy.getAttribute("aria-disabled"), "true");
  answer();
  await page.getByText("Login successful!").waitFor();
  await page.getByText("Redirecting to dashboard...").waitFor();
  await pass(999);
  assert.equal(pathOf(page), "/login");
  await pass(1);
  await page.waitForURL("**/dashboard");
  assert.ok(await storedToken(page));
});

Deno.test("each failure of logging in has its text, and what was typed stays", async () => {
  await using app = await startApp();
  await app.person("Ada");
  await app.call("POST", "/auth/register", null, { fullname: "Grace", email: "grace@example.org", password });
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit("/login");
  const failsWith = async (text: string, hint?: string) => {
    await press(page, "Login");
    assert.equal(await alert(page, text), hint ? `${text} | ${hint}` : text);
    assert.equal(await storedToken(page), null);
  };

  await press(page, "Login");
  assert.equal(await focused(page), "Email");
  await fill(page, "ada@example.org", "wrong");
  await failsWith("Invalid password. Please try again.");
  assert.equal(await page.getByLabel("Email").inputValue(), "ada@example.org");
  assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "wrong");
  await fill(page, "mallory@example.org");
  await failsWith("No account found with this email address.", "New here? Sign up for an account.");
  await fill(page, "grace@example.org");
  await failsWith("Please verify your email address before logging in.", "Check your email for the verification link.");

  const failing = async (...answer: [status?: number, body?: unknown]) => {
    await intercept(page, "/auth/login", ...answer);
  };
  await failing(500, { message: "Server error occurred. Please try again later." });
  await failsWith("Server error occurred. Please try again later.");
  await failing(401, { message: "Please VERIFY YOUR EMAIL first" });
  await failsWith("Please verify your email address before logging in.", "Check your email for the verification link.");
  for (const body of ["<html>Bad gateway</html>", {}, { message: { no: "text" } }]) {
    await failing(502, body);
    await failsWith("Failed to login");
  }
  for (const body of [{}, { token: "t" }, { user: { id: "ada" } }, null, "surprise"]) {
    await failing(200, body);
    await failsWith("Invalid login response");
  }
  await failing();
  await failsWith("Failed to login", "No connection to the server. Please check your network and try again.");
  await release(page, "/auth/login");
  await failsWith("Please verify your email address before logging in.", "Check your email for the verification link.");
});

Deno.test("a password can be shown and hidden, and a social sign-in button shows 'coming soon'", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit("/login");
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("secret");
  await press(page, "Show");
  assert.equal(await field.getAttribute("type"), "text");
  await press(page, "Hide");
  assert.equal(await field.getAttribute("type"), "password");
  for (const provider of ["Google", "GitHub"]) {
    await press(page, provider);
    await ada.toast("coming soon");
    await press(page, "Dismiss");
  }
  assert.equal(await field.inputValue(), "secret");
  assert.equal(await page.getByRole("link", { name: "Forgot Password?" }).getAttribute("href"), "/forgot-password");
  assert.equal(await page.getByRole("main").getByRole("link", { name: "Sign up" }).getAttribute("href"), "/register");
});
