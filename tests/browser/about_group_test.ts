import assert from "node:assert/strict";
import type { Page } from "playwright";
import { pngUrl } from "../media/pictures.ts";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { until } from "../support/operate.ts";
import { pathOf, press, section } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });

Deno.test("what Ada changes about the group is in the head, the list and the members of Grace's open pages", async () => {
  await using app = await startApp();
  const [ada, grace, nora] = await Promise.all(["Ada", "Grace", "Nora"].map(app.person));
  const { id } = await app.group(ada, grace, nora);
  await using opened = await member(browser, app.url, grace);
  const { page } = opened;
  await opened.visit(`/group/${id}?tab=members`);
  await until(() => app.deps.broadcast.countSockets(grace.id) > 0);
  assert.equal(await card(page, "nora").getByRole("button", { name: "Remove" }).count(), 0);
  await app.call("PUT", `/groups/${id}/members/${grace.id}/role`, ada, { role: "organizer" });
  await card(page, "grace").getByText("Organizer", { exact: true }).waitFor();
  await card(page, "nora").getByRole("button", { name: "Remove" }).waitFor();
  assert.equal(await card(page, "ada").getByRole("button").count(), 0);
  await app.call("PUT", `/groups/${id}`, ada, { groupName: "Looms", image: await pngUrl("#557766") });
  await page.getByRole("heading", { level: 1, name: "Looms" }).waitFor();
  await page.getByRole("navigation", { name: "My Groups" }).getByText("Looms").waitFor();
  await page.locator(".group-header > img.group-image").waitFor();
  await app.call("PUT", `/groups/${id}`, ada, { image: "" });
  await page.locator(".group-header > svg.group-image").waitFor();
  await app.call("PUT", `/groups/${id}/members/${grace.id}/role`, ada, { role: "creator" });
  await card(page, "grace").getByText("Creator", { exact: true }).waitFor();
  await card(page, "ada").getByRole("button", { name: "Remove" }).waitFor();
  await page.getByRole("button", { name: "Add New Member" }).waitFor();
});

Deno.test("who becomes an organizer can end the session in which the group reads, and not any more as a member", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  await app.call("POST", `/groups/${id}/timer`, ada, { minutes: 25 });
  await using opened = await member(browser, app.url, grace);
  const { page } = opened;
  await opened.visit(`/group/${id}`);
  await until(() => app.deps.broadcast.countSockets(grace.id) > 0);
  const end = page.locator(".timer").getByRole("button", { name: "End" });
  assert.equal(await end.count(), 0);
  for (const [role, state] of [["organizer", "visible"], ["member", "detached"]] as const) {
    await app.call("PUT", `/groups/${id}/members/${grace.id}/role`, ada, { role });
    await end.waitFor({ state });
  }
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

Deno.test("Ada edits her group, whose refused form keeps what she typed", async () => {
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
});

Deno.test("Ada makes Grace an organizer, hands the group over to her, and leaves", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  const members = section(page, "Members");
  const choose = () => members.getByRole("link", { name: "Change role of Grace" }).click();
  await opened.visit(`/group/${id}/about`);
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
