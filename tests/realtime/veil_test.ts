/** Messages tied to a page, live: Ada writes about them, Grace gets there. */
import assert from "node:assert/strict";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { insertBook } from "../../db/books/books.ts";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { type Chatroom, engine, type Name, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const messages = `/groups/${engine}/messages`;

/** The chatroom with a book of 300 pages. */
async function openReadingRoom(options?: Parameters<typeof openChatroom>[0]): Promise<Chatroom> {
  const room = await openChatroom(options);
  const book = { id: "sketch", groupId: engine, title: "Sketch", pageCount: 300, coverKey: null };
  await insertBook(room.app.deps.db, "ada", book, 1);
  return room;
}

const test = inScene(openReadingRoom);

const writeAt = (room: Chatroom, name: Name, page: number, more: { content?: string; replyTo?: string } = {}) =>
  room.call(name, "POST", messages, {
    content: "The engine is never built",
    anchor: { bookId: "sketch", page },
    ...more,
  });
const turn = (room: Chatroom, name: Name, page: number) =>
  room.call(name, "PUT", "/books/sketch/progress", { currentPage: page });

test("a message tied to a page comes without its text to a reader who is not there, and whole to its author and a reader who is", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const { status, body: { message } } = await writeAt(room, "ada", 120);
  assert.deepEqual([status, message.anchor, message.veiled], [201, { bookId: "sketch", page: 120 }, false]);
  assert.deepEqual(await ada.next("message"), message);
  const veiled = { ...message, content: "", length: 25, veiled: true };
  assert.deepEqual(await grace.next("message"), veiled);
  await turn(room, "grace", 119);
  assert.deepEqual((await room.call("grace", "GET", messages)).body.messages, [veiled]);
  await turn(room, "grace", 120);
  const { body: { message: next } } = await writeAt(room, "ada", 60, { content: "As before" });
  assert.deepEqual(await grace.next("message"), next);
});

test("a message names the chapter of its page to a reader who may read it, and to nobody else", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const chapters = [{ title: "The engine", page: 100 }, { title: "It is sold", page: 121 }];
  await room.call("ada", "PUT", "/books/sketch/chapters", chapters);
  // In Grace's copy, in half as many pages, the message and the second chapter are both on page 60.
  await room.call("grace", "PUT", "/books/sketch/edition", { pageCount: 150, unit: "pages" });
  for (const page of [99, 120, 121]) await writeAt(room, "ada", page);
  const anchors = async (name: Name) =>
    (await room.call(name, "GET", messages)).body.messages.map(({ anchor }: { anchor: unknown }) => anchor);
  const bookId = "sketch";
  const inBook = [
    { bookId, page: 99 },
    { bookId, page: 120, chapter: "The engine" },
    { bookId, page: 121, chapter: "It is sold" },
  ];
  assert.deepEqual(await anchors("ada"), inBook);
  assert.deepEqual((await ada.messages(3)).map(({ anchor }) => anchor), inBook);
  const veiled = [{ bookId, page: 50 }, { bookId, page: 60 }, { bookId, page: 61 }];
  assert.deepEqual((await grace.messages(3)).map(({ anchor }) => anchor), veiled);
  assert.deepEqual(await anchors("grace"), veiled);
  await turn(room, "grace", 120);
  const opened = [{ bookId, page: 50 }, { bookId, page: 60, chapter: "The engine" }, { bookId, page: 61 }];
  assert.deepEqual(await anchors("grace"), opened);
  const { messages: live } = await grace.next("messagesUnveiled");
  assert.deepEqual(live.map(({ anchor }: { anchor: unknown }) => anchor), [opened[1], opened[0]]);
});

Deno.test("messages open in all of the reader's windows, and in nobody else's, as the reader gets there", async () => {
  let now = Date.now();
  await using room = await openReadingRoom({ clock: () => now });
  const [ada, one, two] = [await room.enter("ada"), await room.enter("grace"), await room.enter("grace")];
  const pages = [200, 40, 80];
  for (const page of pages) await writeAt(room, "ada", page, { content: `About ${page}` });
  await turn(room, "grace", 80);
  for (const socket of [one, two]) {
    const { groupId, messages } = await socket.next("messagesUnveiled");
    assert.equal(groupId, engine);
    assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["About 80", "About 40"]);
  }
  // Back and there again, later, opens nothing anew.
  now += readingLimits.turn.takenBackWithin + 1;
  for (const page of [10, 80]) await turn(room, "grace", page);
  for (const socket of [ada, one]) assert.deepEqual(await socket.unread("messagesVeiled", "messagesUnveiled"), []);
});

test("messages of a mistyped page are veiled again in all of the reader's windows, and in nobody else's", async (room) => {
  const [ada, one, two] = [await room.enter("ada"), await room.enter("grace"), await room.enter("grace")];
  for (const page of [40, 200]) await writeAt(room, "ada", page);
  const veiled = (await one.messages(2))[1];
  for (const page of [300, 80]) await turn(room, "grace", page);
  for (const socket of [one, two]) {
    assert.deepEqual(await socket.next("messagesVeiled"), { groupId: engine, messages: [veiled] });
  }
  assert.deepEqual((await room.call("grace", "GET", messages)).body.messages[1], veiled);
  assert.deepEqual(await ada.unread("messagesVeiled"), []);
});

test("a reader who asks to see a message sees it from then on, in all windows", async (room) => {
  const [grace, again] = [await room.enter("grace"), await room.enter("grace")];
  const { body: { message } } = await writeAt(room, "ada", 120);
  const answer = await room.call("grace", "POST", `${messages}/${message.id}/unveil`);
  assert.deepEqual([answer.status, answer.body.message], [200, message]);
  for (const socket of [grace, again]) {
    assert.deepEqual((await socket.next("messagesUnveiled")).messages, [message]);
  }
  await room.call("ada", "PUT", `${messages}/${message.id}`, { content: "It is never built" });
  assert.equal((await grace.next("messageChanged")).content, "It is never built");
});

test("a reply quotes a message only to those who may see it", async (room) => {
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  const { body: { message } } = await writeAt(room, "ada", 120);
  const reply = await room.call("ada", "POST", messages, { content: "Is it not?", replyTo: message.id });
  await ada.messages(1);
  await grace.messages(1);
  assert.equal((await ada.next("message")).replyTo.excerpt, "The engine is never built");
  const { content, veiled, replyTo } = await grace.next("message");
  assert.deepEqual([content, veiled, replyTo.excerpt, replyTo.veiled], ["Is it not?", false, "", true]);
  assert.deepEqual(reply.body.message.replyTo.excerpt, "The engine is never built");
});

test("a message is tied to a page of a book of its own group, up to its end", async ({ call, app }) => {
  const refused = [["sketch", 301, "page_beyond_end"], ["sketch", -1, "invalid_input"], [
    "nothing",
    1,
    "book_not_found",
  ]];
  for (const [bookId, page, code] of refused) {
    const { body } = await call("ada", "POST", messages, { content: "Look", anchor: { bookId, page } });
    assert.equal(body.code, code);
  }
  const foreign = { id: "m", groupId: engine, userId: "ada", content: "x", clientId: null };
  const anchor = { bookId: "elsewhere", position: 1, editionId: null };
  assert.equal(await insertMessage(app.deps.db, { ...foreign, anchor }, 1), undefined);
});

test("the same text about another page is another message, and a deleted one is tied to none", async (room) => {
  const [first, again, other] = [
    await writeAt(room, "ada", 120),
    await writeAt(room, "ada", 120),
    await writeAt(room, "ada", 121),
  ].map(({ body }) => body.message.id);
  assert.ok(first === again && first !== other);
  const { body: { message } } = await room.call("ada", "DELETE", `${messages}/${first}`);
  assert.deepEqual([message.anchor, message.veiled, message.deletedAt !== null], [null, false, true]);
});
