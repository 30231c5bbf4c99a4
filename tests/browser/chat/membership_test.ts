/** A chat whose group, member or session is gone, which goes by codes, whatever the words. */
import assert from "node:assert/strict";
import { deleteMember } from "../../../db/groups/members.ts";
import { engine, openChatroom } from "../../realtime/chatroom.ts";
import { here, openLasting, type Window, windowOf } from "./room.ts";

const toasts = ({ page }: Window) => page.locator("#toasts [data-kind]");
const reconnect = ({ page }: Window) => page.getByRole("button", { name: "Reconnect" });

/** What the service says over the socket in other words. */
async function translate({ page }: Window, words: Record<string, string>): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((data) => {
      const said = Object.entries(words).reduce((text, [one, other]) => text.replaceAll(one, other), String(data));
      socket.send(said);
    });
  });
}

Deno.test("When the group cannot be joined just now the chat says so once, and joins a moment later; of its deletion one sentence says so", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  let refusals = 0;
  const held: (() => void)[] = [];
  let isHolding = false;
  await grace.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((packet) => isHolding ? void held.push(() => server.send(packet)) : server.send(packet));
    server.onMessage((packet) => {
      const isFirst = String(packet).includes("messageHistory") && refusals++ === 0;
      socket.send(isFirst ? '42["error",{"message":"The service is busy.","code":"unavailable"}]' : packet);
    });
  });
  await grace.visit(here);
  await grace.toast("Failed to join chat");
  await grace.joined();
  assert.equal(await toasts(grace).count(), 1);

  isHolding = true;
  await room.call("ada", "DELETE", `/groups/${engine}`);
  await grace.toast("This group was deleted");
  await grace.line("This group was deleted");
  // However often the group is asked for, the first sentence stays, and is the only one.
  await grace.page.evaluate(() => dispatchEvent(new Event("online")));
  await grace.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  isHolding = false;
  for (const send of held) send();
  await grace.page.locator("[data-connection=closed]").waitFor();
  await grace.line("This group was deleted");
  assert.equal(await toasts(grace).getByText("deleted").count(), 1);
  assert.equal(await reconnect(grace).count(), 0);
  assert.ok(await grace.input.isDisabled());
});

Deno.test("When Grace is removed from the group the chat is disabled and says why; added again, Grace is back", async () => {
  await using room = await openLasting();
  const { body } = await room.call("ada", "POST", `/groups/${engine}/messages`, { content: "Done" });
  await room.call("ada", "PUT", `/groups/${engine}/messages/${body.message.id}/reactions/🦉`);
  await using grace = await windowOf(room, "grace");
  let joins = 0;
  await grace.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((packet) => {
      const [, ack] = /^42(\d+)\["joinGroup"/.exec(String(packet)) ?? [];
      const refused = { success: false, error: "Group not found", code: "not_found" };
      // As one that was being checked during the removal: she asks once more.
      if (ack && ++joins === 2) socket.send(`43${ack}[${JSON.stringify(refused)}]`);
      else server.send(packet);
    });
  });
  await grace.visit(here);
  await grace.joined();
  await grace.input.fill("Half a sent");
  await grace.page.locator(".books-head").getByText("Add").click();
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
  for (const one of canAdd) await one.and(grace.page.locator(":disabled")).waitFor();
  await grace.page.locator(".books-add[inert]").waitFor();
  await grace.page.locator(".message").hover();
  assert.equal(await grace.page.locator(".message-tools").count(), 0);
  await grace.page.getByRole("link", { name: "Back to my groups" }).waitFor();
  assert.deepEqual([await reconnect(grace).count(), await toasts(grace).count()], [0, 1]);
  await room.call("ada", "POST", `/groups/${engine}/members`, { userId: "grace" });
  await room.call("ada", "POST", `/groups/${engine}/messages`, { content: "Welcome back" });
  await grace.joined();
  assert.equal(joins, 3);
  await grace.page.getByText("Welcome back").waitFor();
  for (const one of canAdd.slice(0, 2)) assert.ok(await one.isEnabled());

  // Removed while the chat is cut off, she is informed of that on coming back.
  await room.stop();
  await grace.line("Disconnected");
  await room.start();
  await deleteMember(room.deps.db, "ada", { groupId: engine, userId: "grace" });
  await grace.line("You are no longer a member of this group.");
  await grace.page.getByRole("link", { name: "Back to my groups" }).waitFor();
});

Deno.test("A chat that is refused goes by the code: to wait for its reader, to log in, or to say that another account is signed in", async () => {
  await using room = await openLasting();
  await using left = await windowOf(room, "grace");
  await translate(left, { "Unauthorized": "Nicht angemeldet", "Group not found": "Keine Gruppe" });
  await left.visit(here);
  await left.joined();
  await room.call("ada", "DELETE", "/groups/engine/members/grace");
  await left.page.getByRole("link", { name: "Back to my groups" }).waitFor();
  assert.equal(await reconnect(left).count(), 0);
  await room.call("ada", "POST", "/groups/engine/members", { userId: "grace" });
  await left.joined();
  await room.call("grace", "POST", "/auth/logout");
  await left.page.waitForURL(`**/login?next=${encodeURIComponent(here)}`);
  assert.equal(await left.page.evaluate(() => localStorage.getItem("token")), null);

  await using other = await windowOf(room, "ada");
  await translate(other, { "You're logged in with a different account": "Ein anderes Konto" });
  await other.page.goto("/about");
  await other.page.evaluate((token) => localStorage.setItem("token", token), room.tokens.mallory);
  await other.visit(here);
  await other.line(/Ein anderes Konto/);
  await reconnect(other).waitFor();
});

Deno.test("With too many windows open, or where the socket cannot be opened, the chat says so, and connects once the reader asks", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "on" } });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => room.connect("grace")));
  await using grace = await windowOf(room, "grace");
  await grace.visit(here);
  await reconnect(grace).waitFor();
  await grace.line("You have this site open in too many windows. Please close some and try again.");
  sockets[0][Symbol.dispose]();
  await reconnect(grace).click();
  await grace.joined();

  await using ada = await windowOf(room, "ada");
  // The socket's client builds its address with this function, which fails until it is repaired.
  await ada.page.addInitScript(() => {
    const real = globalThis.encodeURIComponent;
    globalThis.encodeURIComponent = (value) => {
      if (value === "EIO") throw new Error("out of order");
      return real(value);
    };
    Object.assign(globalThis, { repair: () => globalThis.encodeURIComponent = real });
  });
  await ada.visit(here);
  await ada.line("Failed to initialize chat connection");
  await ada.toast("Failed to initialize chat connection");
  await ada.page.evaluate("repair()");
  await reconnect(ada).click();
  await ada.joined();
});
