/** The pages go by codes: a server that speaks in other words is understood all the same. */
import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { member } from "../support/browser.ts";
import { intercept, press, release } from "../support/screen.ts";
import { enter, here, openLasting, sharedBrowser, type Window, windowOf } from "./chat_room.ts";

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

Deno.test("A chat that is refused goes by the code: to log in, or to wait for its reader", async () => {
  await using room = await openLasting();
  await using left = await windowOf(room, "grace");
  await translate(left, { "Unauthorized": "Nicht angemeldet", "Group not found": "Keine Gruppe" });
  await left.visit(here);
  await left.joined();
  await room.call("ada", "DELETE", "/groups/engine/members/grace");
  await left.page.getByRole("link", { name: "Back to my groups" }).waitFor();
  assert.equal(await left.page.getByRole("button", { name: "Reconnect" }).count(), 0);
  // Added again, she is back without doing anything.
  await room.call("ada", "POST", "/groups/engine/members", { userId: "grace" });
  await left.joined();
  await room.call("grace", "POST", "/auth/logout");
  await left.page.waitForURL(`**/login?next=${encodeURIComponent(here)}`);

  await using ada = await enter(room, "ada");
  await using other = await windowOf(room, "ada");
  await translate(other, { "You're logged in with a different account": "Ein anderes Konto" });
  await other.page.goto("/about");
  await other.page.evaluate((token) => localStorage.setItem("token", token), room.tokens.mallory);
  await other.visit(here);
  await other.line(/Ein anderes Konto/);
  await other.page.getByRole("button", { name: "Reconnect" }).waitFor();
  assert.equal(await ada.page.getByRole("button", { name: "Reconnect" }).count(), 0);
});

Deno.test("a friend request is judged by the answer's code, whatever its text", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using at = await member(await sharedBrowser(), app.url, ada);
  const { page } = at;
  const answers: [number, Record<string, unknown>, string][] = [
    [201, { message: "Ihr seid Freunde", friends: true }, "Friends"],
    [201, { message: "Gesendet", friends: false }, "Request Sent"],
    [400, { message: "Schon gesendet", code: "already_sent" }, "Request Sent"],
    [400, { message: "Schon Freunde", code: "already_friends" }, "Friends"],
  ];
  for (const [status, body, shown] of answers) {
    await intercept(page, "/friends/request/*", status, body);
    await at.visit("/search?username=grace");
    await press(page, "Add Friend");
    await at.toast(String(body.message));
    await page.getByRole("main").getByText(shown, { exact: true }).waitFor();
    await release(page, "/friends/request/*");
  }
  assert.equal((await app.call("GET", `/friends/request-status/${grace.id}`, ada)).body.requestSent, false);
});
