import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { alert, focused, hold, intercept, pathOf, press, release } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const empty = "No groups found. Create a new group to get started!";
const question = "Are you sure you want to delete this group? This action cannot be undone.";

// spec: 1.3, 2.17, 2.19, 5.12, 8.7, 8.20
Deno.test("Ada creates a group: a failure is shown beside what she typed, and the created group appears at once", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await ada.visit("/dashboard");
  await page.getByText(empty).waitFor();
  await page.getByText("ada@example.org").waitFor();
  await press(page, "Create New Group");
  assert.equal(await focused(page), "Group name");
  const name = page.getByLabel("Group name");
  await name.fill("   ");
  await press(page, "Create");
  await page.getByText("Group name is required").waitFor();
  assert.equal(await name.getAttribute("aria-invalid"), "true");

  await name.fill("Analytical Engine");
  for (
    const answer of [[500, { message: "Server error occurred." }], [201, {}], [201, null], []] as [number?, unknown?][]
  ) {
    await intercept(page, "/groups", ...answer);
    await press(page, "Create");
    await ada.toast("Failed to create group");
    await press(page, "Dismiss");
    assert.equal(await name.inputValue(), "Analytical Engine");
  }
  await release(page, "/groups");
  const answer = await hold(page, "/groups");
  await press(page, "Create");
  await page.getByRole("button", { name: "Creating..." }).waitFor();
  await page.keyboard.press("Enter");
  answer();
  await ada.toast("Group created successfully");
  assert.equal(await focused(page), "Create New Group");
  const card = page.getByRole("article");
  const shown = (await card.innerText()).split(/\s*\n\s*/);
  assert.deepEqual(shown, ["A", "Analytical Engine", "1 member", "No description available", "A"]);
  await card.getByRole("link", { name: "Analytical Engine" }).click();
  await page.waitForURL("**/group/*");
});

// spec: 1.3, 2.20, 8.7, 8.20
Deno.test("a group is deleted after a question, by its creator alone", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const [first, second] = [await app.group(ada, grace), await app.group(ada)];
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit("/dashboard");
  const dialog = page.getByRole("dialog", { name: "Delete Group of ada" });
  const buttons = page.getByRole("button", { name: "Delete Group of ada" });
  for (const close of [() => page.keyboard.press("Escape"), () => press(page, "Cancel")]) {
    await buttons.first().click();
    await dialog.getByText(question).waitFor();
    await close();
    await dialog.waitFor({ state: "detached" });
    assert.equal(await focused(page), "Delete Group of ada");
  }
  await intercept(page, `/groups/${second.id}`, 500, {});
  await buttons.first().press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Delete");
  await page.keyboard.press("Enter");
  await at.toast("Failed to delete group");
  await release(page, `/groups/${second.id}`);
  await buttons.first().press("Space");
  await press(page, "Delete");
  await at.toast("Group deleted successfully");
  assert.equal(await focused(page), "Group of ada");
  assert.equal(await page.getByRole("article").count(), 1);

  await using others = await member(browser, app.url, grace);
  await others.visit("/dashboard");
  const disabled = others.page.getByRole("button", { name: "Delete Group of ada" });
  assert.ok(await disabled.isDisabled());
  assert.equal(await disabled.getAttribute("title"), "Only the creator of a group can delete it.");
  await others.page.goto(`/dashboard?delete=${first.id}`);
  assert.equal(await others.page.getByRole("dialog").count(), 0);
});

// spec: look.4
Deno.test("without JavaScript groups are created and deleted by forms", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"), { javaScriptEnabled: false });
  const { page } = ada;
  await page.goto("/dashboard");
  await press(page, "Create New Group");
  await page.getByLabel("Group name").fill("   ");
  await press(page, "Create");
  await ada.toast("Failed to create group");
  await page.getByText("Group name is required").waitFor();
  await page.getByLabel("Group name").fill("Analytical Engine");
  await press(page, "Create");
  await ada.toast("Group created successfully");
  await press(page, "Delete Analytical Engine");
  await page.getByText(question).waitFor();
  await press(page, "Cancel");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await press(page, "Delete Analytical Engine");
  await press(page, "Delete");
  await ada.toast("Group deleted successfully");
  await page.getByText(empty).waitFor();
  await page.reload();
  assert.equal(await page.getByText("Group deleted successfully").count(), 0);
});

// spec: 2.25, 2.26, 9.14
Deno.test("a group's page has its tabs, and a stranger's is the dashboard", async () => {
  await using app = await startApp();
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const group = await app.group(ada);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit(`/group/${group.id}`);
  const tabs = page.getByRole("navigation", { name: "Group of ada" });
  const names = ["Chat", "Members", "Video", "Voice", "Settings"];
  assert.deepEqual((await tabs.getByRole("link").allInnerTexts()).map((text) => text.trim()), names);
  await tabs.getByRole("link", { name: "Chat" }).focus();
  for (
    const [key, tab] of [["ArrowRight", "Members"], ["End", "Settings"], ["ArrowRight", "Chat"], [
      "ArrowLeft",
      "Settings",
    ], ["Home", "Chat"]]
  ) {
    await page.keyboard.press(key);
    assert.equal(await focused(page), tab);
  }
  // The members open beside the chat: see the tests of a group's page.
  for (const tab of names.slice(2)) {
    await tabs.getByRole("link", { name: tab }).click();
    await page.waitForURL(`**/group/${group.id}?tab=${tab.toLowerCase()}`);
    assert.equal(await tabs.getByRole("link", { name: tab }).getAttribute("aria-current"), "page");
  }
  await page.getByRole("heading", { name: "Settings" }).waitFor();

  await using outside = await member(browser, app.url, mallory);
  for (const id of [group.id, "no-such-group"]) {
    await outside.visit(`/group/${id}`);
    await outside.toast("Failed to load group details");
    assert.equal(pathOf(outside.page), "/dashboard");
  }
});

// spec: 2.26, 8.7
Deno.test("what cannot be loaded is reported, and can be tried again", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const { q } = app.deps.db;
  await q.run(sql`alter table groups rename to elsewhere`);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit("/dashboard");
  await at.toast("Failed to load groups");
  await alert(page, "Failed to load groups");
  await at.visit(`/group/${group.id}`);
  await at.toast("Failed to load group details");
  await q.run(sql`alter table elsewhere rename to groups`);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Group of ada" }).waitFor();
});
