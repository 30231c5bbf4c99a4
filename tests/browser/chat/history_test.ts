/** The history of a chat: where it opens, what is loaded and in which order, and what stays in place. */
import assert from "node:assert/strict";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { markRead } from "../../../db/chat/read_marks.ts";
import { openDb } from "../../../db/engine/client.ts";
import { engine } from "../../realtime/chatroom.ts";
import { until } from "../../support/operate.ts";
import { canWriteOffline, enter, here, openLasting, store, type Window, windowOf } from "./room.ts";

const path = "/groups/engine/messages";

type Room = Awaited<ReturnType<typeof openLasting>>;

/** Scrolls as a reader does, with the wheel, until the message is at the top. */
async function scrollTo(window: Window, text: string): Promise<void> {
  await window.page.getByText(text, { exact: true }).evaluate((message) => message.scrollIntoView({ block: "start" }));
}

const topOf = ({ page }: Window, text: string): Promise<number> =>
  page.getByText(text, { exact: true }).evaluate((message) => message.getBoundingClientRect().top);

/** Waits until a place is, to a pixel or two, what it was; a browser may need a frame for it. */
const near = (place: () => Promise<number>, before: number): Promise<unknown> =>
  until(async () => Math.abs(await place() - before) <= 2);

const isInView = ({ page }: Window, text: string): Promise<boolean> =>
  page.getByText(text, { exact: true }).evaluate((message) => {
    const box = document.querySelector(".messages-box")!.getBoundingClientRect();
    const { top, bottom } = message.getBoundingClientRect();
    return top >= box.top && bottom <= box.bottom;
  });

Deno.test("A conversation opens at its end and stays there while others write; further up nothing moves, until Grace sends something", async () => {
  await using room = await openLasting();
  await store(room.file, 60);
  await using grace = await enter(room, "grace");
  assert.ok(await isInView(grace, "message 60"));
  for (const content of ["One more", "and one"]) {
    await room.call("ada", "POST", path, { content });
    await grace.page.getByText(content, { exact: true }).waitFor();
    assert.ok(await isInView(grace, content));
  }
  await scrollTo(grace, "message 30");
  const before = await topOf(grace, "message 30");
  for (const content of ["Once more", "long ".repeat(200).trim(), "and a last one"]) {
    await room.call("ada", "POST", path, { content });
    await grace.page.getByText(content, { exact: true }).waitFor({ state: "attached" });
    await near(() => topOf(grace, "message 30"), before);
  }
  await grace.send("Here I am");
  await grace.page.waitForFunction(() => document.querySelector(".messages-box")!.scrollTop === 0);
  assert.ok(await isInView(grace, "Here I am"));
});

Deno.test("Scrolling up loads older messages, to the very first, and what is read stays in place", async () => {
  await using room = await openLasting();
  await store(room.file, 130);
  await using grace = await enter(room, "grace");
  const { page } = grace;
  assert.equal(await page.locator(".message").count(), 50);
  for (const [first, then] of [[81, 31], [31, 1]]) {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/messages?before=*", async (route) => {
      ask();
      await released;
      await route.continue();
    }, { times: 1 });
    await scrollTo(grace, `message ${first}`);
    await asked;
    const before = await topOf(grace, `message ${first}`);
    release();
    await page.getByText(`message ${then}`, { exact: true }).waitFor({ state: "attached" });
    await near(() => topOf(grace, `message ${first}`), before);
  }
  await scrollTo(grace, "message 1");
  assert.deepEqual(await grace.texts(), Array.from({ length: 130 }, (_, n) => `message ${n + 1}`));
});

Deno.test("Where the window has room for more than came with the page, older messages fill it, also where they could not be loaded at first", async () => {
  await using room = await openLasting();
  await store(room.file, 170);
  await using grace = await windowOf(room, "grace", { viewport: { width: 1280, height: 6000 } });
  const { page } = grace;
  const older = "**/messages?before=*";
  await page.route(older, (route) => route.abort());
  await grace.visit(here);
  await grace.joined();
  assert.equal(await page.locator(".message").count(), 50);
  await room.stop();
  await grace.line(/Disconnected|Connection error/);
  await page.unroute(older);
  await room.start();
  await page.waitForFunction(() => {
    const box = document.querySelector(".messages-box")!;
    return box.scrollHeight > box.clientHeight;
  });
  // Once nothing is left it does not go on asking.
  await page.setViewportSize({ width: 1280, height: 24_000 });
  await page.getByText("message 1", { exact: true }).waitFor();
  let asked = 0;
  page.on("request", (request) => request.url().includes("/messages?before=") && asked++);
  await page.setViewportSize({ width: 1280, height: 25_000 });
  await grace.joined();
  await room.call("ada", "POST", path, { content: "And one more" });
  await page.getByText("And one more").waitFor();
  assert.deepEqual([asked, await page.locator(".message").count()], [0, 171]);
});

Deno.test("Missed messages are added below without moving what is read further up", async () => {
  await using room = await openLasting();
  await store(room.file, 60);
  await using grace = await enter(room, "grace");
  await scrollTo(grace, "message 30");
  await canWriteOffline(grace.page);
  await room.stop();
  await grace.line(/Disconnected|Connection error/);
  await grace.page.getByRole("button", { name: "Write for later" }).waitFor();
  await scrollTo(grace, "message 30");
  const before = await topOf(grace, "message 30");
  await store(room.file, 60, 61);
  await room.start();
  await grace.page.getByText("message 120", { exact: true }).waitFor({ state: "attached" });
  await near(() => topOf(grace, "message 30"), before);
});

/** Puts messages of Ada's into a database file, each at a time, which is also its text. */
async function storeAt(file: string, times: string[]): Promise<void> {
  const db = await openDb({ url: `file:${file}` });
  for (const time of times) {
    const message = { id: time, groupId: engine, userId: "ada", content: time, clientId: null };
    await insertMessage(db, message, Date.parse(time));
  }
  await db.close();
}

Deno.test("Times and days are those of the reader's time zone", async () => {
  await using room = await openLasting();
  await storeAt(room.file, ["2026-03-01T13:00:00Z", "2026-03-01T14:59:59Z", "2026-03-01T15:00:00Z"]);
  await using grace = await windowOf(room, "grace", { timezoneId: "Asia/Tokyo", locale: "en-US" });
  await grace.visit(here);
  await grace.page.getByText("March 2, 2026", { exact: true }).waitFor();
  assert.deepEqual(await grace.page.locator(".day").allInnerTexts(), ["March 1, 2026", "March 2, 2026"]);
  const times = grace.page.locator(".message-time");
  assert.deepEqual((await times.allInnerTexts()).map((time) => time.replace(/\s/g, " ")), [
    "10:00 PM",
    "11:59 PM",
    "12:00 AM",
  ]);
  assert.match(await times.last().getAttribute("title") ?? "", /Monday, March 2, 2026.*12:00/);
});

Deno.test("What is new stays in its place when days turn to those of a time zone that the server did not know", async () => {
  await using room = await openLasting();
  const day = Math.floor(Date.now() / 86_400_000 - 3) * 86_400_000;
  for (let n = 0; n < 80; n++) {
    const content = `message ${n + 1}`;
    const message = { id: crypto.randomUUID(), groupId: "engine", userId: "ada", content, clientId: null };
    // Far in the east the last 20 are of the next day.
    await insertMessage(room.deps.db, message, day + (n < 60 ? 9 : 11) * 3_600_000 + n * 1000);
  }
  await markRead(room.deps.db, "grace", { groupId: "engine", seq: 30 }, 1);
  await using grace = await enter(room, "grace", { timezoneId: "Pacific/Kiritimati" });
  await grace.page.locator(".message").getByText("message 80").waitFor({ state: "attached" });
  assert.equal(await grace.page.locator(".new-line ~ .day").count(), 1);
  const [top, height] = await grace.page.evaluate(() => {
    const box = document.querySelector(".messages-box")!.getBoundingClientRect();
    return [document.querySelector(".new-line")!.getBoundingClientRect().top - box.top, box.height];
  });
  // A line of a day is 50 pixels high.
  assert.ok(Math.abs(top - height / 6) < 25, `${top} of ${height}`);
});

const say = (room: Room, content: string) => room.call("ada", "POST", "/groups/engine/messages", { content });

interface Line {
  /** Resolves once so many messages have been held back. */
  held(count: number): Promise<void>;
  /** Delivers held messages, by their numbers, in this order. */
  deliver(...seqs: number[]): void;
  /** Delivers a packet of the server's as it stands. */
  send(packet: string): void;
}

/** Holds back every message that others or the reader's own instance broadcast to a window. */
async function holdMessages({ page }: Window): Promise<Line> {
  const messages = new Map<number, string>();
  const arrivals = new EventTarget();
  let send = (_packet: string): void => {};
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    send = (packet) => socket.send(packet);
    server.onMessage((packet) => {
      const message = /^42\["message",(.*)\]$/s.exec(String(packet))?.[1];
      if (!message) return socket.send(packet);
      messages.set(JSON.parse(message).seq, String(packet));
      arrivals.dispatchEvent(new Event("arrival"));
    });
  });
  return {
    async held(count) {
      while (messages.size < count) {
        await new Promise((resolve) => arrivals.addEventListener("arrival", resolve, { once: true }));
      }
    },
    deliver: (...seqs) => seqs.forEach((seq) => send(messages.get(seq)!)),
    send: (packet) => send(packet),
  };
}

interface Recorded {
  /** The texts of messages, in the order in which they came to the page. */
  added: string[];
  removed: string[];
  /** Those that came before one that was there. */
  inserted: string[];
}

/** Records from now on what happens to the list of messages. */
const record = ({ page }: Window) =>
  page.evaluate(() => {
    const recorded: Recorded = { added: [], removed: [], inserted: [] };
    Object.assign(globalThis, { recorded });
    const texts = (nodes: NodeList) =>
      [...nodes].flatMap((node) => (node as Element).querySelector?.(".message-text")?.textContent ?? []);
    new MutationObserver((mutations) => {
      for (const { addedNodes, removedNodes, nextSibling } of mutations) {
        recorded.added.push(...texts(addedNodes));
        recorded.removed.push(...texts(removedNodes));
        if (nextSibling) recorded.inserted.push(...texts(addedNodes));
      }
    }).observe(document.querySelector(".messages")!, { childList: true });
  });

const recordedOf = ({ page }: Window): Promise<Recorded> =>
  page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);

/** Counts the calls that fetch messages. */
function countCalls({ page }: Window): () => number {
  let calls = 0;
  page.on("request", (request) => /\/(messages|changes)\?/.test(request.url()) && calls++);
  return () => calls;
}

/** Grace's window of a chat with so many messages, to which messages come when the test delivers them. */
async function openHeld(count: number) {
  await using opening = new AsyncDisposableStack();
  const room = opening.use(await openLasting());
  await store(room.file, count);
  const grace = opening.use(await windowOf(room, "grace"));
  const line = await holdMessages(grace);
  await grace.visit(here);
  await grace.joined();
  const calls = countCalls(grace);
  const opened = opening.move();
  return { room, grace, line, calls, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `message ${from + n}`);

Deno.test("Messages that arrive in the wrong order are added in the right one: none moves, none goes, none is fetched", async () => {
  await using chat = await openHeld(3);
  const { room, grace, line } = chat;
  await record(grace);
  for (const text of named(4, 12)) await say(room, text);
  await line.held(9);
  line.deliver(5, 4, 8, 7, 6, 12, 9, 11, 10);
  await grace.page.getByText("message 12", { exact: true }).waitFor();
  assert.deepEqual(await grace.texts(), named(1, 12));
  assert.deepEqual(await recordedOf(grace), { added: named(4, 12), removed: [], inserted: [] });
  assert.equal(chat.calls(), 0);
});

Deno.test("Messages that never arrive are fetched once, before those that wait for them are shown, and so are those announced as delayed", async () => {
  await using chat = await openHeld(3);
  const { room, grace, line } = chat;
  await record(grace);
  for (const text of named(4, 9)) await say(room, text);
  await line.held(6);
  line.deliver(7, 9, 6);
  await grace.page.getByText("message 9", { exact: true }).waitFor();
  assert.deepEqual(await recordedOf(grace), { added: named(4, 9), removed: [], inserted: [] });
  line.deliver(4, 5, 8);
  await say(room, "message 10");
  await line.held(7);
  line.deliver(10);
  await grace.page.getByText("message 10", { exact: true }).waitFor();
  assert.deepEqual(await recordedOf(grace), { added: named(4, 10), removed: [], inserted: [] });
  assert.equal(chat.calls(), 1);
  // What was announced as delayed, and never comes.
  await say(room, "message 11");
  await line.held(8);
  line.send(`42["changesDelayed",{"groupId":"engine","revs":[11]}]`);
  await grace.page.getByText("message 11", { exact: true }).waitFor();
  assert.equal(chat.calls(), 2);
});
