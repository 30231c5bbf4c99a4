/** What is done with messages: two and three windows of one group. */
import assert from "node:assert/strict";
import { lte, sql } from "drizzle-orm";
import { openDb } from "../../../db/engine/client.ts";
import { members, messages, users } from "../../../db/schema.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { person } from "../../support/people.ts";
import { act, enter, here, messageWith, openLasting, store, type Window } from "./room.ts";
import { until } from "../../support/operate.ts";

type Room = Awaited<ReturnType<typeof openLasting>>;

const path = "/groups/engine/messages";
const say = async (room: Room, content: string): Promise<Message> =>
  (await room.call("ada", "POST", path, { content })).body.message;

Deno.test("A message that Grace edits is changed in every window, and says so; one changed elsewhere meanwhile is overwritten by saving twice", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  const top = grace.page.locator(".composer-top");
  await grace.send("Teh engine");
  await messageWith(ada, "Teh engine").waitFor();
  await grace.input.press("ArrowUp");
  await top.getByText("Editing your message").waitFor();
  assert.equal(await grace.input.inputValue(), "Teh engine");
  const [{ id }] = (await room.call("grace", "GET", path)).body.messages;
  await room.call("grace", "PUT", `${path}/${id}`, { content: "The loom" });
  await messageWith(grace, "The loom").waitFor();
  await grace.input.fill("The engine");
  await grace.input.press("Enter");
  await top.getByText("Changed elsewhere. Save again to overwrite.").waitFor();
  assert.deepEqual(await grace.texts(), ["The loom"]);
  await grace.input.press("Enter");
  for (const window of [ada, grace]) {
    await messageWith(window, "The engine").getByText("edited").waitFor();
    assert.deepEqual(await window.texts(), ["The engine"]);
  }
  assert.deepEqual([await top.count(), await grace.input.inputValue()], [0, ""]);
  await ada.page.reload();
  await messageWith(ada, "The engine").getByText("edited").waitFor();
  await messageWith(ada, "The engine").hover();
  await ada.page.getByRole("button", { name: "More actions" }).click();
  await ada.page.locator(".menu-item").first().waitFor();
  assert.equal(await ada.page.locator(".menu-item").filter({ hasText: "Edit" }).count(), 0, "it is not hers");
});

Deno.test("A half-written change survives a reload, Escape brings back the draft, and of a deleted message the change becomes a draft", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const top = grace.page.locator(".composer-top");
  const editLast = async () => {
    await top.waitFor({ state: "detached" });
    await grace.input.press("ArrowUp");
    await top.getByText("Editing your message").waitFor();
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
  await grace.input.press("Escape");

  await grace.input.fill("Half a sent");
  await act(grace, "The engine", "Edit");
  await grace.input.fill("Changed");
  await grace.input.press("Escape");
  assert.equal(await grace.input.inputValue(), "Half a sent");
  await act(grace, "The engine", "Edit");
  await grace.input.fill("The loom");
  const [{ id }] = (await room.call("ada", "GET", path)).body.messages;
  await room.call("ada", "DELETE", `${path}/${id}`);
  await top.getByText("This message was deleted.").waitFor();
  assert.equal(await grace.input.inputValue(), "Half a sent\nThe loom");
  await grace.page.getByRole("button", { name: "Send" }).click();
  await messageWith(grace, "The loom").waitFor();
  assert.deepEqual([await top.count(), await grace.input.inputValue()], [0, ""]);
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

Deno.test("A reply leads to its message, also to one that is not loaded, as does a link to one; a link to another page of ours stays in the tab", async () => {
  await using room = await openLasting();
  await store(room.file, 200);
  const links = [`${room.url}${here}?message=7`, `${room.url}/about`, "https://example.org/"];
  await say(room, links.join(" "));
  const { body } = await room.call("ada", "GET", `${path}?before=8&limit=1`);
  await room.call("ada", "POST", path, { content: "About that", replyTo: body.messages[0].id });
  await using grace = await enter(room, "grace");
  const { page, context } = grace;
  const marked = page.locator(".message--marked").getByText("message 7", { exact: true });
  await page.evaluate(() => document.body.dataset.stays = "yes");
  await messageWith(grace, "About that").locator(".message-quote").click();
  await marked.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.matches(".message--marked")), true);
  await say(room, "Meanwhile");
  assert.equal(await messageWith(grace, "Meanwhile").count(), 0);
  await page.getByRole("button", { name: "Latest messages" }).click();
  await messageWith(grace, "Meanwhile").waitFor();
  const link = (n: number) => page.locator(".message-text a", { hasText: links[n] });
  await link(0).click();
  await marked.waitFor();
  assert.equal(await page.evaluate(() => document.body.dataset.stays), "yes", "the page is the same");
  await page.keyboard.press("End");
  await messageWith(grace, "Meanwhile").waitFor();
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
  await grace.page.getByRole("button", { name: "More emoji" }).click();
  await grace.page.getByLabel("Search emoji").fill("owl");
  await grace.page.getByRole("button", { name: "owl", exact: true }).waitFor();
  await grace.page.getByLabel("Search emoji").press("Enter");
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
});

Deno.test("Emoji are chosen by keyboard in a grid, begin with the recent ones, and are written where the caret is", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  const { page, input } = ada;
  const open = () => page.getByRole("button", { name: "Emoji", exact: true }).click();
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
  await input.fill("Hello, world");
  await input.press("Home");
  await open();
  await page.getByRole("gridcell").first().waitFor();
  for (const key of ["Tab", "Tab", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End"]) {
    await page.keyboard.press(key);
  }
  assert.equal(
    await focused(),
    await page.getByRole("row").first().getByRole("button").last().getAttribute("aria-label"),
  );
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  assert.equal(await input.inputValue(), "😀Hello, world");
  assert.equal(await focused(), "Message");
  await open();
  await page.getByRole("tab", { name: "Recent", selected: true }).waitFor();
  await page.getByRole("gridcell").getByText("😀").click();
  assert.equal(await input.inputValue(), "😀😀Hello, world");
});

Deno.test("A mention is completed by keyboard, and shown by name; while Grace writes it Ada sees that she does", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await grace.input.pressSequentially("Ask @a");
  const option = grace.page.getByRole("option");
  await option.waitFor();
  await ada.page.getByText(/is typing…/).waitFor();
  assert.equal(await grace.page.locator(".typing-line").count(), 0);
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
  // While Grace writes, Ada sees that, until the message comes.
  await ada.page.locator(".typing-line").waitFor({ state: "detached" });
  const mention = ada.page.locator(".mention--viewer");
  await mention.waitFor();
  assert.equal(await mention.getAttribute("href"), "/profile/ada");
  await ada.page.reload();
  await ada.joined();
  await mention.waitFor();

  // Enter sends where the caret has left the mention that was being typed.
  await ada.input.pressSequentially("Hi @gr");
  const offered = ada.page.getByRole("option");
  await offered.waitFor();
  await ada.input.press("Home");
  await offered.waitFor({ state: "detached" });
  await ada.input.press("Enter");
  await messageWith(ada, "Hi @gr").waitFor();

  // All members are offered to those who may mention them, where that is allowed.
  await room.call("ada", "PUT", "/groups/engine/settings", { everyone: true });
  await ada.page.reload();
  await ada.joined();
  await ada.input.pressSequentially("Tea, @all");
  await offered.waitFor();
  await ada.input.press("Enter");
  assert.equal(await ada.input.inputValue(), "Tea, @everyone ");
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

  // What has been seen is read although the page is left in the same moment.
  await say(room, "new 61");
  await messageWith(grace, "new 61").waitFor();
  await grace.page.evaluate(() => new Promise(requestAnimationFrame));
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
  assert.equal(await grace.page.locator(".found-message mark").first().innerText(), "Eigenvalues");
  await grace.page.locator(".found-message a").first().click();
  await grace.page.locator(".message--marked").getByText("Eigenvalues on Thursday").waitFor();
  await messageWith(grace, "Eigenvalues").hover();
  await grace.page.getByRole("button", { name: "More actions" }).click();
  await grace.page.locator(".menu-item").first().waitFor();
  assert.deepEqual(await grace.page.locator(".menu-item").allInnerTexts(), ["Reply", "Thread", "Copy link", "Report"]);
});

Deno.test("What Ada pins and unpins is at once above everybody's chat, and leads to its message", async () => {
  await using room = await openLasting();
  await say(room, "Eigenvalues on Thursday");
  await say(room, "Vectors on Friday");
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  const bar = grace.page.locator(".pin-bar");
  assert.equal(await bar.isVisible(), false);
  await act(ada, "Eigenvalues", "Pin");
  await bar.getByText("Eigenvalues on Thursday").waitFor();
  await act(ada, "Vectors", "Pin");
  await bar.getByText("Vectors on Friday").waitFor();
  await bar.getByRole("link", { name: "2 pinned" }).waitFor();
  await bar.getByRole("link", { name: /Vectors/ }).click();
  await grace.page.locator(".message--marked").getByText("Vectors on Friday").waitFor();
  assert.equal(new URL(grace.page.url()).search, "");
  await act(ada, "Vectors", "Unpin");
  await bar.getByText("Eigenvalues on Thursday").waitFor();
  await act(ada, "Eigenvalues", "Unpin");
  await bar.waitFor({ state: "hidden" });
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

Deno.test("What can be done with a message stands at it, and covers no other one's text", async () => {
  await using room = await openLasting();
  const long = "A sentence that takes every line that it can have on a screen of any width. ".repeat(3);
  for (const [n, content] of [`${long}1`, "Yes", `${long}2`, "No", `${long}3`, "Maybe", `${long}4`].entries()) {
    await room.call(n % 3 ? "ada" : "grace", "POST", path, { content });
  }
  const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
  for (const options of [{}, { viewport: { width: 768, height: 1024 } }, phone]) {
    await using reader = await enter(room, "ada", options);
    const messages = reader.page.locator(".message");
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const bubble = messages.nth(n).locator(".message-bubble");
      const position = { x: 5, y: 5 };
      await (options === phone ? bubble.tap({ position }) : bubble.hover({ position }));
      await messages.nth(n).locator(".message-tools").waitFor();
      // The list may still be on its way to its end.
      await until(async () => (await reader.page.evaluate(coveredByTools, n)).length === 0);
    }
    if (options === phone) continue;
    await messages.nth(4).locator(".message-bubble").hover({ position: { x: 5, y: 5 } });
    await reader.page.getByRole("button", { name: "More actions" }).click();
    await reader.page.locator(".menu-item").first().waitFor();
    const left = async (box: string) => (await reader.page.locator(box).boundingBox())!.x;
    assert.ok(await left(".message-menu") >= await left(".chat"), "its menu covers nothing beside the chat");
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

Deno.test("Ada opens the thread of a message from its menu, and a reply of hers there is in Grace's chat, whose thread it is too", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await grace.send("Why cards?");
  await act(ada, "Why cards?", "Thread");
  await ada.page.getByText("No replies yet").waitFor();
  await ada.page.getByLabel("Reply", { exact: true }).fill("Looms had them");
  await ada.page.getByRole("button", { name: "Send" }).click();
  await ada.page.getByText("1 reply").waitFor();
  await messageWith(grace, "Looms had them").locator(".message-quote").getByText("Why cards?").waitFor();
  await act(grace, "Looms had them", "Thread");
  await grace.page.getByRole("heading", { name: "1 reply" }).waitFor();
  await grace.page.getByText("New since you were here").waitFor();
  await grace.page.getByRole("link", { name: "Threads" }).click();
  await grace.page.getByRole("link", { name: "Why cards?" }).waitFor();
  assert.equal(await grace.page.getByText("1 new").count(), 0);
});
