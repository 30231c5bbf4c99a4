/** How a chat comes back to a service that has stopped, which may be several instances behind a proxy. */
import assert from "node:assert/strict";
import { stopClock } from "../support/screen.ts";
import { here, openLasting, windowOf } from "./chat_room.ts";

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
