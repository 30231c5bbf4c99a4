/** What others do, and Ada in another window, is on her pages without a reload. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { pngUrl } from "../media/pictures.ts";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { until } from "../support/operate.ts";
import { press } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

/** Waits until the page's connection is there and its first answer too. */
async function connected(page: Page, path: string): Promise<Page> {
  const answered = page.waitForResponse((response) => response.url().endsWith("/overview"));
  await page.goto(path);
  await answered;
  await page.waitForFunction(() => document.querySelectorAll("[data-island]:not([data-hydrated])").length === 0);
  return page;
}

const titled = (page: Page, title: string) => page.waitForFunction((title) => document.title === title, title);
const toasts = (page: Page) => page.locator("#toasts > li").allInnerTexts();
const toast = (page: Page, text: string | RegExp) => page.locator("#toasts").getByText(text).first().waitFor();
const groupList = (page: Page) => page.getByRole("navigation", { name: "My Groups" }).getByRole("listitem");

Deno.test("what Grace writes, and deletes unread, is on Ada's dashboard, in the title and on the icon of each of her windows, until one has read it", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const other = await app.group(ada);
  await using opened = await member(browser, app.url, ada);
  const { page: first, context } = opened;
  await connected(first, "/dashboard");
  const second = await connected(await context.newPage(), "/about");
  const third = await connected(await context.newPage(), `/group/${other.id}`);
  const fourth = await connected(await context.newPage(), `/group/${id}?tab=members`);
  const icon = (page: Page) => page.locator("link[rel=icon]").getAttribute("href");
  assert.equal(await first.title(), "Dashboard · Chapterhouse");
  assert.equal(await icon(second), "/icons/favicon.svg");

  const write = (content: string) => app.call("POST", `/groups/${id}/messages`, grace, { content });
  const { message } = (await write("Better unsaid")).body;
  await write("Page 41 is a riddle.");
  for (const page of [first, fourth]) await page.waitForFunction(() => document.title.startsWith("(2) "));
  await app.call("DELETE", `/groups/${id}/messages/${message.id}`, grace);
  const card = first.getByRole("article").first();
  await card.getByText("Page 41 is a riddle.").waitFor();
  await card.getByText("Grace").first().waitFor();
  await card.getByText("1 unread").waitFor();
  await titled(first, "(1) Dashboard · Chapterhouse");
  await titled(second, "(1) About · Chapterhouse");
  assert.equal(await icon(second), "/icons/favicon-news.svg");
  for (const page of [second, fourth]) await page.locator("[data-unread-total]").getByText("1").waitFor();
  await groupList(third).getByText("1 unread").waitFor();
  await titled(third, "(1) Group of ada · Chapterhouse");
  assert.deepEqual(await toasts(first), []);

  await app.call("PUT", `/groups/${id}/read`, ada, { seq: 2 });
  await titled(first, "Dashboard · Chapterhouse");
  await titled(second, "About · Chapterhouse");
  await groupList(third).getByText("unread").waitFor({ state: "detached" });
  await card.getByText("unread").waitFor({ state: "detached" });
  assert.equal(await icon(second), "/icons/favicon.svg");
});

Deno.test("what was written, and who was added, while Ada was offline is there when she is back; of members that have just come none are loaded again", async () => {
  await using app = await startApp();
  const [ada, grace, emmy] = [await app.person("Ada"), await app.person("Grace"), await app.person("Emmy")];
  const { id } = await app.group(ada, grace);
  await using opened = await member(browser, app.url, ada);
  const { page, context } = opened;
  const members = await context.newPage();
  let loads = 0;
  members.on("request", (request) => void (request.url().endsWith(`/api/groups/${id}`) && loads++));
  await connected(page, "/dashboard");
  const socket = members.waitForEvent("websocket");
  await connected(members, `/group/${id}?tab=members`);
  await until(() => app.deps.broadcast.usersIn(id).includes(ada.id));
  assert.equal(loads, 0);
  const closed = (await socket).waitForEvent("close");
  app.deps.broadcast.endUser(ada.id);
  await closed;
  await context.setOffline(true);
  await app.call("POST", `/groups/${id}/messages`, grace, { content: "Are you there?" });
  await app.call("POST", `/groups/${id}/members`, ada, { userId: emmy.id });
  await context.setOffline(false);
  await page.getByText("Are you there?").waitFor();
  await titled(page, "(1) Dashboard · Chapterhouse");
  await members.getByText("emmy@example.org").waitFor();
  await members.getByText("3 members").first().waitFor();
});

Deno.test("groups that Ada is added to, leaves or makes come and go on her dashboard and beside her chat, with one sentence where it is news", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const here = await app.group(ada, grace);
  await using opened = await member(browser, app.url, ada);
  const { page: chat, context } = opened;
  await connected(chat, `/group/${here.id}`);
  const dashboard = await connected(await context.newPage(), "/dashboard");
  const cardOf = (name: string) => dashboard.getByRole("article").getByRole("link", { name });
  await chat.bringToFront();
  await groupList(chat).getByRole("link", { name: "Group of ada" }).focus();

  const first = await app.group(grace, ada);
  await cardOf("Group of grace").waitFor();
  await toast(dashboard, /Grace added you/);
  const open = groupList(chat).locator("[aria-current=page]");
  await groupList(chat).getByRole("link", { name: "Group of grace" }).waitFor();
  assert.match(await open.innerText(), /Group of ada$/);
  assert.match(
    await chat.evaluate(() => document.activeElement!.outerHTML),
    /^<a [^>]*aria-current="page"[^]*Group of ada/,
  );
  for (const content of ["Page 41", "@ada, page 42"]) {
    await app.call("POST", `/groups/${first.id}/messages`, grace, { content });
  }
  await groupList(chat).getByRole("link", { name: "Group of grace 2 unread, 1 mention" }).waitFor();
  await app.call("DELETE", `/groups/${first.id}/members/${ada.id}`, grace);
  await toast(dashboard, "You are no longer in “Group of grace”");
  assert.ok((await toasts(dashboard)).filter((text) => text.includes("no longer")).length <= 1);
  await cardOf("Group of grace").waitFor({ state: "detached" });
  await groupList(chat).getByText("Group of grace").waitFor({ state: "detached" });
  const second = await app.group(grace, ada);
  await cardOf("Group of grace").waitFor();
  await app.call("DELETE", `/groups/${second.id}`, grace);
  await toast(dashboard, "“Group of grace” was deleted");
  await cardOf("Group of grace").waitFor({ state: "detached" });

  // What Ada does in one window is no news there, and her other window follows.
  await press(dashboard, "Create New Group");
  await dashboard.getByLabel("Group name").fill("Engine");
  await dashboard.keyboard.press("Enter");
  await toast(dashboard, "Group created successfully");
  await groupList(chat).getByText("Engine").waitFor();
  await press(dashboard, "Delete Engine");
  await dashboard.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await toast(dashboard, "Group deleted successfully");
  await groupList(chat).getByText("Engine").waitFor({ state: "detached" });
  assert.deepEqual((await toasts(dashboard)).filter((text) => /no longer.*Engine|Engine.*was deleted/.test(text)), []);
});

Deno.test("a deleted group says so once in each of Ada's windows: on its chat, on its members and on the dashboard", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(grace, ada);
  await using opened = await member(browser, app.url, ada);
  const { page: chat, context } = opened;
  await connected(chat, `/group/${id}`);
  const members = await connected(await context.newPage(), `/group/${id}?tab=members`);
  const dashboard = await connected(await context.newPage(), "/dashboard");
  await until(() => app.deps.broadcast.connected().filter(({ groupIds }) => groupIds.size > 0).length === 2);
  await app.call("DELETE", `/groups/${id}`, grace);
  for (const page of [chat, members, dashboard]) {
    await toast(page, page === dashboard ? "“Group of grace” was deleted" : "This group was deleted");
    assert.equal((await toasts(page)).length, 1);
  }
});

Deno.test("the group's name, picture, members, roles and what these may do follow what Ada changes, on Grace's open pages", async () => {
  await using app = await startApp();
  const [ada, grace, nora, emmy] = await Promise.all(["Ada", "Grace", "Nora", "Emmy"].map(app.person));
  const { id } = await app.group(ada, grace, nora);
  await app.call("POST", `/groups/${id}/timer`, ada, { minutes: 25 });
  await using opened = await member(browser, app.url, grace);
  const { page, context } = opened;
  const chat = await context.newPage();
  await connected(chat, `/group/${id}`);
  await connected(page, `/group/${id}?tab=members`);
  await until(() => app.deps.broadcast.usersIn(id).includes(grace.id));
  const card = (name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });
  const end = chat.locator(".timer").getByRole("button", { name: "End" });
  assert.equal(await card("nora").getByRole("button", { name: "Remove" }).count(), 0);
  assert.equal(await end.count(), 0);
  const setRole = (role: string) => app.call("PUT", `/groups/${id}/members/${grace.id}/role`, ada, { role });
  await setRole("organizer");
  await card("grace").getByText("Organizer", { exact: true }).waitFor();
  await card("nora").getByRole("button", { name: "Remove" }).waitFor();
  assert.equal(await card("ada").getByRole("button").count(), 0);
  await end.waitFor();
  await setRole("member");
  await end.waitFor({ state: "detached" });

  await app.call("PUT", `/groups/${id}`, ada, { groupName: "Looms", image: await pngUrl("#557766") });
  await page.getByRole("heading", { level: 1, name: "Looms" }).waitFor();
  await groupList(page).getByText("Looms").waitFor();
  await page.locator(".group-header > img.group-image").waitFor();
  await app.call("PUT", `/groups/${id}`, ada, { image: "" });
  await page.locator(".group-header > svg.group-image").waitFor();
  await app.call("POST", `/groups/${id}/members`, ada, { userId: emmy.id });
  await card("emmy").waitFor();
  await page.getByText("4 members").first().waitFor();
  await app.call("DELETE", `/groups/${id}/members/${emmy.id}`, ada);
  await page.getByText("3 members").first().waitFor();
  await card("emmy").waitFor({ state: "detached" });
  await setRole("creator");
  await card("grace").getByText("Creator", { exact: true }).waitFor();
  await card("ada").getByRole("button", { name: "Remove" }).waitFor();
  await page.getByRole("button", { name: "Add New Member" }).waitFor();
});

Deno.test("a profile, the requests and the friends follow a friendship that begins and ends elsewhere", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using opened = await member(browser, app.url, ada);
  const { page: profile, context } = opened;
  await connected(profile, `/profile/${grace.id}`);
  const friends = await connected(await context.newPage(), "/profile?tab=friends");
  const requests = await connected(await context.newPage(), "/dashboard?tab=friends");
  await requests.getByText("No pending friend requests").waitFor();
  const pending = requests.getByRole("navigation", { name: "Dashboard" }).getByRole("link", {
    name: "Friend Requests 1",
  });
  const tab = friends.getByRole("navigation", { name: "Profile" }).getByRole("link", { name: "Friends 1" });
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await profile.getByRole("link", { name: "Respond" }).waitFor();
  await requests.getByRole("button", { name: "Accept" }).waitFor();
  await pending.waitFor();
  await toast(requests, /Grace/);
  assert.equal((await toasts(requests)).length, 1);
  // Accepted, as if by another window.
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  await profile.getByText("Friends", { exact: true }).waitFor();
  await friends.getByRole("link", { name: "Grace", exact: true }).waitFor();
  await tab.waitFor();
  await requests.getByText("No pending friend requests").waitFor();
  await pending.waitFor({ state: "detached" });
  await app.call("DELETE", `/friends/unfriend/${ada.id}`, grace);
  await profile.getByRole("button", { name: "Send Friend Request" }).waitFor();
  await friends.getByText("No friends yet").waitFor();
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
  await connected(page, "/dashboard");
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
  await page.locator(".readers > summary").click();
  await row.getByText("Page 0 (0%)").waitFor();
  await turn(grace, 30);
  await row.getByText("Page 30 (30%)").waitFor();
  await turn(ada, 12);
  await page.getByRole("img", { name: "You are at page 12" }).waitFor();
});
