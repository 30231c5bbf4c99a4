import assert from "node:assert/strict";
import type { Page } from "playwright";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { focused, hold, intercept, release } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });
const tab = async (page: Page, name: string) =>
  (await page.getByRole("link").filter({ hasText: new RegExp(`^${name}\\d*$`) }).innerText()).replace(/\s+/g, " ");

async function ask(app: TestApp, sender: Person, receiver: Person): Promise<void> {
  await app.call("POST", `/friends/request/${receiver.id}`, sender);
}

async function befriend(app: TestApp, one: Person, other: Person): Promise<void> {
  await ask(app, one, other);
  await ask(app, other, one);
}

for (const path of ["/dashboard?tab=friends", "/profile?tab=requests"]) {
  Deno.test(`pending requests are answered at ${path}, and the counts follow`, async () => {
    await using app = await startApp();
    const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
    await ask(app, grace, ada);
    await ask(app, mallory, ada);
    await using at = await member(browser, app.url, ada);
    const { page } = at;
    await at.visit(path);
    assert.equal(await tab(page, "Friend Requests"), "Friend Requests 2");
    await intercept(page, "/friends/*/*", 500, {});
    for (
      const [answer, text] of [["Accept", "Failed to accept the friend request."], [
        "Decline",
        "Failed to decline the friend request.",
      ]]
    ) {
      await card(page, "grace").getByRole("button", { name: answer }).click();
      await at.toast(text);
    }
    await release(page, "/friends/*/*");
    const answer = await hold(page, "/friends/*/*");
    await card(page, "mallory").getByRole("button", { name: "Decline" }).click();
    await card(page, "mallory").getByRole("button", { name: "Declining..." }).waitFor();
    answer();
    await at.toast("Friend request declined!");
    await card(page, "mallory").waitFor({ state: "detached" });
    assert.equal(await tab(page, "Friend Requests"), "Friend Requests 1");
    assert.equal(await focused(page), "Accept");
    await page.keyboard.press("Enter");
    await at.toast("Friend request accepted successfully!");
    await page.getByText("No pending friend requests").waitFor();
    assert.equal(await tab(page, "Friend Requests"), "Friend Requests");
    assert.match(await focused(page), /^No pending friend requests/);
    if (path.startsWith("/profile")) assert.equal(await tab(page, "Friends"), "Friends 1");
  });
}

Deno.test("a request that was answered in another window disappears with an error toast when it is answered again", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  await ask(app, grace, ada);
  await ask(app, mallory, ada);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  // Otherwise the list would know of the answer.
  await intercept(page, "/overview");
  await at.visit("/dashboard?tab=friends");
  const { friendRequests } = (await app.call("GET", "/friends/friend-requests", ada)).body;
  const { id } = friendRequests.find(({ sender }: { sender: { id: string } }) => sender.id === grace.id);
  await app.call("POST", `/friends/accept-friend-request/${id}`, ada);
  await card(page, "grace").getByRole("button", { name: "Decline" }).click();
  await at.toast("Failed to decline the friend request.");
  await card(page, "grace").waitFor({ state: "detached" });
  assert.equal(await tab(page, "Friend Requests"), "Friend Requests 1");
  await card(page, "mallory").waitFor();
});

Deno.test("a friendship is ended after a confirmation", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await befriend(app, ada, grace);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit("/profile?tab=friends");
  assert.equal(await tab(page, "Friends"), "Friends 1");
  assert.equal(
    await card(page, "grace").getByRole("link", { name: "View Profile" }).getAttribute("href"),
    `/profile/${grace.id}`,
  );
  const unfriend = card(page, "grace").getByRole("button", { name: "Unfriend" });
  const dialog = page.getByRole("dialog", { name: /^Unfriend / });
  await unfriend.click();
  await dialog.getByText("Are you sure you want to remove this friend?").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await focused(page), "Unfriend");
  await intercept(page, "/friends/unfriend/*", 500, {});
  await unfriend.click();
  await dialog.getByRole("button", { name: "Unfriend" }).click();
  await at.toast("Failed to remove friend");
  await release(page, "/friends/unfriend/*");
  await unfriend.click();
  await dialog.getByRole("button", { name: "Unfriend" }).click();
  await at.toast("Friend removed successfully");
  await page.getByText("No friends yet").waitFor();
  await page.getByText("Start connecting with other users!").waitFor();
  assert.match(await focused(page), /^No friends yet/);
  assert.equal(await tab(page, "Friends"), "Friends");
});
