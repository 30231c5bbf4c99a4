/** What Grace sends: on its way, refused, of unknown outcome, and typed by the keys of a desk and of a phone. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { deleteMember } from "../../../db/groups/members.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { engine } from "../../realtime/chatroom.ts";
import { loseNextAnswer } from "../../support/lost_answer.ts";
import { press } from "../../support/screen.ts";
import { enter, here, openLasting, store, type Window, windowOf } from "./room.ts";

type Room = Awaited<ReturnType<typeof openLasting>>;

const stored = async (room: Room): Promise<string[]> =>
  (await room.call("grace", "GET", "/groups/engine/messages")).body.messages.map(({ content }: Message) => content);

const sent = ({ page }: Window) => page.locator(".message:not(.message--pending)");

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
      for (const send of held.splice(0)) send();
    },
  };
}

Deno.test("Grace's message is pending until the server has it, and then once in each window; a draft and what is pending are there again on coming back", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await windowOf(room, "grace");
  const socket = await holdableSocket(grace.page);
  await grace.visit(here);
  await grace.joined();
  const other = await grace.context.newPage();
  await other.goto(here);
  socket.hold();
  await grace.send("  Hello Ada\nsecond line ");
  const pending = grace.page.locator(".message--pending");
  await pending.waitFor();
  assert.equal(await pending.locator(".message-text").innerText(), "Hello Ada\nsecond line");
  assert.equal(await grace.input.inputValue(), "");
  assert.deepEqual(await ada.texts(), []);
  socket.release();
  await ada.page.getByText("Hello Ada").waitFor();
  await other.getByText("Hello Ada").waitFor();
  await sent(grace).waitFor();
  assert.deepEqual(await grace.texts(), ["Hello Ada\nsecond line"]);
  assert.equal(await pending.count(), 0);
  assert.equal(await other.locator(".message-text").count(), 1);
  assert.equal(await ada.page.locator(".message-author").innerText(), "Grace");

  socket.hold();
  await grace.send("On its way");
  await pending.waitFor();
  await grace.input.fill("Half a sent");
  await grace.visit(`${here}?tab=members`);
  socket.release();
  await grace.visit(here);
  await grace.page.locator(".message--mine:not(.message--pending)").getByText("On its way").waitFor();
  assert.equal(await grace.input.inputValue(), "Half a sent");
  await grace.page.reload();
  await grace.joined();
  assert.deepEqual(await grace.texts(), ["Hello Ada\nsecond line", "On its way"]);
  assert.equal(await grace.input.inputValue(), "Half a sent");
  // A browser that crashes after this was sent has nothing of it to bring back.
  await grace.input.press("Enter");
  await grace.page.locator(".message--pending, .message--mine").nth(2).waitFor();
  assert.deepEqual(await grace.page.evaluate(() => Object.keys(sessionStorage)), ["chapterhouse.window"]);
});

Deno.test("A message that is empty is not sent; one beyond the rate limit, or of someone who was removed, goes back before what was typed since", async () => {
  await using room = await openLasting({ RATE_LIMITS: "chat=2/60" });
  await using grace = await windowOf(room, "grace");
  const socket = await holdableSocket(grace.page);
  await grace.visit(here);
  await grace.joined();
  await grace.send("  \n ");
  await grace.toast("Message cannot be empty");
  assert.deepEqual(await grace.texts(), []);
  await grace.send("Make haste");
  await sent(grace).waitFor();
  await deleteMember(room.deps.db, "ada", { groupId: engine, userId: "grace" });
  socket.hold();
  await grace.send("Am I still in?");
  await grace.input.fill("Hello?");
  socket.release();
  await grace.toast("Group not found");
  assert.equal(await grace.input.inputValue(), "Am I still in?\nHello?");
  await grace.input.press("Enter");
  await grace.toast("You are sending messages too quickly. Please wait a moment.");
  assert.equal(await grace.input.inputValue(), "Am I still in?\nHello?");
  assert.equal(await grace.page.locator(".message--pending").count(), 0);
  assert.deepEqual(await grace.texts(), ["Make haste"]);
});

Deno.test("A message that is refused without a text shows that it failed, and goes back to the input", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await grace.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    // An acknowledgement is 43, its number, and what it says; an event is 42. Nobody hears of the message.
    server.onMessage((data) => {
      const refused = String(data).replace(/^(43\d+)\[\{"success":true,"message".*$/s, '$1[{"success":false}]');
      if (!refused.startsWith('42["message",')) socket.send(refused);
    });
  });
  await grace.visit(here);
  await grace.joined();
  await grace.send("Is anybody there?");
  await grace.toast("Failed to send message");
  assert.equal(await grace.input.inputValue(), "Is anybody there?");
});

const clear = "The service cannot save anything right now. Please try again in a moment.";

/** The server stores so many of Grace's messages but reports failure, and the group's own copy does not arrive. */
async function loseAnswers({ page }: Window, count: number): Promise<void> {
  let left = count;
  const hidden = new Set<string>();
  const refusal = JSON.stringify([{ success: false, error: clear, code: "unavailable" }]);
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((data) => {
      const [, acknowledged, number, body] = /^(43(\d+))(\[\{"success":true,"message":.*)$/s.exec(String(data)) ?? [];
      if (acknowledged && left > 0) {
        left--;
        hidden.add(JSON.parse(body)[0].message.id);
        return socket.send(`43${number}${refusal}`);
      }
      const incoming = /^42\["message",(.*)\]$/s.exec(String(data))?.[1];
      if (!incoming || !hidden.has(JSON.parse(incoming).id)) socket.send(data);
    });
  });
}

Deno.test("A message whose outcome is unknown returns to the input, and is stored once when it is sent again, after a reload too", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await loseAnswers(grace, 2);
  await grace.visit(here);
  await grace.joined();
  for (let n = 0; n < 2; n++) {
    if (n === 0) await grace.input.fill("Is anybody there?");
    await grace.input.press("Enter");
    await grace.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value);
    assert.equal(await grace.input.inputValue(), "Is anybody there?");
    assert.deepEqual(await grace.texts(), []);
  }
  await grace.page.reload();
  await grace.joined();
  assert.equal(await grace.input.inputValue(), "Is anybody there?");
  await grace.input.press("Enter");
  await grace.page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value);
  await grace.page.locator(".message--pending").waitFor({ state: "detached" });
  assert.deepEqual(await grace.texts(), ["Is anybody there?"]);
  assert.deepEqual(await stored(room), ["Is anybody there?"]);
  await grace.send("Is anybody here?");
  await sent(grace).nth(1).waitFor();
  assert.deepEqual(await stored(room), ["Is anybody there?", "Is anybody here?"], "another text is another message");
});

Deno.test("A message the form failed to send before the script had loaded is the same message when the script sends it", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  loseNextAnswer(room.deps.db);
  await grace.page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>(".composer")!;
    form.querySelector("textarea")!.value = "Too early";
    // As the browser does it without a script: no listener is called.
    form.submit();
  });
  await grace.toast(clear);
  await grace.joined();
  assert.equal(await grace.input.inputValue(), "Too early");
  await grace.input.press("Enter");
  await grace.page.locator(".message--pending").waitFor({ state: "detached" });
  await grace.page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value);
  assert.deepEqual(await stored(room), ["Too early"]);
});

Deno.test("With a mouse Enter sends; in a low window Send is pressed where it is, and leaves the focus where that is", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace", { viewport: { width: 390, height: 430 } });
  assert.equal(await grace.input.getAttribute("enterkeyhint"), "send");
  const hasFocus = () => grace.input.evaluate((field) => field === document.activeElement);
  await press(grace.page, "Send");
  await grace.toast("Message cannot be empty");
  assert.equal(await hasFocus(), false);
  await grace.input.pressSequentially("One");
  await grace.input.press("Shift+Enter");
  await grace.input.pressSequentially("Two");
  await grace.input.press("Enter");
  await sent(grace).waitFor();
  assert.deepEqual(await grace.texts(), ["One\nTwo"]);
  assert.equal(await grace.input.inputValue(), "");
  await grace.input.fill("Three");
  await press(grace.page, "Send");
  await sent(grace).nth(1).waitFor();
  assert.equal(await hasFocus(), true);
});

Deno.test("On a phone Enter begins a new line, and Send sends", async () => {
  await using room = await openLasting();
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
  await using grace = await enter(room, "grace", phone);
  assert.equal(await grace.input.getAttribute("enterkeyhint"), null);
  await grace.input.tap();
  await grace.input.pressSequentially("One");
  await grace.input.press("Enter");
  await grace.input.pressSequentially("Two");
  assert.equal(await grace.input.inputValue(), "One\nTwo");
  assert.equal(await grace.page.locator(".message").count(), 0);
  await press(grace.page, "Send");
  await sent(grace).waitFor();
  assert.deepEqual(await grace.texts(), ["One\nTwo"]);
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
