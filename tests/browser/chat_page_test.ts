import assert from "node:assert/strict";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { openDb } from "../../db/engine/client.ts";
import { engine } from "../realtime/chatroom.ts";
import { enter, here, openLasting, store, windowOf } from "./chat_room.ts";

Deno.test("The chat's dark mode is stored in the browser", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const dark = grace.page.locator("[data-chat-theme=dark]");
  const toggle = grace.page.getByRole("button", { name: "Dark mode" });
  assert.equal(await dark.count(), 0);
  await toggle.click();
  await dark.waitFor();
  assert.equal(await grace.page.evaluate(() => localStorage.getItem("chatDarkMode")), "true");
  await grace.page.reload();
  await dark.waitFor();
  assert.equal(await toggle.getAttribute("aria-pressed"), "true");
  await toggle.click();
  await dark.waitFor({ state: "detached" });
  assert.equal(await grace.page.evaluate(() => localStorage.getItem("chatDarkMode")), "false");
});

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

Deno.test("Without a script links lead to earlier messages, page by page, and back", async () => {
  await using room = await openLasting();
  await store(room.file, 120);
  await using grace = await windowOf(room, "grace", { javaScriptEnabled: false });
  const seen = async () => [(await grace.texts())[0], (await grace.texts()).at(-1)];
  const link = (name: string) => grace.page.getByRole("link", { name, exact: true });
  for (const nonsense of ["", "&before=", "&before=x", "&before=1", "&before=-3", "&before=1.5", "&before=1e999"]) {
    await grace.visit(`${here}?tab=chat${nonsense}`);
    assert.deepEqual(await seen(), ["message 71", "message 120"], nonsense);
    assert.equal(await link("Latest messages").count(), 0);
  }
  await link("Earlier messages").click();
  await grace.page.getByText("message 70", { exact: true }).waitFor();
  assert.deepEqual(await seen(), ["message 21", "message 70"]);
  await link("Earlier messages").click();
  await grace.page.getByText("message 1", { exact: true }).waitFor();
  assert.deepEqual(await seen(), ["message 1", "message 20"]);
  assert.equal(await link("Earlier messages").count(), 0);
  await link("Latest messages").click();
  await grace.page.getByText("message 120", { exact: true }).waitFor();
  await using ada = await enter(room, "ada");
  assert.equal(await ada.page.getByRole("link", { name: /^(Earlier|Latest) messages/ }).count(), 0);
});

Deno.test("What is typed before the page is hydrated is not lost, nor is the focus", async () => {
  await using room = await openLasting();
  await store(room.file, 50);
  await using grace = await windowOf(room, "grace");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await grace.page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await grace.page.goto(here, { waitUntil: "commit" });
  await grace.input.pressSequentially("Early words");
  release();
  await grace.alive();
  await grace.joined();
  assert.equal(await grace.input.inputValue(), "Early words");
  assert.ok(await grace.input.evaluate((field) => field === document.activeElement));
  await grace.input.press("Enter");
  await grace.page.locator(".message--mine:not(.message--pending)").getByText("Early words").waitFor();
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
  await room.call("ada", "POST", `/groups/${engine}/messages`, { content: "Before the script" });
  await arrived;
  release();
  await grace.page.getByText("Before the script").waitFor();
});

Deno.test("A page without a chat opens one socket, of no group, once it has loaded", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  for (const path of ["/dashboard", `${here}?tab=members`]) {
    const opened = grace.page.waitForEvent("websocket");
    await grace.visit(path);
    const socket = await opened;
    assert.equal(await grace.page.evaluate(() => document.readyState), "complete");
    assert.equal(new URL(socket.url()).searchParams.get("groupId"), null);
  }
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
