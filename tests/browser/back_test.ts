import assert from "node:assert/strict";
import type { Page } from "playwright";
import { member, openWholeBrowser } from "../support/browser.ts";
import { setScene } from "../support/scene.ts";

const scene = await setScene();
// Playwright turns it off, so that its routes see every page.
const browser = await openWholeBrowser({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
Deno.test.afterAll(async () => {
  await browser.close();
  await scene.app[Symbol.asyncDispose]();
});

Deno.test("going back shows each page as it was left, and the chat continues", async () => {
  await using ada = await member(browser, scene.app.url, scene.ada);
  const { page } = ada;
  const message = page.getByLabel("Message", { exact: true });
  const joined = () => page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  await ada.visit("/dashboard");
  await page.evaluate(() => document.body.dataset.left = "dashboard");
  await page.getByRole("link", { name: "The Analytical Engine" }).click();
  await page.waitForURL("**/group/*");
  await joined();
  await message.fill("Half a sent");
  await page.evaluate(() => document.body.dataset.left = "group");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL("**/dashboard");

  await back(page);
  await page.waitForFunction(() => document.body.dataset.left === "group");
  await joined();
  assert.equal(await message.inputValue(), "Half a sent");
  await message.press("Enter");
  await page.locator(".message--mine:not(.message--pending)").getByText("Half a sent").waitFor();
  await back(page);
  await page.waitForFunction(() => document.body.dataset.left === "dashboard");
});

Deno.test("going back after logging out shows nothing of Ada's, not even for a moment", async () => {
  await using ada = await member(browser, scene.app.url, scene.ada);
  const { page } = ada;
  await ada.visit("/dashboard");
  // A page that is shown as it was left knows it.
  await page.evaluate(() => addEventListener("pageshow", () => localStorage.setItem("shown", location.pathname)));
  await page.getByRole("link", { name: "The Analytical Engine" }).click();
  await page.waitForURL("**/group/*");
  await ada.alive();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  for (const path of ["/group/", "/dashboard"]) {
    await back(page);
    // The pages on the way there may be left before they have loaded.
    await page.waitForFunction(
      (path) => decodeURIComponent(location.search).startsWith(`?next=${path}`) && document.readyState === "complete",
      path,
    );
  }
  assert.equal(await page.evaluate(() => localStorage.getItem("shown")), null);
});

/** Playwright's own way back waits for a load, and a page from the back/forward cache has none. */
const back = (page: Page) => page.evaluate(() => history.back());
