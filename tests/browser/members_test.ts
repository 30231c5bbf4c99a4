import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { focused, hold, intercept, press, release, turnOf } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });
const buttons = (page: Page, name: string) => card(page, name).locator(".button").allInnerTexts();
const count = (page: Page) => page.locator("[data-member-count]").innerText();

Deno.test("Ada finds people by name and adds them, without leaving the dialog", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/users/search") && asked.push(request.url()));
  await at.visit(`/group/${group.id}?tab=members`);
  await press(page, "Add New Member");
  const dialog = page.getByRole("dialog", { name: "Add New Member" });
  const search = dialog.getByRole("button", { name: "Search" });
  assert.equal(await focused(page), "Username");
  await search.click();
  await page.keyboard.type("   ");
  await page.keyboard.press("Enter");
  assert.deepEqual(asked, []);

  await dialog.getByLabel("Username").fill("nobody");
  await search.click();
  await dialog.getByText("No users found matching your search.").waitFor();
  for (const answer of [[500, {}], [200, {}], []] as [number?, unknown?][]) {
    await intercept(page, "/users/search*", ...answer);
    await search.click();
    await at.toast("Failed to search users");
    await dialog.getByRole("button", { name: "Dismiss" }).click();
  }
  await release(page, "/users/search*");
  await dialog.getByLabel("Username").fill("grace");
  await page.keyboard.press("Enter");
  await dialog.getByText("Already a member").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Add to Group" }).count(), 0);

  // Of two searches the later one counts, whichever is answered first.
  const answer = await hold(page, "/users/search?username=nobody");
  await dialog.getByLabel("Username").fill("nobody");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Searching..." }).waitFor();
  await dialog.getByLabel("Username").fill("grace");
  await page.keyboard.press("Enter");
  await search.waitFor();
  const late = page.waitForResponse("**/users/search?username=nobody");
  answer();
  await (await late).finished();
  await turnOf(page);
  await dialog.getByText("Already a member").waitFor();
  assert.equal(await dialog.getByText("No users found matching your search.").count(), 0);

  await dialog.getByLabel("Username").fill("mall");
  await page.keyboard.press("Enter");
  const add = dialog.getByRole("button", { name: "Add to Group" });
  const failing = [[500, {}, "Failed to add member"], [409, { message: "Already in." }, "Already in."], [
    201,
    {},
    "Failed to add member",
  ]];
  for (const [status, body, text] of failing as [number, unknown, string][]) {
    await intercept(page, `/groups/${group.id}/members`, status, body);
    await add.click();
    await at.toast(text);
    await dialog.getByRole("button", { name: "Dismiss" }).click();
  }
  await release(page, `/groups/${group.id}/members`);
  assert.equal(await count(page), "2 members");
  await add.click();
  await at.toast("Member added successfully");
  await dialog.getByText("Already a member").waitFor();
  assert.equal(await focused(page), "Username");
  assert.equal(await count(page), "3 members");
  await press(page, "Close");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await focused(page), "Add New Member");
  assert.deepEqual(await buttons(page, mallory.username), ["View Profile", "Remove"]);
});

Deno.test("Ada removes a member after a question, and the count follows", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace, mallory);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit(`/group/${group.id}?tab=members`);
  const remove = card(page, "grace").getByRole("button", { name: "Remove" });
  const dialog = page.getByRole("dialog", { name: /^Remove / });
  await remove.click();
  await dialog.getByText("Are you sure you want to remove this member from the group?").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await focused(page), "Remove");
  await intercept(page, `/groups/${group.id}/members/${grace.id}`, 403, { message: "No." });
  await remove.click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await at.toast("Failed to remove member");
  await release(page, `/groups/${group.id}/members/${grace.id}`);
  await remove.click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await at.toast("Member removed successfully");
  await card(page, "grace").waitFor({ state: "detached" });
  assert.equal(await count(page), "2 members");
  assert.equal(await focused(page), "View Profile");
});

Deno.test("Grace leaves a group, and her dashboard confirms it", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  await using at = await member(browser, app.url, grace);
  const { page } = at;
  await at.visit(`/group/${group.id}?tab=members`);
  await press(page, "Leave");
  const dialog = page.getByRole("dialog", { name: "Leave group" });
  await dialog.getByText("Are you sure you want to leave this group?").waitFor();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/dashboard");
  await at.toast("You have left the group");
  await page.reload();
  assert.equal(await page.getByText("You have left the group").count(), 0);
  await page.getByText("No groups found.").waitFor();
});
