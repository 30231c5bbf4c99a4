import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { hold, intercept, pathOf, press, storedToken } from "../support/screen.ts";
import { pngUrl } from "../media/pictures.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

Deno.test("the navigation of a signed-in user leads to every page, and home leads to the dashboard", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await ada.visit("/");
  assert.equal(pathOf(page), "/dashboard");
  const navigation = page.getByRole("navigation", { name: "Site" });
  const links = ["Dashboard", "Events", "Contact", "About", "My Profile"];
  assert.deepEqual(
    (await navigation.getByRole("link").allTextContents()).map((text) => text.replace(/^A(?=My)/, "")),
    links,
  );
  await navigation.getByRole("searchbox", { name: "Search Users" }).waitFor();
  await navigation.getByRole("button", { name: "Logout" }).waitFor();
  for (const name of links) {
    await navigation.getByRole("link", { name }).click();
    await page.waitForURL(`**/${name === "My Profile" ? "profile" : name.toLowerCase()}`);
    assert.equal(await navigation.getByRole("link", { name }).getAttribute("aria-current"), "page");
  }
});

Deno.test("the home page welcomes the holder of a token, who can log out there", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await app.call("PUT", "/users/profile", person, { profileImage: await pngUrl("teal") });
  await using ada = await member(browser, app.url, person);
  const { page, context } = ada;
  await context.clearCookies();
  const answer = await hold(page, "/auth/me");
  await page.goto("/");
  const card = page.getByRole("region", { name: "Your session" });
  await card.getByText("Loading user details").waitFor();
  answer();
  await card.getByText("Welcome, ada!").waitFor();
  await card.getByText("ada@example.org").waitFor();
  assert.match(await card.locator("img").getAttribute("src") ?? "", /^\/media\//);
  assert.equal(await card.getByRole("link", { name: "Dashboard" }).getAttribute("href"), "/dashboard");
  await press(page, "LOGOUT");
  await page.waitForURL("**/pre");
  assert.equal(await storedToken(page), null);
  assert.equal((await app.call("GET", "/auth/me", person)).status, 401);
});

Deno.test("a failed check of the session on the home page removes the token and leads to the login page", async () => {
  await using app = await startApp();
  for (
    const answer of [[401, { message: "Please log in to continue." }], [500, {}], [200, null]] as [number, unknown][]
  ) {
    await using mallory = await member(browser, app.url, { token: "ended" });
    const { page } = mallory;
    await intercept(page, "/auth/me", ...answer);
    await page.goto("/");
    await page.waitForURL("**/login**");
    assert.equal(await storedToken(page), null);
  }
  await using offline = await member(browser, app.url, { token: "ended" });
  await intercept(offline.page, "/auth/me");
  await offline.page.goto("/");
  await offline.page.waitForFunction(() => localStorage.getItem("token") === null);
  assert.equal(await offline.page.getByRole("region", { name: "Your session" }).count(), 0);
});
