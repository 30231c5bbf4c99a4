import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Page } from "playwright";
import { startApp, type TestApp } from "../support/app.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { alert, focused, hold, intercept, pathOf, press, release, stopClock } from "../support/screen.ts";

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

Deno.test("an email address is checked half a second after typing, a late answer is ignored, and a password's strength is shown", async () => {
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

  const registered = "This email address is already registered.";
  for (const [typed, text] of [["grace@example.org", registered], ["ada@", "Please enter a valid email address."]]) {
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

  const password = page.getByLabel("Password", { exact: true });
  for (const [typed, strength] of [["Abc12", "Weak"], ["Abcde1", "Medium"], ["Loomcard1", "Strong"]]) {
    await password.fill(typed);
    const shown = await descriptionOf(page, "Password");
    assert.equal(shown, `Password strength: ${strength}\nAt least 6 characters.`);
  }
  await password.fill("");
  assert.match((await descriptionOf(page, "Password"))!, /^At least 6 characters\. /);
  await password.fill("Password1");
  await pass(1000);
  await page.getByText("It is one of the most common passwords.").waitFor();
  assert.match((await descriptionOf(page, "Password"))!, /^Password strength: Weak\n/);
});

const wrong: [Partial<typeof good>, string][] = [
  [{ "Full name": " " }, "Please fill in all fields."],
  [{ "Confirm password": "Secret" }, "Passwords do not match."],
  [{ "Password": "12345", "Confirm password": "12345" }, "Password must be at least 6 characters long."],
  [{ "Email": "not an address" }, "Please enter a valid email address."],
  [{ "Email": "grace@example.org" }, "This email address is already registered."],
];

Deno.test("each failure of registering has its text, what was typed stays, and once it succeeds the login page comes after 15 seconds", async () => {
  await using app = await startApp();
  await app.person("Grace");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.clock.install();
  await ada.visit("/register");
  const failsWith = async (text: string, hint?: string) => {
    await press(page, "Register");
    assert.equal(await alert(page, text), hint ? `${text} | ${hint}` : text);
  };
  for (const [changes, text] of wrong) {
    await fill(page, changes);
    await failsWith(text);
  }
  assert.equal(await page.getByLabel("Full name").inputValue(), "Ada Lovelace");

  await fill(page);
  // A failed check stops nobody: registering checks the address again.
  await intercept(page, "/users/check-email", 500, {});
  const failed = "Failed to register. Please try again or contact support.";
  const shown: Record<string, string> = {
    "Email already exists": "An account with this email already exists. Please log in or use a different email.",
    "The moon is full": "The moon is full",
    "": failed,
  };
  for (const [message, text] of Object.entries(shown)) {
    await intercept(page, "/auth/register", 400, { message });
    await failsWith(text);
  }
  await intercept(page, "/auth/register");
  await failsWith(failed, "No connection to the server. Please check your network and try again.");
  await release(page, "/auth/register");

  const pass = await stopClock(page);
  const answer = await hold(page, "/auth/register");
  const sent = page.waitForRequest("**/api/auth/register");
  await press(page, "Register");
  await page.getByRole("button", { name: "Creating Account..." }).waitFor();
  const { "Full name": fullname, "Email": email, "Password": password } = good;
  assert.deepEqual((await sent).postDataJSON(), { fullname, email, password });
  answer();
  await page.getByText("Registration successful! Please check your email to verify your account.").waitFor();
  assert.match(await focused(page), /^Registration successful![^]*Sent to ada@example\.org\./);
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Have a code?" }).count(), 0);
  await pass(14_999);
  assert.equal(pathOf(page), "/register");
  await pass(1);
  await page.waitForURL("**/login");
});

const invalid = "This verification link is invalid or has already been used. " +
  "If you need a new one, please request another verification email.";

async function awaiting(app: TestApp, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`;
  await app.call("POST", "/auth/register", null, { fullname: name, email, password: "Correct-horse-1" });
  return (await app.links(email))[0];
}

/** Every address of a page that verifies, as it is asked to. */
function verifying(page: Page): string[] {
  const posted: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posted.push(new URL(request.url()).pathname));
  return posted;
}

Deno.test("a verification page posts once, however often its button is pressed, not again on coming back, and a failure has its text", async () => {
  await using app = await startApp();
  const link = await awaiting(app, "Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const posted = verifying(page);
  // A page that is being left cannot be queried any more: it stores what it shows.
  await page.addInitScript(() => {
    addEventListener("submit", () =>
      queueMicrotask(() => {
        const button = document.querySelector<HTMLButtonElement>("[data-verify] button:not([hidden])")!;
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

  const late = await awaiting(app, "Grace");
  await app.deps.db.q.run(sql`update links set expires_at = 1 where used_at is null`);
  for (const [path, text] of [[late, invalid], ["/verify-email", "No verification token provided."]]) {
    await ada.visit(path);
    await alert(page, text);
    await page.getByRole("button", { name: "Resend Verification Email" }).waitFor();
  }
  await app.deps.db.q.run(sql`alter table links rename to elsewhere`);
  await ada.visit("/verify-email?token=nonsense");
  await alert(page, "Failed to verify email. Please try again.");
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
  for (
    const [status, body, text] of [
      [undefined, {}, "Failed to resend verification email. Please try again."],
      [429, { message: "Too many requests." }, "Too many requests."],
    ] as const
  ) {
    await intercept(page, "/auth/resend-verification", status, body);
    await press(page, "Send");
    await alert(page, text);
  }
  assert.equal(await page.getByRole("textbox", { name: "Email" }).inputValue(), "ada@example.org");
  await release(page, "/auth/resend-verification");
  await page.keyboard.press("Enter");
  await ada.toast("Verification email resent! Please check your inbox.");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "Resend Verification Email");
  assert.notEqual((await app.links("ada@example.org"))[0], first);
});

Deno.test("a guest who leaves the demo reads that they can sign up", async () => {
  await using app = await startApp({ env: { DEMO: "true" } });
  await using guest = await visitor(browser, app.url);
  const { page } = guest;
  await guest.visit("/demo");
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  await page.waitForURL("**/group/*");
  await page.locator("[data-island=Chat][data-hydrated]").waitFor();
  await press(page, "Leave");
  await page.waitForURL("**/register?demo");
  await page.getByText("That was the demo.").waitFor();
});
