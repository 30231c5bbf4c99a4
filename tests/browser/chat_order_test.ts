/** Messages that arrive in another order than theirs, as instances of the service may send them. */
import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { here, openLasting, store, type Window, windowOf } from "./chat_room.ts";

type Room = Awaited<ReturnType<typeof openLasting>>;

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

Deno.test("A reader's own message that is acknowledged before an earlier one arrives stays where it is, below that one", async () => {
  await using chat = await openHeld(3);
  const { room, grace, line } = chat;
  await record(grace);
  await say(room, "message 4");
  await line.held(1);
  await grace.send("message 5");
  await line.held(2);
  await grace.page.getByText("message 5", { exact: true }).waitFor();
  await say(room, "message 6");
  await line.held(3);
  line.deliver(6, 5, 4);
  await grace.page.getByText("message 6", { exact: true }).waitFor();
  assert.deepEqual(await grace.texts(), named(1, 6));
  assert.deepEqual(await recordedOf(grace), {
    added: ["message 5", "message 4", "message 6"],
    removed: [],
    inserted: ["message 4"],
  });
  assert.ok(chat.calls() <= 1);
});

Deno.test("Messages that never arrive are fetched once, before those that wait for them are shown", async () => {
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
});

Deno.test("What was announced as delayed, and never comes, is fetched once", async () => {
  await using chat = await openHeld(3);
  const { room, grace, line } = chat;
  await say(room, "message 4");
  await line.held(1);
  line.send(`42["changesDelayed",{"groupId":"engine","revs":[4]}]`);
  await grace.page.getByText("message 4", { exact: true }).waitFor();
  assert.equal(chat.calls(), 1);
});

Deno.test("A history that nobody asked for adds what is missing, without a toast, and what is read further up stays in place", async () => {
  await using chat = await openHeld(50);
  const { room, grace, line } = chat;
  await grace.page.locator(".messages-box").evaluate((box) => box.scrollTop = -400);
  const place = () =>
    grace.page.getByText("message 40", { exact: true }).evaluate((node) => node.getBoundingClientRect().y);
  const before = await place();
  await record(grace);
  for (const text of named(51, 60)) await say(room, text);
  const { body } = await room.call("grace", "GET", "/groups/engine/messages?limit=50");
  const history: Message[] = body.messages;
  for (let n = 0; n < 2; n++) line.send(`42["messageHistory",${JSON.stringify(history)}]`);
  await grace.page.getByText("message 60", { exact: true }).waitFor({ state: "attached" });
  assert.deepEqual(await recordedOf(grace), { added: named(51, 60), removed: [], inserted: [] });
  assert.ok(Math.abs(await place() - before) < 1);
  assert.equal(await grace.page.locator("#toasts > *").count(), 0);
  assert.equal(chat.calls(), 0);
});
