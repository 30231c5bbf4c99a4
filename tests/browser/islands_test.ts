import assert from "node:assert/strict";
import type { Page } from "playwright";
import { type CardGroup, forCard } from "../../islands/groups/card_group.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { OverviewGroup } from "../../server/contract/site/overview.ts";
import { pngUrl } from "../media/pictures.ts";
import { type Person, startApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { press, stopClock } from "../support/screen.ts";
import { pictureAt } from "../../server/contract/people/paths.ts";
import { groupsTexts } from "../../server/contract/groups/texts.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

/** With the query of another try. */
const chunk = "**/assets/small-*.js*";
const failed = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "This part of the page could not be loaded." });

async function holdChunk(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(chunk, async (route) => (await promise, await route.continue()));
  return resolve;
}

Deno.test("a script that fails is reported at once, can be loaded again, and the form works without it", async () => {
  await using app = await startApp();
  const { password } = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.route(chunk, (route) => route.abort());
  await page.goto("/login");
  await failed(page).waitFor();
  await press(page, "Try again");
  await failed(page).waitFor();
  await page.getByLabel("Email").fill("ada@example.org");
  await page.unroute(chunk);
  await press(page, "Try again");
  await ada.alive();
  assert.equal(await failed(page).count(), 0);
  assert.equal(await page.getByLabel("Email").inputValue(), "ada@example.org");

  await page.route(chunk, (route) => route.abort());
  await page.reload();
  await failed(page).waitFor();
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Login");
  await ada.toast("Login successful!");
});

Deno.test("a script that another one imports can be loaded again too, and what was typed stays", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const imported = `**${app.deps.assets.islands.LoginForm[1]}`;
  await page.route(imported, (route) => route.abort());
  await page.goto("/login");
  await failed(page).waitFor();
  await page.getByLabel("Email").fill("ada@example.org");
  await press(page, "Try again");
  await failed(page).waitFor();
  await page.unroute(imported);
  await press(page, "Try again");
  await ada.alive();
  assert.equal(await failed(page).count(), 0);
  assert.equal(await page.getByLabel("Email").inputValue(), "ada@example.org");
});

// spec: 9.11
Deno.test("a script that hangs is given up after two minutes, and taken when it comes after all", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const come = await holdChunk(page);
  await page.clock.install();
  await page.goto("/register", { waitUntil: "commit" });
  await listening(page);
  await page.getByLabel("Full name").fill("Ada");
  const pass = await stopClock(page);
  await pass(60_000);
  assert.equal(await failed(page).count(), 0);
  await pass(60_000);
  await failed(page).waitFor();
  come();
  await ada.alive();
  assert.equal(await failed(page).count(), 0);
  assert.equal(await page.getByLabel("Full name").inputValue(), "Ada");
});

Deno.test("where drawing fails, what was drawn stays, and a notice offers to reload the page with what was typed", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Read note G", clientId: "1" });
  await using adas = await member(browser, app.url, ada);
  const { page } = adas;
  // A browser without it: days are written with it.
  await page.addInitScript(() => localStorage.getItem("whole") ?? Reflect.deleteProperty(Intl, "RelativeTimeFormat"));
  await page.goto(`/group/${group.id}`);
  await page.getByRole("alert").filter({ hasText: "This part of the page has stopped working." }).waitFor();
  await page.getByText("Read note G", { exact: true }).waitFor();
  await page.getByLabel("Message", { exact: true }).fill("Half a sentence");
  await page.evaluate(() => localStorage.setItem("whole", "yes"));
  await press(page, "Reload");
  await adas.alive();
  assert.equal(await page.getByLabel("Message", { exact: true }).inputValue(), "Half a sentence");
});

Deno.test("what is typed and pressed before the script has come is not lost", async () => {
  await using app = await startApp();
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  const come = await holdChunk(page);
  await page.goto("/register", { waitUntil: "commit" });
  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("secret");
  come();
  await ada.alive();
  for (const [label, value] of [["Full name", "Ada"], ["Email", "ada@example.org"], ["Password", "secret"]]) {
    assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), value);
  }
  await page.getByText("Password strength: Medium").waitFor();
  await page.getByText("This email address is available.").waitFor();

  await using grace = await member(browser, app.url, await app.person("Grace"));
  await grace.page.route(chunk, () => {});
  await grace.page.goto("/dashboard", { waitUntil: "commit" });
  await press(grace.page, "Create New Group");
  await grace.page.waitForURL("**/dashboard?create=");
  await grace.page.getByLabel("Group name").fill("Engine");
  await press(grace.page, "Create");
  await grace.page.getByRole("link", { name: "Engine" }).waitFor();
});

Deno.test("a page without an island brings no React", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const scripts: string[] = [];
  ada.page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await ada.page.goto("/about", { waitUntil: "networkidle" });
  assert.ok(scripts.length > 0 && scripts.every((url) => !/\/(small|chat)-/.test(url)), scripts.join());
});

/** Waits until the page's own script has run: only then does it notice what is used. */
async function listening(page: Page): Promise<void> {
  const script = await page.locator("script[type=module]").getAttribute("src");
  await page.evaluate((script) => import(script!), script);
}

Deno.test("an island reads from its HTML what the server rendered there", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const written: [Person, string][] = [
    [grace, "See https://example.org/a?b=1&c=2, or (https://example.org)."],
    [grace, '<b>no markup</b> & "quotes"\n\n  indented'],
    [ada, "مرحبا 🦉"],
    [grace, "You"],
  ];
  for (const [author, content] of written) {
    await app.call("POST", `/groups/${id}/messages`, author, { content, clientId: `${author.username} ${content}` });
  }
  const { messages } = (await app.call("GET", `/groups/${id}/messages`, ada)).body;
  const { books } = (await app.call("GET", "/books/search?query=calculus", ada)).body;
  await app.call("POST", `/books/groups/${id}/books`, ada, books[0]);
  await using visitor = await member(browser, app.url, ada);
  await visitor.visit(`/group/${id}?query=calculus`);
  const chunk = app.deps.assets.islands.Chat.find((path) => path.includes("/chat-"));
  const read = await visitor.page.evaluate(readIslands, chunk);
  const { rev } = messages.at(-1);
  const shown = ({ id: _, groupId: __, timestamp, clientId, ...message }: Message) => ({
    ...message,
    timestamp: `${timestamp.slice(0, 16)}Z`,
    clientId: message.userId === ada.id ? clientId : null,
    // Of the group: the page has all its changes so far.
    rev,
  });
  assert.deepEqual(read, { messages: messages.map(shown), found: books });
});

/** In the page. */
async function readIslands(chunk: string | undefined) {
  const { Chat, Books } = await import(chunk!);
  const island = (name: string) => document.querySelector(`[data-island=${name}]`)!;
  const sentTo = (marker: Element) => JSON.parse(marker.nextElementSibling!.textContent!);
  const [chat, books] = [island("Chat"), island("Books")];
  return {
    messages: Chat.fromHtml.messages(chat, sentTo(chat)),
    found: Books.fromHtml.found(books, sentTo(books)),
  };
}

Deno.test("the dashboard's island reads the groups from their cards", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const create = (as: Person, groupName: string, more: object = {}) =>
    app.call("POST", "/groups", as, { groupName, ...more });
  await create(ada, 'Engines & "Notes" <1843>', { description: "We read  two\nchapters a week." });
  await create(ada, "With a picture", { image: await pngUrl("navy") });
  const { group } = (await create(grace, "Compilers")).body;
  await app.call("POST", `/groups/${group.id}/members`, grace, { userId: ada.id });
  await app.call("POST", `/groups/${group.id}/messages`, grace, { content: "Has *anyone* <b>read</b> @ada" });
  const book = { title: "Notes & Queries", pageCount: 66 };
  const { body } = await app.call("POST", `/books/groups/${group.id}/books`, ada, book);
  await app.call("PUT", `/books/${body.book.id}/progress`, ada, { currentPage: 41 });
  const { groups } = (await app.call("GET", "/overview", ada)).body;
  assert.equal(groups[0].unread, 1);
  await using visitor = await member(browser, app.url, ada);
  await visitor.visit("/dashboard");
  const chunk = app.deps.assets.islands.Groups.find((path) => path.includes("/small-"));
  const read: CardGroup[] = await visitor.page.evaluate(
    async (chunk) => (await import(chunk!)).Groups.fromHtml.groups(document.querySelector("[data-island=Groups]")),
    chunk,
  );
  const shown = (group: OverviewGroup) => ({
    ...forCard(group),
    description: group.description ?? groupsTexts.noDescription,
    image: group.image && pictureAt(group.image, 48),
  });
  assert.deepEqual(read, groups.map(shown));
});
