import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { openBrowser, visitor } from "../support/browser.ts";
import { sessionOf } from "../support/scene.ts";
import { enter, openLasting, store } from "./chat/room.ts";
import { focused, pathOf } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

Deno.test("Ada needs no mouse: she logs in, makes a group, deletes it and logs out", async () => {
  await using app = await startApp();
  const { password } = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const tabTo = tabber(page);

  await ada.visit("/login");
  assert.deepEqual(await tabTo("Forgot Password?"), [
    "Skip to content",
    "Chapterhouse",
    "Login",
    "Sign Up",
    "Email",
    "Password",
    "Show",
    "Forgot Password?",
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

Deno.test("Ada needs no mouse in a group: she adds Grace, talks and reads", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  await app.person("Grace");
  const group = await app.group(ada);
  await using opened = await visitor(browser, app.url, { reducedMotion: "reduce" });
  const { page } = opened;
  await opened.context.addCookies([sessionOf(app, ada)]);
  const tabTo = tabber(page);

  await opened.visit("/dashboard");
  await tabTo(group.groupName);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/group/*");
  await tabTo("Members");
  await page.keyboard.press("Enter");
  await page.waitForURL("**tab=members");
  await opened.alive();
  await page.getByRole("dialog", { name: "Members" }).waitFor();
  assert.equal(await focused(page), "Members", "the focus is on the drawer");
  await tabTo("Add New Member");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "Username");
  await page.keyboard.type("grace");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add to Group" }).waitFor();
  await tabTo("Add to Group");
  await page.keyboard.press("Enter");
  await opened.toast("Member added successfully");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focused(page), "Close");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add New Member" }).waitFor({ state: "detached" });
  assert.equal(await focused(page), "Add New Member");

  await page.reload();
  await opened.alive();
  await tabTo("Chat");
  await page.keyboard.press("Enter");
  await page.waitForURL("**tab=chat");
  await opened.alive();
  await page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer textarea")!.disabled);
  await tabTo("Message");
  await page.keyboard.type("Hello Grace");
  await page.keyboard.press("Enter");
  await page.locator(".message:not(.message--pending)").getByText("Hello Grace").waitFor();
  assert.equal(await focused(page), "Message");

  await tabTo("Add");
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox", { name: "Search", exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("calculus");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add to Group" }).first().waitFor();
  await tabTo("Add to Group");
  await page.keyboard.press("Enter");
  await opened.toast("Book added to group successfully");
  const title = await page.locator(".book-card-link").first().innerText();
  await tabTo(title);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: title }).waitFor();
  await tabTo("Current page");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await opened.toast("Reading progress updated");
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), title);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForURL((url) => !url.searchParams.has("book"));
});

Deno.test("Grace needs no mouse among messages: Tab stops at one of them, arrow keys move, End leads to the last", async () => {
  await using room = await openLasting();
  for (const content of ["See https://example.org/1", "See https://example.org/2"]) {
    await room.call("ada", "POST", "/groups/engine/messages", { content });
  }
  await store(room.file, 80, 3);
  await using grace = await enter(room, "grace");
  const { page } = grace;
  const tabTo = tabber(page);
  const withFocus = (text: string) => page.locator(".message:focus").getByText(text, { exact: true }).waitFor();

  await page.locator("a.message-time").first().click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".messages-box")!.scrollTop === 0);

  const passed = await tabTo("Message");
  assert.equal(passed.filter((name) => name.includes("example.org")).length, 0, "links are not stops of their own");
  for (let stops = 0; !await page.locator(".message:focus").count(); stops++) {
    assert.ok(stops < 40, "no message among the stops before the input");
    await page.keyboard.press("Shift+Tab");
  }
  await withFocus("message 82");
  for (const modifier of ["Alt", "Control", "Meta", "Shift"]) await page.keyboard.press(`${modifier}+ArrowUp`);
  await withFocus("message 82");
  for (const text of ["message 81", "message 80"]) {
    await page.keyboard.press("ArrowUp");
    await withFocus(text);
  }
  await page.locator(".message-tools").waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "Add reaction");
  await page.keyboard.press("Escape");
  await withFocus("message 80");
  await page.keyboard.press("End");
  await withFocus("message 82");
});

/** Presses Tab until this has the focus, and says what was passed. */
function tabber(page: Page) {
  return async (name: string): Promise<string[]> => {
    const passed: string[] = [];
    for (let now = ""; now !== name; passed.push(now)) {
      assert.ok(passed.length < 40, `${name} was not among ${passed}`);
      await page.keyboard.press("Tab");
      now = await focused(page);
    }
    return passed;
  };
}
