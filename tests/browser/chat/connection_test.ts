/** How a chat comes back after a break, to a service that may be several instances behind a proxy. */
import assert from "node:assert/strict";
import { openGate } from "../../support/gate.ts";
import { until } from "../../support/operate.ts";
import { stopClock } from "../../support/screen.ts";
import { enter, here, openLasting, store, type Window, windowOf } from "./room.ts";

const path = "/groups/engine/messages";

Deno.test("While the server is down nothing can be sent, and the page says so; once it is up all that was missed is there, what was changed and deleted too", async () => {
  await using room = await openLasting();
  await store(room.file, 8);
  const say = async (content: string) => (await room.call("ada", "POST", path, { content })).body.message;
  const [first, second] = [await say("First"), await say("Second")];
  await using grace = await enter(room, "grace");
  await grace.page.evaluate(() => document.body.dataset.same = "page");
  await grace.input.pressSequentially("A sent");
  await room.stop();
  await grace.line("Disconnected. Messages can be sent again once the chat is back.");
  await grace.line("Connection error. Retrying...");
  assert.ok(await grace.input.isDisabled());
  assert.ok(await grace.page.getByRole("button", { name: "Send" }).isDisabled());
  await grace.page.locator(".composer").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await grace.toast("Not connected to chat server");
  // Somebody who is typing goes on, with the caret where it is.
  await grace.page.keyboard.type("ence");
  await grace.page.keyboard.press("Home");
  await grace.page.keyboard.type("Half ");

  await store(room.file, 230, 11);
  await room.start();
  await room.call("ada", "PUT", `${path}/${first.id}`, { content: "First, changed" });
  await room.call("ada", "DELETE", `${path}/${second.id}`);
  await grace.joined();
  await grace.page.keyboard.type("of ");
  assert.equal(await grace.input.inputValue(), "Half of A sentence");
  await grace.page.getByText("message 240", { exact: true }).waitFor();
  await grace.page.waitForFunction(() => document.querySelectorAll(".message").length === 240);
  const all = Array.from({ length: 240 }, (_, n) => `message ${n + 1}`);
  all.splice(8, 2, "First, changed", "Message deleted");
  await until(async () => (await grace.texts()).join() === all.join());
  assert.equal(await grace.page.evaluate(() => document.body.dataset.same), "page");
  await grace.input.press("Enter");
  await grace.page.locator(".message--mine:not(.message--pending)").waitFor();
});

Deno.test("After a long break the page tries three rounds, then waits until the page is looked at", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await grace.page.clock.install();
  await grace.visit(here);
  await grace.joined();
  await recordLines(grace);
  await room.stop();
  const reconnect = grace.page.getByRole("button", { name: "Reconnect" });
  while (!await reconnect.isVisible()) await grace.page.clock.fastForward(1000);
  const lines = await recordedLines(grace);
  assert.equal(lines[0], "Disconnected. Messages can be sent again once the chat is back.");
  assert.equal(lines[1], "Connection error. Retrying...");
  assert.equal(lines.filter((line) => line === "Connection error. Attempting to reconnect...").length, 3);
  assert.match(lines.at(-1)!, /^Disconnected\./);
  await room.start();
  await grace.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await grace.joined();
  await grace.send("Here again");
  await grace.page.locator(".message--mine:not(.message--pending)").waitFor();
});

/** Records every text of the line about the connection from now on. */
const recordLines = ({ page }: Window) =>
  page.evaluate(() => {
    const lines: string[] = [];
    Object.assign(globalThis, { lines });
    new MutationObserver(() => {
      const text = document.querySelector(".connection-line")!.firstChild?.textContent ?? "";
      if (text !== lines.at(-1)) lines.push(text);
    }).observe(document.querySelector(".connection-line")!, { childList: true, characterData: true, subtree: true });
  });

const recordedLines = ({ page }: Window): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { lines: string[] }).lines);

Deno.test("A connection that does not open within 45 seconds is given up", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await grace.page.clock.install();
  const opening = Promise.withResolvers<void>();
  // It is open, and no server says so.
  await grace.page.routeWebSocket(/socket\.io/, () => opening.resolve());
  await grace.visit(here);
  await opening.promise;
  const pass = await stopClock(grace.page);
  await pass(30_000);
  assert.equal(await grace.page.getByText("Connection error").count(), 0);
  await pass(15_000);
  await grace.line("Connection error");
});

Deno.test("When the history does not arrive the page joins again after five seconds, and only then", async () => {
  await using room = await openLasting();
  await store(room.file, 3);
  await using grace = await windowOf(room, "grace");
  await grace.page.clock.install();
  let joins = 0;
  const { promise: joining, resolve: join } = Promise.withResolvers<void>();
  await grace.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (isJoin(String(message)) && ++joins === 1) join();
      server.send(message);
    });
    server.onMessage((message) => {
      if (joins > 1 || !String(message).includes("messageHistory")) socket.send(message);
    });
  });
  await grace.page.goto(here);
  await joining;
  const pass = await stopClock(grace.page);
  await pass(2000);
  assert.equal(joins, 1);
  assert.ok(await grace.input.isDisabled());
  await pass(3000);
  await grace.joined();
  await pass(30_000);
  assert.equal(joins, 2);
});

/** Whether a packet asks to join the group: a handshake or an event does. */
const isJoin = (packet: string): boolean => /^40.*"join":|"joinGroup"/.test(packet);

Deno.test("A page that becomes visible while it connects asks the server once only", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  await grace.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (message) => {
      // The client asks to be connected with a packet of type 40.
      if (String(message).startsWith("40") && ++requests === 1) {
        ask();
        await released;
      }
      server.send(message);
    });
  });
  await grace.visit(here);
  await asked;
  await grace.line("Connecting to the chat...");
  await grace.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  release();
  await grace.joined();
  assert.equal(requests, 1);
});

Deno.test("A message sent while the server hangs, which then goes, arrives once when it is back", async () => {
  await using room = await openLasting();
  await using gate = await openGate(Number(new URL(room.url).port));
  await using ada = await enter(room, "ada");
  await using grace = await enter({ url: `http://localhost:${gate.port}`, tokens: room.tokens }, "grace");
  gate.hold();
  await grace.send("Into the void");
  await grace.send("and another");
  const pending = grace.page.locator(".message--pending");
  await pending.nth(1).waitFor();
  await ada.page.getByText("and another").waitFor();
  const stopped = room.stop();
  gate.drop();
  await stopped;
  await grace.line(/Disconnected|Connection error/);
  assert.equal(await pending.count(), 2);
  await room.start();
  for (const window of [ada, grace]) {
    await window.joined();
    await window.page.locator(".message--pending").first().waitFor({ state: "detached" });
    assert.deepEqual(await window.texts(), ["Into the void", "and another"]);
  }
});

Deno.test("When the service stops, the chat waits a random part of three seconds and comes back, and what is typed stays", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  const { page } = grace;
  await page.clock.install();
  await page.addInitScript(() => Math.random = () => 0.9);
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await grace.visit(here);
  await grace.joined();
  await grace.input.fill("Half a sentence");
  const pass = await stopClock(page);
  await room.stop();
  await grace.line(/^Disconnected. Messages can be sent again once the chat is back.$/);
  await room.start();
  await pass(2600);
  assert.equal(sockets.length, 1);
  await pass(200);
  await grace.joined();
  assert.equal(sockets.length, 2);
  assert.equal(await grace.input.inputValue(), "Half a sentence");
  assert.equal(await page.locator("#toasts > *").count(), 0);
  await grace.input.press("Enter");
  await page.locator(".message:not(.message--pending)").getByText("Half a sentence").waitFor();
});

Deno.test("A network that comes back, or a page that is looked at, does not wait for a service that has stopped", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  const { page } = grace;
  await page.clock.install();
  await grace.visit(here);
  for (const sign of ["online", "visibilitychange"]) {
    await grace.joined();
    await room.stop();
    await grace.line("Disconnected");
    await room.start();
    await page.evaluate((sign) => (sign === "online" ? globalThis : document).dispatchEvent(new Event(sign)), sign);
    await grace.joined();
  }
});

Deno.test("All requests of one connection have the same key for a proxy, over whatever transport, and the next one has another", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  const { page } = grace;
  const requests: URL[] = [];
  const note = (sent: { url(): string }) => /[?&]k=/.test(sent.url()) && requests.push(new URL(sent.url()));
  page.on("request", note);
  page.on("websocket", note);
  // As behind a proxy that has no WebSockets.
  await page.addInitScript(() => {
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(String(url).replace("/socket.io/", "/refused/"));
      }
    };
  });
  await grace.visit(here);
  await grace.joined();
  await grace.send("One");
  await page.locator(".message:not(.message--pending)").getByText("One").waitFor();
  const first = requests.splice(0);
  await room.stop();
  await grace.line("Disconnected");
  await room.start();
  await grace.joined();
  const valuesOf = (urls: URL[], name: string) => new Set(urls.map(({ searchParams }) => searchParams.get(name)));
  assert.deepEqual([...new Set(first.map(({ protocol }) => protocol))], ["ws:", "http:"]);
  assert.ok(first.length > 4);
  const [key, ...others] = valuesOf(first, "k");
  assert.match(key!, /^\w+$/);
  assert.deepEqual(others, []);
  // Without an id are those of attempts, some of which came before the service was back.
  const before = valuesOf(first, "sid");
  const next = requests.filter(({ searchParams }) => !before.has(searchParams.get("sid")));
  assert.equal(valuesOf(next, "k").size, 1);
  assert.equal(valuesOf(next, "k").has(key), false);
});

Deno.test("The chat is joined while its script is still loading, and nothing sent meanwhile is missed", async () => {
  await using room = await openLasting();
  await store(room.file, 3);
  await using grace = await windowOf(room, "grace");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await grace.page.route("**/assets/chat-*.js", async (route) => {
    await released;
    await route.continue();
  });
  const opened = grace.page.waitForEvent("websocket");
  await grace.page.goto(here, { waitUntil: "commit" });
  const socket = await opened;
  const received = (text: string) =>
    socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes(text));
  await received("messageHistory");
  const arrived = received("Before the script");
  await room.call("ada", "POST", path, { content: "Before the script" });
  await arrived;
  release();
  await grace.page.getByText("Before the script").waitFor();
});
