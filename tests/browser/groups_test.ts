import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { focused, hold, intercept, press, release } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const empty = "No groups found. Create a new group to get started!";
const question = "Are you sure you want to delete this group? This action cannot be undone.";

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
