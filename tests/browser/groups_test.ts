/** Ada makes a group, describes it, adds people, hands it over and leaves. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { focused, hold, intercept, pathOf, press, release, section, turnOf } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const empty = "No groups found. Create a new group to get started!";
const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });
const count = (page: Page) => page.locator("[data-member-count]").innerText();

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
  assert.equal(await focused(page), "Analytical Engine", "the new group is what comes next");
  const card = page.getByRole("article");
  const shown = (await card.innerText()).split(/\s*\n\s*/);
  assert.deepEqual(shown, ["A", "Analytical Engine", "1 member", "No description available", "A", "Invite people"]);
  await card.getByRole("link", { name: "Analytical Engine" }).click();
  await page.waitForURL("**/group/*");
});

Deno.test("Ada finds people by name and adds them, without leaving the dialog", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
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
  for (const answer of [[500, {}], []] as [number?, unknown?][]) {
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
  await card(page, "mallory").getByRole("button", { name: "Remove" }).waitFor();
});

Deno.test("Ada edits her group, whose refused form keeps what she typed, makes Grace an organizer, hands the group over to her, and leaves", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  await opened.visit(`/group/${id}/about`);
  const what = section(page, "What it is");
  await what.getByText("Edit group").click();
  await what.getByLabel("Group name").evaluate((input) => input.removeAttribute("maxlength"));
  await what.getByLabel("Group name").fill("x".repeat(81));
  await what.getByLabel("Description").fill("How they weave");
  await press(page, "Save Changes");
  await what.getByText("80").first().waitFor();
  assert.equal(await what.getByLabel("Description").inputValue(), "How they weave");
  await what.getByLabel("Group name").fill("Looms");
  await press(page, "Save Changes");
  await page.waitForURL(`**/group/${id}/about`);
  await what.locator("p", { hasText: /^Looms$/ }).waitFor();
  await what.getByText("How they weave").first().waitFor();

  const members = section(page, "Members");
  const choose = () => members.getByRole("link", { name: "Change role of Grace" }).click();
  await section(page, "Leave group").getByText("hand it over").waitFor();
  await choose();
  await members.getByLabel("Role", { exact: true }).selectOption("Organizer");
  await press(page, "Save role");
  await members.getByText("Organizer", { exact: true }).waitFor();
  await choose();
  await press(page, "Hand over");
  await members.getByRole("listitem").filter({ hasText: "Grace" }).getByText("Creator").waitFor();
  assert.equal(await section(page, "Delete group").count(), 0);
  await section(page, "Leave group").getByText("Leave…").click();
  await section(page, "Leave group").getByText("Are you sure you want to leave this group?").waitFor();
  await press(page, "Leave");
  await page.waitForURL("**/dashboard");
  assert.equal((await app.call("GET", `/groups/${id}`, ada)).status, 404);
});

Deno.test("what a reading session came to is closed by Ada and stays closed, until the next one ends", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  const read = async () => {
    await app.call("POST", `/groups/${id}/timer`, ada, { minutes: 25 });
    await app.call("DELETE", `/groups/${id}/timer`, ada);
  };
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  const over = page.getByRole("heading", { name: "Time is over" });
  await read();
  await opened.visit(`/group/${id}?timer`);
  await over.waitFor();
  await press(page, "Close");
  await over.waitFor({ state: "detached" });
  assert.equal(pathOf(page), `/group/${id}`);
  await opened.visit(`/group/${id}`);
  assert.equal(await over.count(), 0);
  await read();
  await opened.visit(`/group/${id}`);
  await over.waitFor();
});
