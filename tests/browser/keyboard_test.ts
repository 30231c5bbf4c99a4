import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { focused, pathOf } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

Deno.test("Ada needs no mouse: she logs in, makes a group, deletes it and logs out", async () => {
  await using app = await startApp();
  const { password } = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  /** Presses Tab until this has the focus, and says what was passed. */
  const tabTo = async (name: string) => {
    const passed: string[] = [];
    for (let now = ""; now !== name; passed.push(now)) {
      assert.ok(passed.length < 30, `${name} was not among ${passed}`);
      await page.keyboard.press("Tab");
      now = await focused(page);
    }
    return passed;
  };

  await ada.visit("/login");
  assert.deepEqual(await tabTo("Forgot Password?"), [
    ...["Skip to content", "Chapterhouse", "Login", "Sign Up"],
    ...["Email", "Password", "Show", "Forgot Password?"],
  ]);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("ada@example.org");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await ada.alive();

  await tabTo("Skip to content");
  await page.keyboard.press("Enter");
  await tabTo("Create New Group");
  await page.keyboard.press("Space");
  assert.equal(await focused(page), "Group name");
  await page.keyboard.type("Engine");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Engine" }).waitFor();
  await tabTo("Delete Engine");
  await page.keyboard.press("Enter");
  assert.deepEqual(await tabTo("Delete"), ["Delete"]);
  await page.keyboard.press("Enter");
  await page.getByText("No groups found.").waitFor();
  assert.equal(await focused(page), "Create New Group");

  await page.reload();
  await tabTo("Search Users");
  await page.keyboard.type("grace");
  await page.keyboard.press("Enter");
  await page.getByText("No users found matching your search.").waitFor();
  await tabTo("Logout");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  assert.equal(pathOf(page), "/login");
});
