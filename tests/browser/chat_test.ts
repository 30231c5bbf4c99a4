import assert from "node:assert/strict";
import type { Page } from "playwright";
import { deleteMember } from "../../db/groups/members.ts";
import { engine } from "../realtime/chatroom.ts";
import { enter, here, openLasting, windowOf } from "./chat_room.ts";

Deno.test("Grace's message is pending until the server has it, and Ada sees it at once", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await windowOf(room, "grace");
  const socket = await holdableSocket(grace.page);
  await grace.visit(here);
  await grace.joined();
  socket.hold();
  await grace.send("  Hello Ada\nsecond line ");
  const pending = grace.page.locator(".message--pending");
  await pending.waitFor();
  assert.equal(await pending.locator(".message-text").innerText(), "Hello Ada\nsecond line");
  assert.equal(await grace.input.inputValue(), "");
  assert.deepEqual(await ada.texts(), []);
  socket.release();
  await ada.page.getByText("Hello Ada").waitFor();
  await grace.page.locator(".message:not(.message--pending)").waitFor();
  assert.deepEqual(await grace.texts(), ["Hello Ada\nsecond line"]);
  assert.equal(await pending.count(), 0);
  assert.equal(await ada.page.locator(".message-author").innerText(), "Grace");
});

Deno.test("An empty message is not sent and shows a warning", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  await grace.send("  \n ");
  await grace.toast("Message cannot be empty");
  await grace.page.getByRole("button", { name: "Send" }).click();
  assert.equal(await grace.page.locator("#toasts [data-kind]").count(), 2);
  assert.deepEqual(await grace.texts(), []);
});

Deno.test("A message beyond the rate limit goes back to the input", async () => {
  await using room = await openLasting({ RATE_LIMITS: "chat=1/60" });
  await using grace = await enter(room, "grace");
  await grace.send("Make haste");
  await grace.page.locator(".message:not(.message--pending)").waitFor();
  await grace.send("slowly");
  await grace.toast("You are sending messages too quickly. Please wait a moment.");
  assert.equal(await grace.input.inputValue(), "slowly");
  assert.equal(await grace.page.locator(".message--pending").count(), 0);
  assert.deepEqual(await grace.texts(), ["Make haste"]);
});

Deno.test("A message of someone who is no longer a member goes back to the input, before what was typed since", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  const socket = await holdableSocket(grace.page);
  await grace.visit(here);
  await grace.joined();
  await deleteMember(room.deps.db, "ada", { groupId: engine, userId: "grace" });
  socket.hold();
  await grace.send("Am I still in?");
  await grace.input.fill("Hello?");
  socket.release();
  await grace.toast("Group not found");
  assert.equal(await grace.input.inputValue(), "Am I still in?\nHello?");
  assert.equal(await grace.page.locator(".message").count(), 0);
});

Deno.test("A draft and a pending message are there again when Grace comes back to the chat", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  const socket = await holdableSocket(grace.page);
  await grace.visit(here);
  await grace.joined();
  socket.hold();
  await grace.send("On its way");
  await grace.page.locator(".message--pending").waitFor();
  await grace.input.fill("Half a sent");
  await grace.visit(`${here}?tab=members`);
  await grace.page.getByRole("heading", { name: "Members" }).first().waitFor();
  socket.release();
  await grace.visit(here);
  await grace.page.locator(".message--mine:not(.message--pending)").getByText("On its way").waitFor();
  assert.equal(await grace.input.inputValue(), "Half a sent");
  await grace.page.reload();
  await grace.joined();
  assert.deepEqual(await grace.texts(), ["On its way"]);
  assert.equal(await grace.input.inputValue(), "Half a sent");
  // A browser that crashes after this was sent has nothing of it to bring back.
  await grace.input.press("Enter");
  await grace.page.locator(".message--pending, .message--mine").nth(1).waitFor();
  assert.deepEqual(await grace.page.evaluate(() => Object.keys(sessionStorage)), ["chapterhouse.window"]);
});

Deno.test("When the group cannot be joined just now the chat says so once, and joins a moment later", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  let refusals = 0;
  await grace.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((packet) => {
      const isFirst = String(packet).includes("messageHistory") && refusals++ === 0;
      socket.send(isFirst ? '42["error",{"message":"The service is busy.","code":"unavailable"}]' : packet);
    });
  });
  await grace.visit(here);
  await grace.toast("Failed to join chat");
  await grace.joined();
  assert.equal(await grace.page.locator("#toasts [data-kind]").count(), 1);
});

Deno.test("When the group is deleted one sentence says so, and nothing offers to try again", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  await room.call("ada", "DELETE", `/groups/${engine}`);
  await grace.line("This group was deleted");
  await grace.toast("This group was deleted");
  assert.equal(await grace.page.locator("#toasts [data-kind]").count(), 1);
  assert.equal(await grace.page.getByRole("button", { name: "Reconnect" }).count(), 0);
  assert.ok(await grace.input.isDisabled());
  await grace.page.evaluate(() => dispatchEvent(new Event("online")));
  assert.equal(await grace.page.locator("[data-connection=closed]").count(), 1);
});

Deno.test("When Grace is removed from the group the chat is disabled and says why; added again, Grace is back", async () => {
  await using room = await openLasting();
  const { body } = await room.call("ada", "POST", `/groups/${engine}/messages`, { content: "Done" });
  await room.call("ada", "PUT", `/groups/${engine}/messages/${body.message.id}/reactions/🦉`);
  await using grace = await windowOf(room, "grace");
  await grace.visit(here);
  await grace.joined();
  await grace.input.fill("Half a sent");
  const add = grace.page.locator(".books-head").getByText("Add");
  await add.click();
  await room.call("ada", "DELETE", `/groups/${engine}/members/grace`);
  await grace.toast("You are no longer a member of this group.");
  await grace.line("You are no longer a member of this group.");
  assert.ok(await grace.input.isDisabled());
  assert.equal(await grace.input.inputValue(), "Half a sent");
  const canAdd = [
    grace.page.getByLabel("Attach files"),
    grace.page.locator(".reaction"),
    grace.page.getByRole("button", { name: "Hide" }),
  ];
  for (const one of canAdd) assert.ok(await one.isDisabled(), String(one));
  await grace.page.locator(".books-add[inert]").waitFor();
  await grace.page.locator(".message").hover();
  assert.equal(await grace.page.locator(".message-tools").count(), 0);
  await grace.page.getByRole("link", { name: "Back to my groups" }).waitFor();
  assert.equal(await grace.page.getByRole("button", { name: "Reconnect" }).count(), 0);
  assert.equal(await grace.page.locator("#toasts [data-kind]").count(), 1);
  await room.call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
  await room.call("ada", "POST", `/groups/${engine}/messages`, { content: "Welcome back" });
  await grace.joined();
  await grace.page.getByText("Welcome back").waitFor();
  for (const one of canAdd.slice(0, 2)) assert.ok(await one.isEnabled());
});

Deno.test("However often the group is asked for once it is deleted, the first sentence stays, and is the only one", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  const socket = await holdableSocket(grace.page);
  await grace.visit(here);
  await grace.joined();
  socket.hold();
  await room.call("ada", "DELETE", `/groups/${engine}`);
  await grace.toast("This group was deleted");
  await grace.page.evaluate(() => dispatchEvent(new Event("online")));
  await grace.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  assert.equal(socket.release(), 3);
  await grace.page.locator("[data-connection=closed]").waitFor();
  await grace.line("This group was deleted");
  assert.equal(await grace.page.locator("#toasts [data-kind]").count(), 1);
});

Deno.test("Who is removed while the chat is cut off is informed of that on coming back", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  await room.stop();
  await grace.line("Disconnected");
  await room.start();
  await deleteMember(room.deps.db, "ada", { groupId: engine, userId: "grace" });
  await grace.toast("You are no longer a member of this group.");
  await grace.line("You are no longer a member of this group.");
  assert.equal(await grace.page.locator("#toasts [data-kind]").count(), 1);
  await grace.page.getByRole("link", { name: "Back to my groups" }).waitFor();
});

Deno.test("Who is refused although added again meanwhile asks once more", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  let joins = 0;
  await grace.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((packet) => {
      const [, ack] = /^42(\d+)\["joinGroup"/.exec(String(packet)) ?? [];
      const refused = { success: false, error: "Group not found", code: "not_found" };
      // As one that was being checked during the removal.
      if (ack && ++joins === 2) socket.send(`43${ack}[${JSON.stringify(refused)}]`);
      else server.send(packet);
    });
  });
  await grace.visit(here);
  await grace.joined();
  await room.call("ada", "DELETE", `/groups/${engine}/members/grace`);
  await grace.page.getByRole("link", { name: "Back to my groups" }).waitFor();
  await room.call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
  await grace.joined();
  assert.equal(joins, 3);
});

Deno.test("When Grace's session ends elsewhere the window goes to the login page", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  await room.call("grace", "POST", "/auth/logout");
  await grace.page.waitForURL("**/login?next=*");
  assert.equal(await grace.page.evaluate(() => localStorage.getItem("token")), null);
});

Deno.test("A message sent in one of Grace's two windows is shown once in each", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const other = await grace.context.newPage();
  await other.goto(here);
  await other.locator("[data-connection=joined]").waitFor({ state: "attached" });
  await grace.send("In both");
  await other.getByText("In both").waitFor();
  await grace.send("And again");
  await other.getByText("And again").waitFor();
  assert.deepEqual(await other.locator(".message-text").allInnerTexts(), ["In both", "And again"]);
  assert.deepEqual(await grace.page.locator(".message-text").allInnerTexts(), ["In both", "And again"]);
});

Deno.test("Where the socket cannot be opened the chat says so and offers to try again", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  // The socket's client builds its address with this function, which fails until it is repaired.
  await grace.page.addInitScript(() => {
    const real = globalThis.encodeURIComponent;
    globalThis.encodeURIComponent = (value) => {
      if (value === "EIO") throw new Error("out of order");
      return real(value);
    };
    Object.assign(globalThis, { repair: () => globalThis.encodeURIComponent = real });
  });
  await grace.visit(here);
  await grace.line("Failed to initialize chat connection");
  await grace.toast("Failed to initialize chat connection");
  await grace.page.evaluate("repair()");
  await grace.page.getByRole("button", { name: "Reconnect" }).click();
  await grace.joined();
});

/** The WebSocket of a page, whose messages to the server can be held back for a while. */
async function holdableSocket(page: Page) {
  const held: (() => void)[] = [];
  let holding = false;
  await page.routeWebSocket(/socket\.io/, (route) => {
    const server = route.connectToServer();
    route.onMessage((message) => holding ? void held.push(() => server.send(message)) : server.send(message));
  });
  return {
    hold: () => holding = true,
    release() {
      holding = false;
      const sent = held.splice(0);
      sent.forEach((send) => send());
      return sent.length;
    },
  };
}
