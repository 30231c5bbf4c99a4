/** People find each other, become friends, and block each other. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { until } from "../support/operate.ts";
import { focused, hold, intercept, pathOf, press, release, turnOf } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });
const tab = async (page: Page, name: string) =>
  (await page.getByRole("link").filter({ hasText: new RegExp(`^${name}\\d*$`) }).innerText()).replace(/\s+/g, " ");

async function ask(app: TestApp, sender: Person, receiver: Person): Promise<void> {
  await app.call("POST", `/friends/request/${receiver.id}`, sender);
}

Deno.test("a search from the navigation finds Grace, whom Ada sends a request and makes friends with, there and on her profile", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit("/dashboard");
  const box = page.getByRole("searchbox", { name: "Search Users" });
  await box.fill("   ");
  await box.press("Enter");
  assert.equal(pathOf(page), "/dashboard");
  await box.fill(" GRAC ");
  await box.press("Enter");
  await page.waitForURL("**/search?**");
  await page.getByRole("heading", { name: "Search results for “GRAC”" }).waitFor();
  assert.equal(await box.inputValue(), "");
  await at.alive();
  await press(page, "Add Friend");
  await at.toast("Friend request sent successfully!");
  assert.ok(await page.getByRole("button", { name: "Request Sent" }).isDisabled());
  await at.visit(`/profile/${grace.id}`);
  assert.ok(await page.getByRole("button", { name: "Friend Request Sent" }).isDisabled());
  // A page that is not connected does not learn of Mallory's request.
  await page.route("**/socket.io/**", (route) => route.abort());
  await page.routeWebSocket("**/socket.io/**", (socket) => void socket.close());
  await at.visit(`/profile/${mallory.id}`);
  await ask(app, mallory, ada);
  await press(page, "Send Friend Request");
  await at.toast("Friend request accepted successfully!");
  await page.getByText("Friends", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Message" }).waitFor();
});

Deno.test("a failed friend request shows so, or what the answer's code says, whatever its text", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit(`/profile/${grace.id}`);
  for (const answer of [[500, { message: "Server error occurred." }], []] as [number?, unknown?][]) {
    await intercept(page, "/friends/friend-request", ...answer);
    await press(page, "Send Friend Request");
    await at.toast("Failed to send friend request");
    assert.equal(await page.locator("#toasts [data-kind=error]").count(), 1);
    await press(page, "Dismiss");
  }
  const answers: [number, Record<string, unknown>, string][] = [
    [201, { message: "Ihr seid Freunde", friends: true }, "Friends"],
    [201, { message: "Gesendet", friends: false }, "Request Sent"],
    [400, { message: "Schon gesendet", code: "already_sent" }, "Request Sent"],
    [400, { message: "Schon Freunde", code: "already_friends" }, "Friends"],
  ];
  for (const [status, body, shown] of answers) {
    await intercept(page, "/friends/request/*", status, body);
    await at.visit("/search?username=grace");
    await press(page, "Add Friend");
    await at.toast(String(body.message));
    await page.getByRole("main").getByText(shown, { exact: true }).waitFor();
  }
  assert.equal((await app.call("GET", `/friends/request-status/${grace.id}`, ada)).body.requestSent, false);
});

/** Holds back every such call until it is released. */
async function holdAll(page: Page, method: string, pattern: string) {
  const held: { url: string; go: () => void }[] = [];
  await page.route(pattern, async (route) => {
    if (route.request().method() !== method) return await route.fallback();
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push({ url: route.request().url(), go: resolve });
    await promise;
    await route.continue();
  });
  const arrived = async (count: number) => {
    for (let turn = 0; turn < 500 && held.length < count; turn++) await turnOf(page);
    assert.equal(held.length, count);
  };
  return { held, arrived };
}

Deno.test("requests are answered in place: a failure leaves them, two go at the same time, each once, and counts and focus follow", async () => {
  await using app = await startApp();
  const [ada, ...others] = await Promise.all(["Ada", "Grace", "Mallory", "Nora"].map((name) => app.person(name)));
  for (const other of others) await ask(app, other, ada);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit("/profile?tab=requests");
  assert.equal(await tab(page, "Friend Requests"), "Friend Requests 3");
  await intercept(page, "/friends/*/*", 500, {});
  for (const answer of ["Accept", "Decline"]) {
    await card(page, "grace").getByRole("button", { name: answer }).click();
    await at.toast(`Failed to ${answer.toLowerCase()} the friend request.`);
  }
  await release(page, "/friends/*/*");
  const answer = await hold(page, "/friends/*/*");
  await card(page, "nora").getByRole("button", { name: "Decline" }).click();
  await card(page, "nora").getByRole("button", { name: "Declining..." }).waitFor();
  answer();
  await at.toast("Friend request declined!");
  await card(page, "nora").waitFor({ state: "detached" });
  assert.equal(await tab(page, "Friend Requests"), "Friend Requests 2");
  assert.equal(await focused(page), "Accept");

  await page.locator("#toasts").evaluate((toasts) => toasts.replaceChildren());
  const { held, arrived } = await holdAll(page, "POST", "**/friends/accept-friend-request/*");
  const accept = (name: string) => card(page, name).getByRole("button", { name: "Accept" }).click({ force: true });
  await accept("grace");
  await arrived(1);
  await accept("mallory");
  await arrived(2);
  held[0].go();
  await card(page, "grace").waitFor({ state: "detached" });
  await card(page, "mallory").getByRole("button", { name: "Accepting..." }).click({ force: true });
  await card(page, "mallory").getByRole("button", { name: "Decline" }).click();
  held[1].go();
  await page.getByText("No pending friend requests").waitFor();
  assert.match(await focused(page), /^No pending friend requests/);
  assert.equal(await tab(page, "Friend Requests"), "Friend Requests");
  assert.equal(await tab(page, "Friends"), "Friends 2");
  assert.equal(held.length, 2);
  assert.equal(await page.locator("#toasts [data-kind=error]").count(), 0);
});

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

Deno.test("a friend, a member and a group are removed after a question, once, and a failure leaves them", async () => {
  await using app = await startApp();
  const [ada, grace] = await Promise.all(["Ada", "Grace"].map((name) => app.person(name)));
  const { id } = await app.group(ada, grace);
  await ask(app, grace, ada);
  await ask(app, ada, grace);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  const dialog = page.getByRole("dialog");
  const ways = [
    {
      path: "/profile?tab=friends",
      question: "Are you sure you want to remove this friend?",
      ask: "Unfriend",
      busy: "Removing...",
      does: "Unfriend",
      failed: "Failed to remove friend",
      done: "Friend removed successfully",
      focus: /^No friends yet/,
    },
    {
      path: `/group/${id}?tab=members`,
      question: "Are you sure you want to remove this member from the group?",
      ask: "Remove",
      busy: "Removing...",
      does: "Remove",
      failed: "Failed to remove member",
      done: "Member removed successfully",
      focus: /^View Profile$/,
    },
    {
      path: "/dashboard",
      question: "Are you sure you want to delete this group? This action cannot be undone.",
      ask: "Delete Group of ada",
      busy: "Delete Group of ada",
      does: "Delete",
      failed: "Failed to delete group",
      done: "Group deleted successfully",
      focus: /^Create New Group$/,
    },
  ];
  for (const { path, question, ask, busy, does, failed, done, focus } of ways) {
    await at.visit(path);
    for (const close of [() => page.keyboard.press("Escape"), () => press(page, "Cancel")]) {
      await press(page, ask);
      await dialog.getByText(question).waitFor();
      await close();
      await dialog.waitFor({ state: "detached" });
      assert.equal(await focused(page), ask);
    }
    await page.route("**/api/**", (route) => route.fulfill({ status: 500, body: "{}" }), { times: 1 });
    await press(page, ask);
    await dialog.getByRole("button", { name: does }).click();
    await at.toast(failed);
    const { held, arrived } = await holdAll(page, "DELETE", "**/api/**");
    await press(page, ask);
    await dialog.getByRole("button", { name: does }).click();
    await arrived(1);
    const button = page.getByRole("button", { name: busy });
    assert.equal(await button.getAttribute("aria-disabled"), "true");
    await button.click({ force: true });
    assert.equal(await dialog.count(), 0);
    held[0].go();
    await at.toast(done);
    await button.waitFor({ state: "detached" });
    assert.match(await focused(page), focus);
    await page.unrouteAll({ behavior: "wait" });
    assert.equal(held.length, 1);
  }
});

const folds = (page: Page) => page.locator(".message-folded");

Deno.test("what Grace writes, whom Ada has blocked on her profile, is folded as it comes and wherever it is found, until Ada unblocks her", async () => {
  await using app = await startApp();
  const [ada, grace, nora] = await Promise.all(["Ada", "Grace", "Nora"].map(app.person));
  const { id } = await app.group(ada, grace, nora);
  const write = async (by: typeof ada, content: string, replyTo?: string) =>
    (await app.call("POST", `/groups/${id}/messages`, by, { content, replyTo })).body.message;
  const { id: first } = await write(grace, "From before");
  await app.call("PUT", `/groups/${id}/messages/${first}/pin`, ada);
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  await opened.visit(`/profile/${grace.id}`);
  await page.getByText("Block Grace").click();
  await press(page, "Block");
  await page.getByText("You have blocked this person.").first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Send Friend Request" }).count(), 0);
  await opened.visit("/dashboard");
  await page.getByRole("article").getByText("Message from someone you blocked").waitFor();
  for (const path of [`/group/${id}?search=before`, `/group/${id}?pins`]) {
    await opened.visit(path);
    await folds(page).first().waitFor();
    assert.equal(await page.getByText("From before").isVisible(), false, path);
  }
  await opened.visit(`/group/${id}`);
  await until(() => app.deps.broadcast.usersIn(id).includes(ada.id));
  await write(grace, "Just now");
  await write(nora, "I agree", first);
  await page.getByText("I agree").waitFor();
  assert.equal(await folds(page).count(), 2);
  assert.equal(await page.getByText("Just now").isVisible(), false);
  assert.equal(await page.locator(".message-quote").innerText(), "Grace\nMessage from someone you blocked");
  await folds(page).last().locator("summary").click();
  await page.getByText("Just now").waitFor();
  await app.call("DELETE", `/users/${grace.id}/block`, ada);
  await page.getByText("From before").first().waitFor();
  assert.equal(await folds(page).count(), 0);
  // A member who has left has their name in quotes only.
  await app.call("DELETE", `/groups/${id}/members/${grace.id}`, ada);
  await app.call("PUT", `/users/${grace.id}/block`, ada);
  await folds(page).first().waitFor();
  assert.equal(await page.getByText("Just now").isVisible(), false);
  assert.equal(await page.locator(".message-quote").innerText(), "Grace\nMessage from someone you blocked");
});

Deno.test("Ada writes to her friend Grace, who is told of it, follows it and answers, and nobody may write once Grace has blocked her", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await ask(app, ada, grace);
  await ask(app, grace, ada);
  await using hers = await member(browser, app.url, grace);
  await hers.visit("/dashboard");
  await using at = await member(browser, app.url, ada);
  await at.visit(`/profile/${grace.id}`);
  await press(at.page, "Message");
  await at.page.waitForURL("**/group/**");
  await at.page.getByRole("heading", { name: "Grace" }).waitFor();
  await at.alive();
  const write = async ({ page }: typeof at, text: string) => {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.keyboard.press("Enter");
  };
  await write(at, "Are you up?");
  await hers.page.getByRole("link", { name: "Ada wrote to you" }).click();
  await hers.page.getByText("Are you up?").first().waitFor();
  await hers.alive();
  await write(hers, "Always");
  await at.page.getByText("Always").waitFor();
  const field = at.page.getByRole("textbox", { name: "Message" });
  await field.fill("Good night, th");
  await app.call("PUT", `/users/${ada.id}/block`, grace);
  await at.page.reload();
  await at.page.getByText("Only friends can write to each other").waitFor();
  await at.alive();
  assert.equal(await field.inputValue(), "Good night, th");
  assert.ok(await field.isVisible() && !await field.isEditable());
  assert.ok(!await at.page.locator(".composer button").first().isVisible());
  await hers.page.reload();
  await hers.page.getByText("Always").waitFor();
  assert.ok(!await hers.page.locator(".composer").isVisible());
  await at.visit("/conversations");
  await at.page.getByRole("link", { name: /^Grace/ }).waitFor();
});
