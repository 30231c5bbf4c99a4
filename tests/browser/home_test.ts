import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { startApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { hold, intercept, pathOf, press, storedToken } from "../support/screen.ts";
import { pngUrl } from "../media/pictures.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

for (const javaScriptEnabled of [true, false]) {
  const manner = javaScriptEnabled ? "" : ", without JavaScript";
  // spec: 1.1, 1.12, 1.13, 2.3, 2.4, 2.8, 4.1
  Deno.test(`a visitor can open the public pages, and is led home or to the login page from all others${manner}`, async () => {
    await using app = await startApp();
    await using mallory = await visitor(browser, app.url, { javaScriptEnabled });
    const { page } = mallory;
    await mallory.visit("/");
    const navigation = page.getByRole("navigation", { name: "Site" });
    assert.deepEqual(await navigation.getByRole("link").allInnerTexts(), ["Login", "Sign Up"]);
    assert.equal(await page.getByText("Loading user details").count(), 0);
    await page.getByRole("link", { name: "Get Started" }).click();
    await page.waitForURL("**/register");
    await mallory.visit("/pre");
    await page.getByRole("link", { name: "Features" }).click();
    assert.ok(await page.getByRole("heading", { name: "Features" }).isVisible());
    await page.getByRole("main").getByRole("link", { name: "Login" }).click();
    await page.waitForURL("**/login");
    for (const [path, heading] of [["/about", "About"], ["/contact", "Contact"], ["/events", "Events"]]) {
      await mallory.visit(path);
      assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), heading);
    }
    for (const path of ["/nowhere", "/group", "/verify-email/more"]) {
      await mallory.visit(path);
      assert.equal(pathOf(page), "/");
    }
    for (const path of ["/dashboard", "/profile", "/profile/ada", "/search?username=ada", "/group/engine"]) {
      await mallory.visit(path);
      assert.equal(pathOf(page), `/login?next=${encodeURIComponent(path)}`);
    }
  });
}

// spec: 1.14, 2.2, 2.5
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

// spec: 2.1, 2.3, 4.1
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

// spec: 4.2, 7.5, 8.3
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

// spec: 2.10
Deno.test("an error while a page is rendered shows an error page with the request's id and a link home", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await app.deps.db.q.run(sql`alter table sessions rename to elsewhere`);
  const answer = await page.goto("/dashboard");
  assert.equal(answer!.status(), 500);
  assert.match(await page.title(), /^Unexpected Application Error!/);
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Unexpected Application Error!");
  const id = answer!.headers()["x-request-id"];
  await page.getByText(`Request ${id}`).waitFor();
  assert.ok(app.log.some((line) => line.includes(id)));
  assert.equal(await page.getByRole("link", { name: "Go home" }).getAttribute("href"), "/");
  assert.doesNotMatch(await page.content(), /elsewhere|sqlite|at file/i);
});
