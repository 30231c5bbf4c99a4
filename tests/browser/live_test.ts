import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser, type Visitor } from "../support/browser.ts";
import { until } from "../support/operate.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

/** Waits until the page's connection is there and its first answer too. */
async function connected({ page }: Visitor, path: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith("/overview"));
  await page.goto(path);
  await answered;
  await page.waitForFunction(() => document.querySelectorAll("[data-island]:not([data-hydrated])").length === 0);
}

const titled = (page: Page, title: string) => page.waitForFunction((title) => document.title === title, title);
const toasts = (page: Page) => page.locator("#toasts > li").allInnerTexts();

Deno.test("what Grace writes is on Ada's dashboard, in the title and on the icon of each of her windows, until one has read it", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const other = await app.group(ada);
  await using first = await member(browser, app.url, ada);
  await using second = await member(browser, app.url, ada);
  await connected(first, "/dashboard");
  await connected(second, "/about");
  await using third = await member(browser, app.url, ada);
  await connected(third, `/group/${other.id}`);
  const icon = (page: Page) => page.locator("link[rel=icon]").getAttribute("href");
  assert.equal(await first.page.title(), "Dashboard · Chapterhouse");
  assert.equal(await icon(second.page), "/icons/favicon.svg");

  await app.call("POST", `/groups/${id}/messages`, grace, { content: "Page 41 is a riddle." });
  const card = first.page.getByRole("article").first();
  const listed = third.page.getByRole("navigation", { name: "My Groups" });
  await card.getByText("Page 41 is a riddle.").waitFor();
  await card.getByText("Grace").first().waitFor();
  await card.getByText("1 unread").waitFor();
  await titled(first.page, "(1) Dashboard · Chapterhouse");
  await titled(second.page, "(1) About · Chapterhouse");
  assert.equal(await icon(second.page), "/icons/favicon-news.svg");
  await second.page.locator("[data-unread-total]").getByText("1").waitFor();
  await listed.getByText("1 unread").waitFor();
  await titled(third.page, "(1) Group of ada · Chapterhouse");
  assert.deepEqual(await toasts(first.page), []);

  await app.call("PUT", `/groups/${id}/read`, ada, { seq: 1 });
  await titled(first.page, "Dashboard · Chapterhouse");
  await titled(second.page, "About · Chapterhouse");
  await listed.getByText("unread").waitFor({ state: "detached" });
  await card.getByText("unread").waitFor({ state: "detached" });
  assert.equal(await icon(second.page), "/icons/favicon.svg");
});

Deno.test("a message that is deleted unread is counted in none of Ada's windows, the one of its own group included", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  await using members = await member(browser, app.url, ada);
  await using dashboard = await member(browser, app.url, ada);
  await connected(members, `/group/${id}?tab=members`);
  await connected(dashboard, "/dashboard");
  await until(() => app.deps.broadcast.usersIn(id).includes(ada.id));
  const write = (content: string) => app.call("POST", `/groups/${id}/messages`, grace, { content });
  const { message } = (await write("Better unsaid")).body;
  await write("Said");
  for (const { page } of [members, dashboard]) await page.waitForFunction(() => document.title.startsWith("(2) "));
  await app.call("DELETE", `/groups/${id}/messages/${message.id}`, grace);
  for (const { page } of [members, dashboard]) await page.waitForFunction(() => document.title.startsWith("(1) "));
  await members.page.locator("[data-unread-total]").getByText("1").waitFor();
});

Deno.test("what was written while Ada was offline is there when she is back", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  await using opened = await member(browser, app.url, ada);
  const socket = opened.page.waitForEvent("websocket");
  await connected(opened, "/dashboard");
  const closed = (await socket).waitForEvent("close");
  app.deps.broadcast.endUser(ada.id);
  await closed;
  await opened.context.setOffline(true);
  await app.call("POST", `/groups/${id}/messages`, grace, { content: "Are you there?" });
  await opened.context.setOffline(false);
  await opened.page.getByText("Are you there?").waitFor();
  await titled(opened.page, "(1) Dashboard · Chapterhouse");
});

Deno.test("a group that Ada is added to, removed from, or that is deleted comes and goes by itself, with one sentence", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  await connected(opened, "/dashboard");
  await page.getByText("No groups found.").waitFor();

  const { id } = await app.group(grace, ada);
  await page.getByRole("article").getByRole("link", { name: "Group of grace" }).waitFor();
  await opened.toast(/Grace added you/);
  await app.call("DELETE", `/groups/${id}/members/${ada.id}`, grace);
  await opened.toast("You are no longer in “Group of grace”");
  await page.getByText("No groups found.").waitFor();
  assert.equal((await toasts(page)).filter((text) => text.includes("no longer")).length, 1);

  const second = await app.group(grace, ada);
  await page.getByRole("article").getByRole("link", { name: "Group of grace" }).waitFor();
  await app.call("DELETE", `/groups/${second.id}`, grace);
  await opened.toast("“Group of grace” was deleted");
  await page.getByText("No groups found.").waitFor();
  assert.equal((await toasts(page)).filter((text) => text.includes("no longer")).length, 1);
});

Deno.test("the list beside a chat gains the group that Ada is added to, and loses one that is deleted", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const here = await app.group(ada, grace);
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  await connected(opened, `/group/${here.id}`);
  const list = page.getByRole("navigation", { name: "My Groups" }).getByRole("listitem");
  await list.getByRole("link", { name: "Group of ada" }).focus();
  assert.equal(await list.count(), 1);

  const { id } = await app.group(grace, ada);
  await list.getByRole("link", { name: "Group of grace" }).waitFor();
  assert.match(await list.locator("[aria-current=page]").innerText(), /Group of ada$/);
  assert.ok(await list.locator("[aria-current=page]").evaluate((link) => link === document.activeElement));
  for (const content of ["Page 41", "@ada, page 42"]) {
    await app.call("POST", `/groups/${id}/messages`, grace, { content });
  }
  await list.getByRole("link", { name: "Group of grace 2 unread, 1 mention" }).waitFor();
  await connected(opened, `/group/${here.id}`);
  await list.getByRole("link", { name: "Group of grace 2 unread, 1 mention" }).waitFor();
  await app.call("DELETE", `/groups/${id}`, grace);
  await opened.toast("“Group of grace” was deleted");
  await list.getByText("Group of grace").waitFor({ state: "detached" });
  assert.equal(await list.count(), 1);
});

Deno.test("a deleted group says so once in each of Ada's windows: on its chat, on its members and on the dashboard", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(grace, ada);
  await using windows = new AsyncDisposableStack();
  const opened: Visitor[] = [];
  for (const path of [`/group/${id}`, `/group/${id}?tab=members`, "/dashboard"]) {
    opened.push(windows.use(await member(browser, app.url, ada)));
    await connected(opened.at(-1)!, path);
  }
  await until(() => app.deps.broadcast.connected().memberships.length === 2);
  await app.call("DELETE", `/groups/${id}`, grace);
  const texts = ["This group was deleted", "This group was deleted", "“Group of grace” was deleted"];
  for (const [index, text] of texts.entries()) {
    await opened[index].toast(text);
    assert.equal((await toasts(opened[index].page)).length, 1);
  }
});

Deno.test("what Ada does in one window is no news there, and her other window follows", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  await using here = await member(browser, app.url, ada);
  await using there = await member(browser, app.url, ada);
  await connected(here, "/dashboard");
  await connected(there, "/dashboard");
  await here.page.getByRole("button", { name: "Create New Group" }).click();
  await here.page.getByLabel("Group name").fill("Engine");
  await here.page.keyboard.press("Enter");
  await here.toast("Group created successfully");
  await here.page.getByRole("button", { name: "Delete Engine" }).click();
  await here.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await here.toast("Group deleted successfully");
  await there.page.getByText("No groups found.").waitFor();
  assert.equal((await toasts(here.page)).filter((text) => text.includes("no longer")).length, 0);
});

Deno.test("the members and their number follow who comes and goes", async () => {
  await using app = await startApp();
  const [ada, grace, emmy] = [await app.person("Ada"), await app.person("Grace"), await app.person("Emmy")];
  const { id } = await app.group(ada, grace);
  await using opened = await member(browser, app.url, grace);
  const { page } = opened;
  await connected(opened, `/group/${id}?tab=members`);
  const isIn = () => app.deps.broadcast.usersIn(id).includes(grace.id);
  await until(isIn);
  await app.call("POST", `/groups/${id}/members`, ada, { userId: emmy.id });
  await page.getByText("emmy@example.org").waitFor();
  await page.getByText("3 members").first().waitFor();
  await app.call("DELETE", `/groups/${id}/members/${emmy.id}`, ada);
  await page.getByText("2 members").first().waitFor();
  await page.getByText("emmy@example.org").waitFor({ state: "detached" });
  await app.call("DELETE", `/groups/${id}/members/${grace.id}`, ada);
  await opened.toast("You are no longer a member of this group.");
  assert.equal((await toasts(page)).length, 1);
});

Deno.test("the members of a page that has just come are not loaded again", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const { id } = await app.group(ada, grace);
  await using opened = await member(browser, app.url, grace);
  const { page } = opened;
  let loads = 0;
  page.on("request", (request) => void (request.url().endsWith(`/api/groups/${id}`) && loads++));
  await connected(opened, `/group/${id}?tab=members`);
  await until(() => app.deps.broadcast.usersIn(id).includes(grace.id));
  await app.call("POST", `/groups/${id}/members`, ada, { userId: mallory.id });
  await page.getByRole("article").filter({ hasText: "mallory@example.org" }).waitFor();
  assert.equal(loads, 1);
});

Deno.test("members who came while Grace was offline are there when she is back", async () => {
  await using app = await startApp();
  const [ada, grace, emmy] = [await app.person("Ada"), await app.person("Grace"), await app.person("Emmy")];
  const { id } = await app.group(ada, grace);
  await using opened = await member(browser, app.url, grace);
  const { page } = opened;
  const socket = page.waitForEvent("websocket");
  await connected(opened, `/group/${id}?tab=members`);
  await until(() => app.deps.broadcast.usersIn(id).includes(grace.id));
  const closed = (await socket).waitForEvent("close");
  app.deps.broadcast.endUser(grace.id);
  await closed;
  await opened.context.setOffline(true);
  await app.call("POST", `/groups/${id}/members`, ada, { userId: emmy.id });
  await opened.context.setOffline(false);
  await page.getByText("emmy@example.org").waitFor();
  await page.getByText("3 members").first().waitFor();
});

Deno.test("a profile and the list of friends follow a friendship that begins and ends elsewhere", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using profile = await member(browser, app.url, ada);
  await using friends = await member(browser, app.url, ada);
  await connected(profile, `/profile/${grace.id}`);
  await connected(friends, "/profile?tab=friends");
  const tab = friends.page.getByRole("navigation", { name: "Profile" }).getByRole("link", { name: "Friends 1" });
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await profile.page.getByRole("link", { name: "Respond" }).waitFor();
  // Accepted, as if by another window.
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  await profile.page.getByText("Friends", { exact: true }).waitFor();
  await friends.page.getByRole("link", { name: "Grace", exact: true }).waitFor();
  await tab.waitFor();
  await app.call("DELETE", `/friends/unfriend/${ada.id}`, grace);
  await profile.page.getByRole("button", { name: "Send Friend Request" }).waitFor();
  await friends.page.getByText("No friends yet").waitFor();
  await tab.waitFor({ state: "detached" });
});

Deno.test("a request to be friends is in Ada's list and counted on its tab without a reload", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  await connected(opened, "/dashboard?tab=friends");
  await page.getByText("No pending friend requests").waitFor();
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await page.getByRole("button", { name: "Accept" }).waitFor();
  const tab = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Friend Requests 1" });
  await tab.waitFor();
  await opened.toast(/Grace/);
  assert.equal((await toasts(page)).length, 1);
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByText("No pending friend requests").waitFor();
  await tab.waitFor({ state: "detached" });
});

Deno.test("a page connects once it has loaded, a visitor's does not, and one that is left has no connection", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  await using visitor = await member(browser, app.url, { token: "" });
  const asked: string[] = [];
  visitor.page.on("request", (request) => asked.push(request.url()));
  await visitor.page.goto("/about", { waitUntil: "networkidle" });
  assert.deepEqual(asked.filter((url) => /connection-|socket\.io/.test(url)), []);

  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  const loaded = page.waitForEvent("load");
  const connection = page.waitForRequest(/connection-/);
  await page.goto("/about");
  await Promise.all([loaded, connection]);
  await connected(opened, "/dashboard");
  assert.equal(app.deps.broadcast.countSockets(ada.id), 1);
  await page.goto("/offline");
  await until(() => app.deps.broadcast.countSockets(ada.id) === 0);
  await Promise.all([page.waitForResponse(/\/overview/), page.goBack()]);
});

Deno.test("a page that Grace turns and shares moves in Ada's table and line of a book without a reload, and what Ada opened stays so", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const draft = { title: "Sketch", pageCount: 100 };
  const { body: { book } } = await app.call("POST", `/books/groups/${id}/books`, ada, draft);
  const turn = (as: typeof ada, currentPage: number) =>
    app.call("PUT", `/books/${book.id}/progress`, as, { currentPage });
  await app.call("PUT", `/books/${book.id}/sharing`, grace, { shared: true });
  await using window = await member(browser, app.url, ada);
  const { page } = window;
  const connected = page.waitForEvent("websocket");
  await page.goto(`/group/${id}/books/${book.id}`);
  // The acknowledgement that it is told of what readers do.
  await (await connected).waitForEvent(
    "framereceived",
    ({ payload }) => /^43\d+\[\{"success":true/.test(String(payload)),
  );
  const row = page.locator(".readers tr", { hasText: "Grace" });
  await row.getByText("Page 0 (0%)").waitFor();
  await page.locator(".readers > summary").click();
  await turn(grace, 30);
  await row.getByText("Page 30 (30%)").waitFor({ state: "attached" });
  assert.equal(await row.isVisible(), false, "the table was closed");
  await turn(ada, 12);
  await page.getByText("You are at page 12").waitFor();
});
