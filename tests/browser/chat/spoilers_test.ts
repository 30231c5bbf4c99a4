/** Messages about a page of a book: Ada writes about them, Grace gets there. */
import assert from "node:assert/strict";
import { insertBook } from "../../../db/books/books.ts";
import { openDb } from "../../../db/engine/client.ts";
import { saveProgress } from "../../../db/reading/progress.ts";
import { textEnd } from "../../../server/contract/reading/positions.ts";
import { engine } from "../../realtime/chatroom.ts";
import { enter, here, openLasting, type Window } from "./room.ts";

/** The chatroom with a book of 300 pages. */
async function openReadingRoom() {
  const room = await openLasting();
  const book = { id: "sketch", groupId: engine, title: "Sketch", pageCount: 300, coverKey: null };
  await insertBook(room.deps.db, "ada", book, 1);
  return room;
}

type Room = Awaited<ReturnType<typeof openReadingRoom>>;

const writeAt = async (room: Room, page: number, content: string) =>
  (await room.call("ada", "POST", `/groups/${engine}/messages`, { content, anchor: { bookId: "sketch", page } })).body
    .message;
const turn = (room: Room, page: number) => room.call("grace", "PUT", "/books/sketch/progress", { currentPage: page });

const withText = ({ page }: Window, text: string) =>
  page.locator(".message").filter({ has: page.locator(".message-text", { hasText: text }) });
const chip = ({ page }: Window) => page.locator(".composer-anchor");

/** Chooses a page in the composer. */
async function choose({ page, input }: Window, number: string): Promise<void> {
  await input.focus();
  await page.getByRole("button", { name: "Write about a page" }).click();
  const dialog = page.getByRole("dialog", { name: "Write about a page" });
  await dialog.getByLabel("Page, of 300").fill(number);
  await dialog.getByRole("button", { name: "Use this page" }).click();
}

Deno.test("what Ada writes about a page is veiled for Grace, opens in all her windows when she gets there, and closes where she mistyped", async () => {
  await using room = await openReadingRoom();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  const other = await grace.context.newPage();
  await other.goto(here);
  await other.locator("[data-connection=joined]").waitFor({ state: "attached" });
  await ada.input.fill("The engine is never built");
  await choose(ada, "120");
  assert.equal(await chip(ada).textContent(), "Sketch, p. 120");
  // What is being written about a page is about it also after the page is loaded again.
  await ada.page.reload();
  await ada.joined();
  await chip(ada).getByText("p. 120").waitFor();
  assert.equal(await ada.input.inputValue(), "The engine is never built");
  await ada.input.press("Enter");
  await withText(ada, "The engine is never built").getByText("Sketch, p. 120").waitFor();
  await chip(ada).waitFor({ state: "detached" });
  await ada.send("Good morning");
  for (const page of [grace.page, other]) {
    await page.getByText("Good morning").waitFor();
    await page.locator(".message").getByText("About 4 words, shown when you get there.").waitFor();
    assert.doesNotMatch(await page.content(), /never built/);
  }
  await turn(room, 290);
  for (const page of [grace.page, other]) await page.getByText("The engine is never built").waitFor();
  assert.deepEqual(await grace.texts(), ["The engine is never built", "Good morning"]);
  await turn(room, 29);
  await grace.page.locator(".veil").waitFor();
  assert.doesNotMatch(await grace.page.content(), /never built/);

  // A message opens as the page is back whose reader got there meanwhile.
  await room.stop();
  await grace.line("Disconnected. Messages can be sent again once the chat is back.");
  const file = await openDb({ url: `file:${room.file}` });
  const read = { bookId: "sketch", currentPage: 300, position: textEnd, day: "2030-01-01" };
  await saveProgress(file, "grace", read, Date.now());
  await file.close();
  await room.start();
  await grace.page.getByText("The engine is never built").waitFor();
});

Deno.test("a veiled message offers no reply, and opens after a question, by keyboard too, with the focus at it", async () => {
  await using room = await openReadingRoom();
  await writeAt(room, 120, "The engine is never built");
  await using grace = await enter(room, "grace");
  const { page } = grace;
  // What came with the page is as good as what came live.
  await page.locator("[data-island=Chat][data-hydrated]").waitFor();
  await withText(grace, "About 4 words").hover();
  await page.getByRole("button", { name: "Add reaction" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Reply" }).count(), 0);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.locator(".menu-item").filter({ hasText: "Copy link" }).waitFor();
  assert.equal(await page.locator(".menu-item").filter({ hasText: "Reply" }).count(), 0);
  await page.keyboard.press("Escape");
  const showAnyway = page.locator(".veil > summary");
  await showAnyway.focus();
  await page.keyboard.press("Enter");
  await page.getByText("You have not read this far yet.").waitFor();
  assert.equal(await showAnyway.evaluate((summary) => summary === document.activeElement), true);
  assert.doesNotMatch(await page.content(), /never built/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await withText(grace, "The engine is never built").waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement!.querySelector(".message-text")?.textContent),
    "The engine is never built",
  );
  await page.reload();
  await withText(grace, "The engine is never built").waitFor();
});

Deno.test("the line above a message opens its book there, and from there one writes about the page; a reply begins with it", async () => {
  await using room = await openReadingRoom();
  await writeAt(room, 0, "A fine preface");
  await using grace = await enter(room, "grace");
  await grace.page.locator("[data-island$=Books][data-hydrated]").waitFor();
  const line = withText(grace, "A fine preface").getByRole("link", { name: "Sketch, p. 0" });
  await line.click();
  const dialog = grace.page.getByRole("dialog", { name: "Sketch" });
  await dialog.waitFor();
  await grace.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await grace.page.waitForFunction(() => document.activeElement!.closest(".message-anchor"));
  await grace.page.locator(".book-card-link").click();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("link", { name: "Write about this page" }).click();
  await dialog.waitFor({ state: "detached" });
  await chip(grace).getByText("p. 1").waitFor();
  await grace.page.waitForFunction(() => document.activeElement!.matches(".composer textarea"));
  assert.equal(new URL(grace.page.url()).pathname + new URL(grace.page.url()).search, here);

  // A reply to an open message begins with its page.
  await grace.page.getByRole("link", { name: "Not about a page" }).click();
  await withText(grace, "A fine preface").hover();
  await grace.page.getByRole("button", { name: "Reply" }).click();
  await chip(grace).getByText("p. 0").waitFor();
  await grace.page.getByRole("link", { name: "Not about a page" }).click();
  await chip(grace).waitFor({ state: "detached" });
  await grace.page.getByText("Replying to").waitFor();
});

Deno.test("a page that the server refuses comes back with the text", async () => {
  await using room = await openReadingRoom();
  await using ada = await enter(room, "ada");
  await choose(ada, "120");
  await room.deps.db.write([room.deps.db.q.run("delete from books where id = 'sketch'")]);
  await ada.send("The engine is never built");
  await ada.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value);
  assert.equal(await ada.input.inputValue(), "The engine is never built");
  await chip(ada).getByText("p. 120").waitFor();
});
