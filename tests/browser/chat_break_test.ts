import assert from "node:assert/strict";
import { member, openWholeBrowser } from "../support/browser.ts";
import { startProcess } from "../support/process.ts";
import { stopClock } from "../support/screen.ts";
import { enter, here, openLasting, store, type Window, windowOf } from "./chat_room.ts";

Deno.test("While the server is down nothing can be sent, and the page says so; once it is up all missed messages are there", async () => {
  await using room = await openLasting();
  await store(room.file, 10);
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
  await grace.joined();
  await grace.page.keyboard.type("of ");
  assert.equal(await grace.input.inputValue(), "Half of A sentence");
  await grace.page.getByText("message 240", { exact: true }).waitFor();
  await grace.page.waitForFunction(() => document.querySelectorAll(".message").length === 240);
  assert.deepEqual(await grace.texts(), Array.from({ length: 240 }, (_, n) => `message ${n + 1}`));
  assert.equal(await grace.page.evaluate(() => document.body.dataset.same), "page");
  await grace.input.press("Enter");
  await grace.page.locator(".message--mine:not(.message--pending)").waitFor();
});

Deno.test("After a long break the page tries three rounds, then waits for the reader or for the network to return", async () => {
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
  await grace.page.evaluate(() => dispatchEvent(new Event("online")));
  await grace.joined();
  await grace.send("Here again");
  await grace.page.locator(".message--mine:not(.message--pending)").waitFor();
});

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

Deno.test("A page that gave up tries again when it becomes visible", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await grace.page.clock.install();
  await grace.visit(here);
  await grace.joined();
  await room.stop();
  const reconnect = grace.page.getByRole("button", { name: "Reconnect" });
  while (!await reconnect.isVisible()) await grace.page.clock.fastForward(1000);
  await room.start();
  await grace.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await grace.joined();
});

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

Deno.test("A message sent while the server hangs, which is then killed, arrives once when it is back", async () => {
  await using room = await openLasting();
  await room.stop();
  await using service = await startProcess(room.file);
  const place = { url: service.url, tokens: room.tokens };
  await using ada = await enter(place, "ada");
  await using grace = await enter(place, "grace");
  await grace.send("Before");
  await ada.page.getByText("Before").waitFor();
  service.signal("SIGSTOP");
  await grace.send("Into the void");
  await grace.send("and another");
  const pending = grace.page.locator(".message--pending");
  await pending.nth(1).waitFor();
  await service.end("SIGKILL");
  await grace.line(/Disconnected|Connection error/);
  assert.equal(await pending.count(), 2);
  await service.start();
  for (const window of [ada, grace]) {
    await window.page.getByText("and another").waitFor();
    await window.page.locator(".message--pending").first().waitFor({ state: "detached" });
    assert.deepEqual(await window.texts(), ["Before", "Into the void", "and another"]);
  }
  await ada.page.reload();
  assert.deepEqual(await ada.texts(), ["Before", "Into the void", "and another"]);
});

Deno.test("A page gone back to comes from the browser's memory and catches up", async () => {
  await using room = await openLasting();
  await store(room.file, 3);
  const browser = await openWholeBrowser({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  try {
    await using grace = await member(browser, room.url, { token: room.tokens.grace });
    const { page } = grace;
    const joined = page.locator("[data-connection=joined]");
    await grace.visit(here);
    await joined.waitFor({ state: "attached" });
    await page.evaluate(() => document.body.dataset.same = "page");
    await page.goto("/about");
    await room.call("ada", "POST", "/groups/engine/messages", { content: "While you were away" });
    // A page from memory does not load.
    await page.goBack({ waitUntil: "commit" });
    await page.getByText("While you were away").waitFor();
    await joined.waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => document.body.dataset.same), "page", "it was loaded again");
    assert.equal(await page.locator(".message").count(), 4);
  } finally {
    await browser.close();
  }
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

/** Whether a packet asks to join the group: a handshake or an event does. */
const isJoin = (packet: string): boolean => /^40.*"join":|"joinGroup"/.test(packet);
