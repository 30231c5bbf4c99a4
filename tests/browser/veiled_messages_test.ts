import assert from "node:assert/strict";
import { openDb } from "../../db/engine/client.ts";
import { saveProgress } from "../../db/reading/progress.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";
import { insertBook } from "../../db/books/books.ts";
import { engine, openChatroom } from "../realtime/chatroom.ts";
import { press } from "../support/screen.ts";
import { enter, openLasting } from "./chat_room.ts";

/** The chatroom with a book of 300 pages, in which Ada has written about page 120 and then about something else. */
async function openReadingRoom() {
  const room = await openChatroom();
  const book = { id: "sketch", groupId: engine, title: "Sketch", pageCount: 300, coverKey: null };
  await insertBook(room.app.deps.db, "ada", book, 1);
  const messages = `/groups/${engine}/messages`;
  await room.call("ada", "POST", messages, { content: "It is never built", anchor: { bookId: "sketch", page: 120 } });
  for (const content of ["Good morning", "Tea?"]) await room.call("ada", "POST", messages, { content });
  return room;
}

Deno.test("A message further up opens where it is as its reader gets to its page", async () => {
  await using room = await openReadingRoom();
  await using grace = await enter(room, "grace");
  const { page } = grace;
  await room.call("ada", "PUT", "/books/sketch/chapters", [{ title: "The engine", page: 100 }]);
  const veiled = page.locator(".message", { has: page.locator(".veil") });
  assert.match(await veiled.locator(".message-anchor").innerText(), /^Sketch, p. 120$/);
  assert.doesNotMatch(await page.content(), /never built/);
  await room.call("grace", "PUT", "/books/sketch/progress", { currentPage: 120 });
  await page.getByText("It is never built").waitFor();
  assert.equal(await veiled.count(), 0);
  assert.deepEqual(await grace.texts(), ["It is never built", "Good morning", "Tea?"]);
  const anchor = page.locator(".message-anchor");
  assert.equal(await anchor.innerText(), "Sketch, p. 120 · The engine");
  // The same where the server renders it.
  await page.reload();
  await grace.joined();
  assert.equal(await anchor.innerText(), "Sketch, p. 120 · The engine");
});

Deno.test("A message of a page that Grace has mistyped is veiled again as she turns back, wherever it stood open", async () => {
  await using room = await openReadingRoom();
  await using grace = await enter(room, "grace");
  const { page } = grace;
  const turn = (currentPage: number) => room.call("grace", "PUT", "/books/sketch/progress", { currentPage });
  await turn(290);
  await page.getByText("It is never built").waitFor();
  await turn(29);
  await page.locator(".veil").waitFor();
  assert.doesNotMatch(await page.content(), /never built/);
});

Deno.test("Show anyway asks before it shows a message, by keyboard too", async () => {
  await using room = await openReadingRoom();
  await using grace = await enter(room, "grace");
  const { page } = grace;
  const showAnyway = page.locator(".veil > summary");
  await showAnyway.focus();
  await page.keyboard.press("Enter");
  await page.getByText("You have not read this far yet.").waitFor();
  assert.equal(await showAnyway.evaluate((summary) => summary === document.activeElement), true);
  assert.doesNotMatch(await page.content(), /never built/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("It is never built").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement!.matches(".message")), true);
});

Deno.test("What is being written about a page is about it also after the page is loaded again", async () => {
  await using room = await openReadingRoom();
  await using ada = await enter(room, "ada");
  const { page, input } = ada;
  await input.fill("And then it is sold");
  await press(page, "Write about a page");
  await page.getByLabel("Page, of 300").fill("150");
  await press(page, "Use this page");
  await page.locator(".composer").getByText("p. 150").waitFor();
  await page.reload();
  await ada.joined();
  await page.locator(".composer").getByText("p. 150").waitFor();
  assert.equal(await input.inputValue(), "And then it is sold");
  await input.press("Enter");
  await page.locator(".message:not(.message--pending)", { hasText: "p. 150" }).waitFor();
  assert.equal(await page.locator(".composer").getByText("p. 150").count(), 0);
  const { body } = await room.call("grace", "GET", `/groups/${engine}/messages`);
  assert.deepEqual(body.messages.at(-1).anchor, { bookId: "sketch", page: 150 });
  assert.equal(body.messages.at(-1).veiled, true);
});

Deno.test("A message opens as the page is back whose reader got there meanwhile", async () => {
  await using room = await openLasting();
  const { db } = room.deps;
  await insertBook(db, "ada", { id: "sketch", groupId: engine, title: "Sketch", pageCount: 300, coverKey: null }, 1);
  const tied = { content: "It is never built", anchor: { bookId: "sketch", page: 120 } };
  await room.call("ada", "POST", `/groups/${engine}/messages`, tied);
  await using grace = await enter(room, "grace");
  await grace.page.locator(".veil").waitFor();
  await room.stop();
  await grace.line("Disconnected. Messages can be sent again once the chat is back.");
  const file = await openDb({ url: `file:${room.file}` });
  const turn = { bookId: "sketch", currentPage: 300, position: textEnd, day: "2030-01-01" };
  await saveProgress(file, "grace", turn, Date.now());
  await file.close();
  await room.start();
  await grace.page.getByText("It is never built").waitFor();
});
