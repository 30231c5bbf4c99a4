import assert from "node:assert/strict";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { markRead } from "../../db/chat/read_marks.ts";
import { until } from "../support/operate.ts";
import { enter, here, openLasting, store, type Window, windowOf } from "./chat_room.ts";

const path = "/groups/engine/messages";

Deno.test("A conversation opens at its end and stays there while others write", async () => {
  await using room = await openLasting();
  await store(room.file, 60);
  await using grace = await enter(room, "grace");
  assert.ok(await isInView(grace, "message 60"));
  for (const content of ["One more", "and one", "and a last one"]) {
    await room.call("ada", "POST", path, { content });
    await grace.page.getByText(content, { exact: true }).waitFor();
    assert.ok(await isInView(grace, content));
  }
});

Deno.test("Reading further up, one is not moved when others write, but is when sending a message", async () => {
  await using room = await openLasting();
  await store(room.file, 60);
  await using grace = await enter(room, "grace");
  await scrollTo(grace, "message 30");
  const before = await topOf(grace, "message 30");
  for (const content of ["One more", "long ".repeat(200).trim(), "and a last one"]) {
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

Deno.test("Where the window has room for more than came with the page, older messages fill it without scrolling", async () => {
  await using room = await openLasting();
  await store(room.file, 170);
  await using grace = await windowOf(room, "grace", { viewport: { width: 1280, height: 6000 } });
  const { page } = grace;
  await grace.visit(here);
  await grace.joined();
  await page.waitForFunction(() => {
    const box = document.querySelector(".messages-box")!;
    return box.scrollHeight > box.clientHeight;
  });
  const count = await page.locator(".message").count();
  assert.ok(count > 50, `${count} messages`);
  // Once nothing is left it does not go on asking.
  await page.setViewportSize({ width: 1280, height: 24_000 });
  await page.getByText("message 1", { exact: true }).waitFor();
  let asked = 0;
  page.on("request", (request) => request.url().includes("/messages?before=") && asked++);
  await page.setViewportSize({ width: 1280, height: 25_000 });
  await room.call("ada", "POST", path, { content: "And one more" });
  await page.getByText("And one more").waitFor();
  assert.deepEqual([asked, await page.locator(".message").count()], [0, 171]);
});

Deno.test("What could not be loaded to fill the window is loaded once the chat is back", async () => {
  await using room = await openLasting();
  await store(room.file, 60);
  await using grace = await windowOf(room, "grace", { viewport: { width: 1280, height: 24_000 } });
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
  await page.getByText("message 1", { exact: true }).waitFor();
});

Deno.test("Missed messages are added below without moving what is read further up", async () => {
  await using room = await openLasting();
  await store(room.file, 60);
  await using grace = await enter(room, "grace");
  await scrollTo(grace, "message 30");
  // It comes some time after the page, and not any more once there is no server.
  await grace.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/OfflineComposer-"))
  );
  await room.stop();
  await grace.line(/Disconnected|Connection error/);
  await grace.page.getByRole("button", { name: "Write for later" }).waitFor();
  await scrollTo(grace, "message 30");
  const before = await topOf(grace, "message 30");
  await store(room.file, 230, 61);
  await room.start();
  await grace.page.getByText("message 290", { exact: true }).waitFor({ state: "attached" });
  await near(() => topOf(grace, "message 30"), before);
});

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
