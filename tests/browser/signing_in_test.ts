import assert from "node:assert/strict";
import type { Page } from "playwright";
import { endSession, startApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { alert, focused, hold, intercept, pathOf, press, stopClock, storedToken } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const password = "Correct-horse-1";

async function fill(page: Page, email: string, secret = password) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
}

Deno.test("logging in waits for its answer however long that takes, shows its success, and leads on after a second, to no other site", async () => {
  await using app = await startApp();
  await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.clock.install();
  await ada.visit("/login?next=%2F%2Fevil.example");
  const pass = await stopClock(page);
  const answer = await hold(page, "/auth/login");
  await fill(page, " ADA@example.org ");
  const field = page.getByLabel("Password", { exact: true });
  await press(page, "Show");
  assert.equal(await field.getAttribute("type"), "text");
  await press(page, "Hide");
  assert.equal(await field.getAttribute("type"), "password");
  await press(page, "GitHub");
  await ada.toast("coming soon");
  await press(page, "Login");
  const busy = page.getByRole("button", { name: "Signing in..." });
  await busy.waitFor();
  assert.equal(await busy.getAttribute("aria-disabled"), "true");
  await pass(3600_000);
  await busy.waitFor();
  answer();
  await page.getByText("Login successful!").waitFor();
  await pass(999);
  assert.match(pathOf(page), /^\/login/);
  await pass(1);
  await page.waitForURL(`${app.url}/dashboard`);
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
  const unverified = [
    "Please verify your email address before logging in.",
    "Check your email for the verification link.",
  ];
  await fill(page, "grace@example.org");
  await failsWith(unverified[0], unverified[1]);
  const answers: [answer: [status?: number, body?: unknown], text: string, hint?: string][] = [
    [[401, { message: "Please VERIFY YOUR EMAIL first" }], unverified[0], unverified[1]],
    [[502, "<html>Bad gateway</html>"], "Failed to login"],
    [[502, { message: { no: "text" } }], "Failed to login"],
    [[200, { token: "t" }], "Invalid login response"],
    [[200, "surprise"], "Invalid login response"],
    [[], "Failed to login", "No connection to the server. Please check your network and try again."],
  ];
  for (const [answer, text, hint] of answers) {
    await intercept(page, "/auth/login", ...answer);
    await failsWith(text, hint);
  }
});

Deno.test("a browser with a token but no cookie is signed in, and greeted on the home page", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await member(browser, app.url, person);
  const { page, context } = ada;
  await context.clearCookies();
  const answer = await hold(page, "/auth/me");
  await page.goto("/profile?tab=friends");
  assert.equal(pathOf(page), "/login?next=%2Fprofile%3Ftab%3Dfriends");
  await page.getByText("Loading...").waitFor();
  answer();
  await page.waitForURL("**/profile?tab=friends");

  await context.clearCookies();
  await page.goto("/");
  const card = page.getByRole("region", { name: "Your session" });
  await card.getByText("Welcome, ada!").waitFor();
  await press(page, "LOGOUT");
  await page.waitForURL("**/pre");
  assert.equal(await storedToken(page), null);
  assert.equal((await app.call("GET", "/auth/me", person)).status, 401);
});

Deno.test("a token that is refused, or cannot be tried, is removed, and what is typed to log in meanwhile stays", async () => {
  await using app = await startApp();
  await using mallory = await member(browser, app.url, { token: "ended" });
  const { page, context } = mallory;
  await context.clearCookies();
  const refused = await hold(page, "/auth/me");
  const email = page.getByLabel("Email", { exact: true });
  await page.goto("/login", { waitUntil: "commit" });
  await email.pressSequentially("ada@");
  await page.getByText("Loading...").waitFor();
  await page.keyboard.type("example.");
  refused();
  await page.getByText("Loading...").waitFor({ state: "detached" });
  await page.keyboard.type("org");
  assert.equal(await email.inputValue(), "ada@example.org");
  const isGone = () => page.waitForFunction(() => localStorage.getItem("token") === null);
  await isGone();
  for (const answer of [[500, {}], [200, null], []] as [number?, unknown?][]) {
    await page.evaluate(() => localStorage.setItem("token", "x"));
    await intercept(page, "/auth/me", ...answer);
    await mallory.visit("/login");
    await isGone();
    await page.getByRole("button", { name: "Login", exact: true }).waitFor();
  }
  await page.evaluate(() => localStorage.setItem("token", "x"));
  await intercept(page, "/auth/me", 401, { message: "Please log in to continue." });
  await page.goto("/");
  await page.waitForURL("**/login**");
  await isGone();
});

Deno.test("an invalid token leads away from no page, neither by its chat nor by a call, as long as the cookie is valid", async () => {
  await using app = await startApp();
  const [person, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(person, grace);
  await using ada = await member(browser, app.url, person);
  const { page } = ada;
  for (const path of [`/group/${group.id}?tab=chat`, "/search?username=grace"]) {
    await page.goto("/about");
    await page.evaluate(() => localStorage.setItem("token", "ended-long-ago"));
    await ada.visit(path);
    if (path.startsWith("/search")) await press(page, "Add Friend");
    await page.waitForFunction(() => localStorage.getItem("token") === null);
    await page.waitForURL(app.url + path);
    await ada.alive();
    await page.getByRole("button", { name: "Logout" }).waitFor();
    if (path.startsWith("/group")) await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
    assert.equal(pathOf(page), path);
  }
});

Deno.test("the stored token goes with every call; one after the session has ended leads to log in, then back, and going back shows neither", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await member(browser, app.url, person);
  const { page } = ada;
  await ada.visit("/dashboard?create");
  await endSession(app, person);
  await page.getByLabel("Group name").fill("Engine");
  const sent = page.waitForRequest("**/api/groups");
  await press(page, "Create");
  const { authorization, "content-type": type } = await (await sent).allHeaders();
  assert.equal(authorization, `Bearer ${person.token}`);
  assert.match(type, /^application\/json/);
  await page.waitForURL("**/login?next=%2Fdashboard%3Fcreate");
  assert.equal(await storedToken(page), null);
  await ada.alive();
  await fill(page, "ada@example.org");
  const tried = page.waitForRequest("**/api/auth/login");
  await page.keyboard.press("Enter");
  assert.equal((await (await tried).allHeaders()).authorization, undefined);
  await page.waitForURL("**/dashboard?create");
  await ada.alive();
  await page.goBack();
  await page.waitForURL("**/dashboard?create");
  await page.keyboard.press("Escape");
  await press(page, "Logout");
  await page.waitForURL("**/login");
  await page.goBack();
  await page.waitForURL("**/login**");
});

Deno.test("logging out ends the session and removes the token, also when the call fails", async () => {
  await using app = await startApp();
  for (const answer of [[500, {}], []] as [number?, unknown?][]) {
    const person = await app.person("Ada");
    await using ada = await member(browser, app.url, person);
    const { page } = ada;
    await ada.visit("/dashboard");
    await intercept(page, "/auth/logout", ...answer);
    await press(page, "Logout");
    await page.waitForURL("**/login");
    assert.equal(await storedToken(page), null);
    assert.equal((await app.call("GET", "/auth/me", person)).status, 401);
    await page.goto("/dashboard");
    assert.equal(pathOf(page), "/login?next=%2Fdashboard");
  }
});

Deno.test("a forgotten password is changed by a mailed link, which ends every session", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit("/forgot-password");
  await page.getByLabel("Email").fill("ada@example.org");
  await press(page, "Send link");
  await page.getByText("If an account belongs to this address").waitFor();
  const [link] = await app.links("ada@example.org");
  await page.goto(link);
  const choose = async (password: string, confirmed: string) => {
    await page.getByLabel("New password").fill(password);
    await page.getByLabel("Confirm password").fill(confirmed);
    await press(page, "Change password");
  };
  await choose("Better-horse-2", "Bitter-horse-2");
  await alert(page, "Passwords do not match.");
  await choose("Better-horse-2", "Better-horse-2");
  await ada.toast("Your password has been changed, please log in");
  assert.equal((await app.call("GET", "/auth/me", person)).status, 401);
  await ada.alive();
  await fill(page, "ada@example.org", "Better-horse-2");
  await press(page, "Login");
  await page.waitForURL("**/dashboard");
});
