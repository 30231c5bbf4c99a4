import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { alert, focused, hold, intercept, pathOf, press, stopClock } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const good = {
  "Full name": "Ada Lovelace",
  "Email": "ada@example.org",
  "Password": "secret",
  "Confirm password": "secret",
};

async function fill(page: Page, changes: Partial<typeof good> = {}) {
  for (const [label, value] of Object.entries({ ...good, ...changes })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

/** The hint or error that is shown below a field. */
const descriptionOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((input) =>
    input.getAttribute("aria-describedby")?.split(" ").map((id) => document.getElementById(id)!.innerText.trim()).join()
  );

Deno.test("registering sends the password once and leads to the login page after 15 seconds", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.clock.install();
  await ada.visit("/register");
  await fill(page);
  const pass = await stopClock(page);
  const answer = await hold(page, "/auth/register");
  const sent = page.waitForRequest("**/api/auth/register");
  await press(page, "Register");
  await page.getByRole("button", { name: "Creating Account..." }).waitFor();
  assert.deepEqual((await sent).postDataJSON(), {
    fullname: "Ada Lovelace",
    email: "ada@example.org",
    password: "secret",
  });
  answer();
  await page.getByText("Registration successful! Please check your email to verify your account.").waitFor();
  await page.getByText("check your spam folder").waitFor();
  assert.match(await focused(page), /^Registration successful!/);
  assert.equal(await page.getByRole("link", { name: "Resend" }).getAttribute("href"), "/verify-email?resend");
  await pass(14_999);
  assert.equal(pathOf(page), "/register");
  await pass(1);
  await page.waitForURL("**/login");
});

Deno.test("an email address is checked half a second after typing, and a late answer is ignored", async () => {
  await using app = await startApp();
  await app.person("Grace");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("check-email") && asked.push(request.postDataJSON().email));
  await page.clock.install();
  await ada.visit("/register");
  const pass = await stopClock(page);
  const email = page.getByLabel("Email");

  // The server is not asked about what cannot be an address.
  await email.pressSequentially("grace@example.");
  await pass(500);
  assert.deepEqual(asked, []);
  await email.pressSequentially("or");
  await pass(499);
  await email.pressSequentially("g");
  await pass(499);
  assert.deepEqual(asked, []);
  const late = await hold(page, "/users/check-email");
  await pass(1);
  await email.fill("ada@example.org");
  await pass(500);
  await page.getByText("This email address is available.").waitFor();
  assert.deepEqual(asked, ["grace@example.org", "ada@example.org"]);
  const answered = page.waitForResponse("**/check-email");
  late();
  await answered;
  assert.equal(await descriptionOf(page, "Email"), "This email address is available.");

  for (
    const [typed, text] of [["grace@example.org", "This email address is already registered."], [
      "ada@",
      "Please enter a valid email address.",
    ]]
  ) {
    await email.fill(typed);
    assert.equal(await descriptionOf(page, "Email"), undefined);
    await pass(500);
    await page.getByText(text).waitFor();
    assert.equal(await descriptionOf(page, "Email"), text);
    assert.equal(await email.getAttribute("aria-invalid"), "true");
  }
  await intercept(page, "/users/check-email", 500, {});
  await email.fill("ada@example.org");
  await pass(500);
  await page.getByText("Error checking email availability").waitFor();
});

Deno.test("the strength of a password is shown beside it", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  await ada.visit("/register");
  for (
    const [password, strength] of [["Abc12", "Weak"], ["Abcde1", "Medium"], ["abcdefgh1", "Medium"], [
      "Loomcard1",
      "Strong",
    ]]
  ) {
    await ada.page.getByLabel("Password", { exact: true }).fill(password);
    assert.equal(await descriptionOf(ada.page, "Password"), `Password strength: ${strength}`);
  }
  await ada.page.getByLabel("Password", { exact: true }).fill("");
  assert.match((await descriptionOf(ada.page, "Password"))!, /^At least 6 characters\. /);
  await ada.page.getByLabel("Password", { exact: true }).fill("Password1");
  await ada.page.getByText("Password strength: Weak. It is one of the most common passwords.").waitFor();
});

const wrong: [Partial<typeof good>, string][] = [
  [{ "Full name": " " }, "Please fill in all fields."],
  [{ "Confirm password": "" }, "Please fill in all fields."],
  [{ "Confirm password": "Secret" }, "Passwords do not match."],
  [{ "Password": "12345", "Confirm password": "12345" }, "Password must be at least 6 characters long."],
  [{ "Email": "not an address" }, "Please enter a valid email address."],
];

Deno.test("each failure of registering has its text, and what was typed stays", async () => {
  await using app = await startApp();
  await app.person("Grace");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit("/register");
  const failsWith = async (text: string, hint?: string) => {
    await press(page, "Register");
    assert.equal(await alert(page, text), hint ? `${text} | ${hint}` : text);
  };
  for (
    const [changes, text] of [...wrong, [
      { "Email": "grace@example.org" },
      "This email address is already registered.",
    ]] as typeof wrong
  ) {
    await fill(page, changes);
    await failsWith(text);
  }
  assert.equal(await page.getByLabel("Full name").inputValue(), "Ada Lovelace");

  await fill(page);
  // A failed check stops nobody: registering checks the address again.
  await intercept(page, "/users/check-email", 500, {});
  const shown: Record<string, string> = {
    "Username already exists": "This username is already taken. Please choose another.",
    "Email already exists": "An account with this email already exists. Please log in or use a different email.",
    "Weak password": "Your password is too weak. Please use at least 6 characters.",
    "The moon is full": "The moon is full",
    "": "Failed to register. Please try again or contact support.",
  };
  for (const [message, text] of Object.entries(shown)) {
    for (const body of [{ message }, { error: message }]) {
      await intercept(page, "/auth/register", 400, body);
      await failsWith(text);
    }
  }
  await intercept(page, "/auth/register");
  await failsWith(shown[""], "No connection to the server. Please check your network and try again.");
});
