/** What is done with messages: two and three windows of one group. */
import assert from "node:assert/strict";
import { lte, sql } from "drizzle-orm";
import { openDb } from "../../db/engine/client.ts";
import { members, messages, users } from "../../db/schema.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { person } from "../support/people.ts";
import { enter, here, openLasting, store, type Window, windowOf } from "./chat_room.ts";
import { until } from "../support/operate.ts";

type Room = Awaited<ReturnType<typeof openLasting>>;

const path = "/groups/engine/messages";
const say = async (room: Room, content: string): Promise<Message> =>
  (await room.call("ada", "POST", path, { content })).body.message;

const messageWith = ({ page }: Window, text: string) =>
  page.locator(".message").filter({ has: page.locator(".message-text").filter({ hasText: text }) });

/** Opens the menu of a message with the mouse, and presses a button in it. */
async function act(window: Window, text: string, button: string): Promise<void> {
  await messageWith(window, text).hover();
  await window.page.getByRole("button", { name: "More actions" }).click();
  await window.page.locator(".message-menu").getByRole("button", { name: button, exact: true }).click();
}

Deno.test("A message that Grace edits is changed in every window, and says so", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await using other = await enter(room, "grace");
  await grace.send("Teh engine");
  await messageWith(ada, "Teh engine").waitFor();
  await grace.input.press("ArrowUp");
  await grace.page.getByText("Editing your message").waitFor();
  assert.equal(await grace.input.inputValue(), "Teh engine");
  await grace.input.fill("The engine");
  await grace.input.press("Enter");
  for (const window of [ada, grace, other]) {
    await messageWith(window, "The engine").getByText("edited").waitFor();
    assert.deepEqual(await window.texts(), ["The engine"]);
  }
  assert.equal(await grace.input.inputValue(), "");
  await ada.page.reload();
  await messageWith(ada, "The engine").getByText("edited").waitFor();
  await messageWith(ada, "The engine").hover();
  await ada.page.getByRole("button", { name: "More actions" }).click();
  await ada.page.locator(".menu-item").first().waitFor();
  assert.equal(await ada.page.locator(".menu-item").filter({ hasText: "Edit" }).count(), 0, "it is not hers");
});

Deno.test("Escape ends an edit, and what was being written is there again", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  await grace.send("Sent");
  await messageWith(grace, "Sent").waitFor();
  await grace.input.fill("Half a sent");
  await act(grace, "Sent", "Edit");
  await grace.page.getByText("Editing your message").waitFor();
  await grace.input.fill("Changed");
  await grace.input.press("Escape");
  assert.equal(await grace.input.inputValue(), "Half a sent");
  assert.deepEqual(await grace.texts(), ["Sent"]);
});

Deno.test("A change of a message that is half written is there again after a reload, until it is saved or cancelled", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const top = grace.page.getByText("Editing your message");
  const editLast = async () => {
    await top.waitFor({ state: "detached" });
    await grace.input.press("ArrowUp");
    await top.waitFor();
    return await grace.input.inputValue();
  };
  await grace.send("Teh engine");
  await messageWith(grace, "Teh engine").waitFor();
  assert.equal(await editLast(), "Teh engine");
  await grace.input.fill("The analytical eng");
  await grace.visit(here);
  await grace.joined();
  assert.equal(await editLast(), "The analytical eng");
  await grace.input.press("Escape");
  assert.equal(await editLast(), "Teh engine");
  await grace.input.fill("The engine");
  await grace.input.press("Enter");
  await messageWith(grace, "The engine").waitFor();
  assert.equal(await editLast(), "The engine");
});

Deno.test("When the message that Grace edits is deleted the composer says so, and what is typed is a draft", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const top = grace.page.locator(".composer-top");
  await grace.send("Teh engine");
  await messageWith(grace, "Teh engine").waitFor();
  await grace.input.fill("Half a sent");
  await act(grace, "Teh engine", "Edit");
  await top.getByText("Editing your message").waitFor();
  await grace.input.fill("The engine");
  const [{ id }] = (await room.call("ada", "GET", path)).body.messages;
  await room.call("ada", "DELETE", `${path}/${id}`);
  await top.getByText("This message was deleted.").waitFor();
  assert.equal(await grace.input.inputValue(), "Half a sent\nThe engine");
  await grace.page.getByRole("button", { name: "Send" }).click();
  await messageWith(grace, "The engine").waitFor();
  assert.deepEqual([await top.count(), await grace.input.inputValue()], [0, ""]);
});

Deno.test("A message that was changed elsewhere while Grace edits it is overwritten by saving twice", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const top = grace.page.locator(".composer-top");
  await grace.send("Teh engine");
  await messageWith(grace, "Teh engine").waitFor();
  await grace.input.press("ArrowUp");
  await top.getByText("Editing your message").waitFor();
  const [{ id }] = (await room.call("grace", "GET", path)).body.messages;
  await room.call("grace", "PUT", `${path}/${id}`, { content: "The loom" });
  await messageWith(grace, "The loom").waitFor();
  await grace.input.fill("The engine");
  await grace.input.press("Enter");
  await top.getByText("Changed elsewhere. Save again to overwrite.").waitFor();
  assert.deepEqual(await grace.texts(), ["The loom"]);
  await grace.input.press("Enter");
  await messageWith(grace, "The engine").waitFor();
  assert.equal(await top.count(), 0);
});

Deno.test("A message is deleted after a question; its place and the quotes of it say so in every window", async () => {
  await using room = await openLasting();
  await say(room, "Better unsaid");
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await messageWith(grace, "Better unsaid").hover();
  await grace.page.getByRole("button", { name: "Reply", exact: true }).click();
  await grace.page.getByText("Replying to").waitFor();
  await grace.send("What?");
  await messageWith(ada, "What?").locator(".message-quote").getByText("Better unsaid").waitFor();
  await act(ada, "Better unsaid", "Delete");
  const dialog = ada.page.getByRole("dialog", { name: "Delete this message?" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  for (const window of [ada, grace]) {
    await messageWith(window, "What?").locator(".message-quote").getByText("Message deleted").waitFor();
    assert.deepEqual(await window.texts(), ["Message deleted", "What?"]);
  }
  await grace.page.reload();
  await grace.alive();
  assert.deepEqual(await grace.texts(), ["Message deleted", "What?"]);
  assert.equal(await grace.page.locator(".message-quote").innerText().then((text) => /deleted/.test(text)), true);
});

Deno.test("A reply leads to its message, also to one that is not loaded, and one key leads back to the end", async () => {
  await using room = await openLasting();
  await store(room.file, 200);
  const { body } = await room.call("ada", "GET", `${path}?before=8&limit=1`);
  await room.call("ada", "POST", path, { content: "About that", replyTo: body.messages[0].id });
  await using grace = await enter(room, "grace");
  await messageWith(grace, "About that").locator(".message-quote").click();
  const marked = grace.page.locator(".message--marked");
  await marked.getByText("message 7", { exact: true }).waitFor();
  assert.equal(await grace.page.evaluate(() => document.activeElement?.matches(".message--marked")), true);
  await room.call("ada", "POST", path, { content: "Meanwhile" });
  assert.equal(await messageWith(grace, "Meanwhile").count(), 0);
  await grace.page.getByRole("button", { name: "Latest messages" }).click();
  await messageWith(grace, "Meanwhile").waitFor();
  await messageWith(grace, "About that").locator(".message-quote").click();
  await marked.waitFor();
  await grace.page.keyboard.press("End");
  await messageWith(grace, "Meanwhile").waitFor();
});

Deno.test("A link to a message of this group leads there in place, one to a page of ours stays in the tab", async () => {
  await using room = await openLasting();
  await store(room.file, 200);
  const links = [`${room.url}${here}?message=7`, `${room.url}/about`, "https://example.org/"];
  await say(room, links.join(" "));
  await using grace = await enter(room, "grace");
  const { page, context } = grace;
  const link = (n: number) => page.locator(".message-text a", { hasText: links[n] });
  await page.evaluate(() => document.body.dataset.stays = "yes");
  await link(0).click();
  await page.locator(".message--marked").getByText("message 7", { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.body.dataset.stays), "yes", "the page is the same");
  await page.keyboard.press("End");
  await context.route("https://example.org/", (route) => route.fulfill({ body: "Elsewhere" }));
  const [foreign] = await Promise.all([context.waitForEvent("page"), link(2).click()]);
  await foreign.close();
  await link(1).click();
  await page.waitForURL("**/about");
  assert.equal(context.pages().length, 1);
});

Deno.test("Reactions are given and taken back, and say who gave them", async () => {
  await using room = await openLasting();
  await say(room, "Done");
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await messageWith(grace, "Done").hover();
  await grace.page.getByRole("button", { name: "Add reaction" }).click();
  await grace.page.getByLabel("Other emoji").fill("🦉");
  await grace.page.getByLabel("Other emoji").press("Enter");
  const owl = (window: Window) => window.page.locator(".reaction").filter({ hasText: "🦉" });
  await owl(ada).waitFor();
  assert.equal(await owl(ada).getAttribute("aria-pressed"), "false");
  await owl(ada).click();
  await owl(grace).getByText("2").waitFor();
  assert.match(await owl(grace).getAttribute("aria-label") ?? "", /2: You, /);
  assert.equal(await owl(grace).getAttribute("aria-pressed"), "true");
  await owl(grace).click();
  await owl(ada).filter({ hasText: "1" }).waitFor();
  await owl(ada).click();
  await owl(ada).waitFor({ state: "detached" });
  await messageWith(grace, "Done").hover();
  await grace.page.getByRole("button", { name: "Add reaction" }).click();
  await grace.page.getByLabel("Other emoji").fill("no");
  await grace.page.getByLabel("Other emoji").press("Enter");
  await grace.toast("Please choose one emoji.");
});

Deno.test("A mention is completed by keyboard, and shown by the name of whom it means", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await grace.input.pressSequentially("Ask @a");
  const option = grace.page.getByRole("option");
  await option.waitFor();
  assert.equal(await option.getAttribute("aria-selected"), "true");
  assert.equal(await grace.input.getAttribute("aria-activedescendant"), await option.getAttribute("id"));
  await grace.input.press("Escape");
  await option.waitFor({ state: "detached" });
  await grace.input.press("d");
  await option.waitFor();
  await grace.input.press("Enter");
  assert.equal(await grace.input.inputValue(), "Ask @ada ");
  await grace.input.pressSequentially("and @mal");
  assert.equal(await option.count(), 0, "Mallory is not in the group");
  await grace.input.press("Enter");
  const mention = ada.page.locator(".mention--viewer");
  await mention.waitFor();
  assert.equal(await mention.getAttribute("href"), "/profile/ada");
  await ada.page.reload();
  await ada.joined();
  await mention.waitFor();
});

Deno.test("What changed while Grace was offline is there when Grace is back", async () => {
  await using room = await openLasting();
  const first = await say(room, "First");
  const second = await say(room, "Second");
  await using grace = await enter(room, "grace");
  await room.stop();
  await grace.line(/Disconnected|Connection error/);
  await room.start();
  await room.call("ada", "PUT", `${path}/${first.id}`, { content: "First, changed" });
  await room.call("ada", "DELETE", `${path}/${second.id}`);
  const third = await say(room, "Third");
  await room.call("ada", "PUT", `${path}/${third.id}`, { content: "Third, changed" });
  await say(room, "Fourth");
  await messageWith(grace, "Fourth").waitFor();
  assert.deepEqual(await grace.texts(), ["First, changed", "Message deleted", "Third, changed", "Fourth"]);
});

Deno.test("The chat opens at what is new, and what Grace has seen is read afterwards", async () => {
  await using room = await openLasting();
  await store(room.file, 100);
  for (let n = 1; n <= 60; n++) await say(room, `new ${n}`);
  const unread = async () => (await room.call("grace", "GET", "/groups/engine")).body.group.unread;
  assert.equal(await unread(), 60);
  await using grace = await enter(room, "grace");
  await grace.page.getByText("New since you were here").waitFor();
  assert.equal(await grace.page.locator(".new-line + .message .message-text").innerText(), "new 1");
  assert.ok(await grace.page.getByText("new 1", { exact: true }).isVisible());
  await grace.page.getByRole("button", { name: "Latest messages" }).click();
  await grace.page.getByText("new 60", { exact: true }).waitFor();
  await until(async () => await unread() === 0);
  await grace.page.reload();
  await grace.joined();
  assert.equal(await grace.page.getByText("New since you were here").count(), 0);
});

Deno.test("While Ada writes, Grace sees that, until the message comes", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await ada.input.pressSequentially("Hel");
  await grace.page.getByText(/is typing…/).waitFor();
  assert.equal(await ada.page.locator(".typing-line").count(), 0);
  await ada.input.press("Enter");
  await messageWith(grace, "Hel").waitFor();
  await grace.page.locator(".typing-line").waitFor({ state: "detached" });
});

Deno.test("What Grace has seen is read although the page is left in the same moment", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const unread = async () => (await room.call("grace", "GET", "/groups/engine")).body.group.unread;
  for (const text of ["First", "Second"]) {
    await say(room, text);
    await messageWith(grace, text).waitFor();
    await grace.page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await grace.visit("/about");
  await until(async () => await unread() === 0);
});

Deno.test("In a group of many, members whom no message names are fetched when Grace begins to write", async () => {
  await using room = await openLasting();
  const { db } = room.deps;
  const many = Array.from({ length: 30 }, (_, n) => ({ ...person(`reader${n}`), fullName: `Reader ${n}` }));
  await db.write([db.q.insert(users).values(many)]);
  const joined = many.map(({ id: userId }) => ({ groupId: "engine", userId, joinedAt: 0 }));
  await db.write([db.q.insert(members).values(joined)]);
  await say(room, "Hello");
  await using grace = await enter(room, "grace");
  assert.equal((await grace.page.content()).includes("Reader 20"), false);
  const call = grace.page.waitForResponse("**/api/groups/engine");
  await grace.input.focus();
  await call;
  await grace.input.pressSequentially("@reader2");
  await grace.page.getByRole("option").getByText("Reader 20").waitFor();
});

Deno.test("Enter sends where the caret has left the mention that was being typed", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await ada.input.pressSequentially("Hi @gr");
  const option = ada.page.getByRole("option");
  await option.waitFor();
  await ada.input.press("Home");
  await option.waitFor({ state: "detached" });
  await ada.input.press("Enter");
  await messageWith(ada, "Hi @gr").waitFor();
});

/** Pins the first messages. */
async function pinFirst(file: string, count: number): Promise<void> {
  const db = await openDb({ url: `file:${file}` });
  await db.write([db.q.update(messages).set({ pinnedAt: sql`seq` }).where(lte(messages.seq, count))]);
  await db.close();
}

Deno.test("A message that Ada pins is among the pinned ones of everybody; search finds messages, and both lead there", async () => {
  await using room = await openLasting();
  await say(room, "Eigenvalues on Thursday");
  await store(room.file, 120, 2);
  await pinFirst(room.file, 31);
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await act(ada, "message 121", "Pin");
  await messageWith(grace, "message 121").getByText("Pinned").waitFor({ state: "attached" });
  await grace.page.getByRole("link", { name: "Pinned messages" }).click();
  await grace.page.locator(".found-message").getByText("message 121").waitFor();
  const found = () => grace.page.locator(".found-message a b").count();
  assert.equal(await found(), 30);
  await grace.page.getByRole("button", { name: "Show more" }).click();
  await grace.page.locator(".found-message:nth-child(31) > a:focus").waitFor();
  assert.equal(await found(), 32);
  await grace.page.keyboard.press("Escape");
  await grace.page.locator(".finder").waitFor({ state: "detached" });
  assert.equal(await grace.page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Pinned messages");
  await grace.page.getByRole("link", { name: "Search messages" }).click();
  await grace.page.getByRole("searchbox", { name: "Search messages" }).fill("eigen");
  await grace.page.keyboard.press("Enter");
  await grace.page.locator(".found-message a").first().click();
  await grace.page.locator(".message--marked").getByText("Eigenvalues on Thursday").waitFor();
  await messageWith(grace, "Eigenvalues").hover();
  await grace.page.getByRole("button", { name: "More actions" }).click();
  await grace.page.locator(".menu-item").first().waitFor();
  assert.deepEqual(await grace.page.locator(".menu-item").allInnerTexts(), ["Reply", "Copy link", "Report"]);
});

Deno.test("On a phone messages are found by the menu of the group's name, which has the focus afterwards", async () => {
  await using room = await openLasting();
  await say(room, "Eigenvalues on Thursday");
  await using grace = await enter(room, "grace", { viewport: { width: 360, height: 780 } });
  const { page } = grace;
  const name = page.locator(".group-name button");
  await name.click();
  await page.getByRole("link", { name: "Search messages" }).click();
  await page.getByRole("searchbox", { name: "Search messages" }).fill("eigen");
  await page.keyboard.press("Enter");
  await page.locator(".found-message").getByText("Eigenvalues on Thursday").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".finder").waitFor({ state: "detached" });
  assert.ok(await name.evaluate((button) => button === document.activeElement));
});

Deno.test("Arrow keys go from message to message, of which Tab passes one, and its tools come next", async () => {
  await using room = await openLasting();
  await store(room.file, 20);
  await using grace = await enter(room, "grace");
  const { page } = grace;
  assert.equal(await page.locator("a.message-time:not([tabindex='-1'])").count(), 1);
  await page.locator("a.message-time").last().focus();
  await page.locator(".message-tools").waitFor();
  await page.keyboard.press("ArrowUp");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  assert.match(await focused() ?? "", /message 19/);
  await page.locator(".message-tools").waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Add reaction");
  await page.keyboard.press("Enter");
  await page.locator(".message-menu").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Add reaction");
  await page.keyboard.press("Escape");
  assert.match(await focused() ?? "", /message 19/);
});

Deno.test("What can be done with a message stands at it, and covers no other one's text", async () => {
  await using room = await openLasting();
  const long = "A sentence that takes every line that it can have on a screen of any width. ".repeat(3);
  for (const content of [`${long}1`, "Yes", `${long}2`, "No", `${long}3`]) await say(room, content);
  const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
  for (const options of [{}, { viewport: { width: 768, height: 1024 } }, phone]) {
    for (const name of ["ada", "grace"] as const) {
      await using reader = await enter(room, name, options);
      const messages = reader.page.locator(".message");
      for (const n of [1, 2, 3, 4]) {
        const bubble = messages.nth(n).locator(".message-bubble");
        const position = { x: 5, y: 5 };
        await (options === phone ? bubble.tap({ position }) : bubble.hover({ position }));
        await messages.nth(n).locator(".message-tools").waitFor();
        // The list may still be on its way to its end.
        await until(async () => (await reader.page.evaluate(coveredByTools, n)).length === 0);
      }
    }
  }
});

/** In the page: the texts of others that the tools of a message cover, and whether they are cut off. */
function coveredByTools(n: number): string[] {
  const messages = [...document.querySelectorAll(".message")];
  const tools = messages[n].querySelector(".message-tools")!.getBoundingClientRect();
  const box = document.querySelector(".messages-box")!.getBoundingClientRect();
  const overlaps = (one: DOMRect) =>
    one.left < tools.right && one.right > tools.left && one.top < tools.bottom && one.bottom > tools.top;
  const others = messages.filter((_, index) => index !== n);
  const texts = others.flatMap((message) => [...message.querySelectorAll(".message-text, .message-time")]);
  const covered = texts.filter((text) => [...text.getClientRects()].some(overlaps));
  const isCut = tools.left < box.left || tools.right > box.right || tools.top < box.top || tools.bottom > box.bottom;
  return [...covered.map(({ textContent }) => textContent!), ...(isCut ? ["cut off"] : [])];
}

Deno.test("Without a script a message's time leads to forms that reply, react, edit, pin and delete", async () => {
  await using room = await openLasting();
  await say(room, "By form");
  await using ada = await windowOf(room, "ada", { javaScriptEnabled: false });
  const { page } = ada;
  const open = () => page.goto(`${here}?message=1`);
  await ada.visit(here);
  await page.locator("a.message-time").click();
  await page.waitForURL("**?message=1");
  await page.getByLabel("Other emoji").fill("🦉");
  await page.getByRole("button", { name: "Add reaction" }).click();
  await page.locator(".reaction").filter({ hasText: "🦉 1" }).waitFor();
  await page.getByRole("button", { name: "Take back 🦉" }).click();
  await page.locator(".reaction").waitFor({ state: "detached" });
  await page.getByLabel("Editing your message").fill("By another form");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".message-edited").waitFor();
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await page.getByRole("link", { name: "Pinned messages" }).click();
  await page.locator(".found-message").getByText("By another form").waitFor();
  await open();
  await page.getByRole("link", { name: "Reply" }).click();
  await ada.input.fill("An answer");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".message-quote").getByText("By another form").waitFor();
  await page.goto(`${here}?search=another`);
  await page.locator(".found-message a").first().click();
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.locator(".message-deleted").waitFor();
});

Deno.test("Without a script a button says that everything is read", async () => {
  await using room = await openLasting();
  await say(room, "Unread");
  await using grace = await windowOf(room, "grace", { javaScriptEnabled: false });
  await grace.visit(here);
  await grace.page.getByText("New since you were here").waitFor();
  await grace.page.getByRole("button", { name: "Mark as read" }).click();
  await grace.toast("Marked as read");
  assert.equal(await grace.page.getByText("New since you were here").count(), 0);
});
