import assert from "node:assert/strict";
import type { Page } from "playwright";
import { endSession, startApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { hold, intercept, pathOf, press, storedToken } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

Deno.test("a browser with a token but no cookie is signed in and goes on to the page it asked for", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await member(browser, app.url, person);
  const { page, context } = ada;
  await context.clearCookies();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/auth/me", async (route) => (await promise, await route.continue()));
  await page.goto("/profile?tab=friends");
  assert.equal(pathOf(page), "/login?next=%2Fprofile%3Ftab%3Dfriends");
  await page.getByText("Loading...").waitFor();
  resolve();
  await page.waitForURL("**/profile?tab=friends");
  await page.getByText("No friends yet").waitFor();
});

Deno.test("an invalid token is removed, and the login form is shown", async () => {
  await using app = await startApp();
  await using mallory = await member(browser, app.url, { token: "stolen-and-ended" });
  const { page } = mallory;
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Login", exact: true }).waitFor();
  await mallory.alive();
  await page.waitForFunction(() => localStorage.getItem("token") === null);
  for (const answer of [[500, {}], [200, {}], [200, null], []] as [number?, unknown?][]) {
    await page.evaluate(() => localStorage.setItem("token", "x"));
    await intercept(page, "/auth/me", ...answer);
    await mallory.visit("/login");
    await page.waitForFunction(() => localStorage.getItem("token") === null);
    await page.getByRole("button", { name: "Login", exact: true }).waitFor();
  }
});

Deno.test("what is typed to log in stays while an invalid token is tried", async () => {
  await using app = await startApp();
  await using mallory = await member(browser, app.url, { token: "ended" });
  const { page, context } = mallory;
  await context.clearCookies();
  const answer = await hold(page, "/auth/me");
  const email = page.getByLabel("Email", { exact: true });
  await page.goto("/login", { waitUntil: "commit" });
  await email.pressSequentially("ada@");
  await page.getByText("Loading...").waitFor();
  await page.keyboard.type("example.");
  answer();
  await page.getByText("Loading...").waitFor({ state: "detached" });
  await page.keyboard.type("org");
  assert.equal(await email.inputValue(), "ada@example.org");
});

Deno.test("an invalid token does not lead away from a page as long as the cookie is valid", async () => {
  await using app = await startApp();
  const [person, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(person, grace);
  const stale = (page: Page) => page.evaluate(() => localStorage.setItem("token", "ended-long-ago"));
  const isGone = (page: Page) => page.waitForFunction(() => localStorage.getItem("token") === null);
  // The chat's socket is refused; a page asks for more; a form is sent; someone comes by the login page.
  const ways: Record<string, (page: Page) => Promise<unknown>> = {
    [`/group/${group.id}?tab=chat`]: () => Promise.resolve(),
    [`/group/${group.id}?book=none&page=2`]: () => Promise.resolve(),
    "/search?username=grace": (page) => press(page, "Add Friend"),
    "/dashboard?create": async (page) => {
      await page.getByLabel("Group name").fill("Engine");
      await press(page, "Create");
    },
  };
  for (const [path, act] of Object.entries(ways)) {
    await using ada = await member(browser, app.url, person);
    const { page } = ada;
    await page.goto("/about");
    await stale(page);
    await ada.visit(path);
    await act(page);
    await isGone(page);
    await page.waitForURL(app.url + path);
    await ada.alive();
    await page.getByRole("button", { name: "Logout" }).waitFor();
    if (path.startsWith("/group")) await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
    assert.equal(pathOf(page), path);
  }
  await using ada = await member(browser, app.url, person);
  await ada.page.goto("/about");
  await stale(ada.page);
  await ada.page.goto(`/login?next=${encodeURIComponent(`/group/${group.id}?tab=members`)}`);
  assert.equal(pathOf(ada.page), `/group/${group.id}?tab=members`);
});

Deno.test("logging in leads to the page that was asked for, and never to another site", async () => {
  await using app = await startApp();
  const { password } = await app.person("Ada");
  for (
    const [asked, reached] of [["/search?username=gr%26ce", "/search?username=gr%26ce"], [
      "//evil.example",
      "/dashboard",
    ]]
  ) {
    await using ada = await visitor(browser, app.url);
    const { page } = ada;
    await ada.visit(`/login?next=${encodeURIComponent(asked)}`);
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(app.url + reached);
    await page.goto("/login");
    assert.equal(pathOf(page), "/dashboard");
    await page.goto("/register");
    assert.equal(pathOf(page), "/dashboard");
  }
});

Deno.test("logging out ends the session and removes the token, also when the call fails", async () => {
  await using app = await startApp();
  for (const answer of [undefined, [500, {}], []] as ([number?, unknown?] | undefined)[]) {
    const person = await app.person("Ada");
    await using ada = await member(browser, app.url, person);
    const { page } = ada;
    await ada.visit("/dashboard");
    if (answer) await intercept(page, "/auth/logout", ...answer);
    await press(page, "Logout");
    await page.waitForURL("**/login");
    assert.equal(await storedToken(page), null);
    assert.equal((await app.call("GET", "/auth/me", person)).status, 401);
    await page.goto("/dashboard");
    assert.equal(pathOf(page), "/login?next=%2Fdashboard");
  }
});

Deno.test("a call after the session has ended removes the token and leads to the login page, and then back", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await member(browser, app.url, person);
  const { page } = ada;
  await ada.visit("/dashboard?create");
  await endSession(app, person);
  await page.getByLabel("Group name").fill("Engine");
  await press(page, "Create");
  await page.waitForURL("**/login?next=%2Fdashboard%3Fcreate");
  assert.equal(await storedToken(page), null);
});

Deno.test("going back after logging in or out does not show the page as it was before", async () => {
  await using app = await startApp();
  const { password } = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await ada.visit("/login");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Login");
  await page.waitForURL("**/dashboard");
  await page.goBack();
  await page.waitForURL("**/dashboard");
  await press(page, "Logout");
  await page.waitForURL("**/login");
  await page.goBack();
  await page.waitForURL("**/login**");
});
