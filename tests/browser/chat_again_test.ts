/** Messages of which it is not known whether they are stored. */
import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat.ts";
import { loseNextAnswer } from "../support/lost_answer.ts";
import { enter, here, openLasting, type Window, windowOf } from "./chat_room.ts";

const clear = "The service cannot save anything right now. Please try again in a moment.";

type Room = Awaited<ReturnType<typeof openLasting>>;

const stored = async (room: Room): Promise<string[]> =>
  (await room.call("grace", "GET", "/groups/engine/messages")).body.messages.map(({ content }: Message) => content);

/**
 * The service stores what Grace sends, but she is told that it could not, so many times; and she hears nothing of it
 * from the group.
 */
async function loseAnswers({ page }: Window, count: number): Promise<void> {
  let left = count;
  const unheard = new Set<string>();
  const refusal = JSON.stringify([{ success: false, error: clear, code: "unavailable" }]);
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    // An acknowledgement is 43, its number, and what it says; an event is 42.
    server.onMessage((data) => {
      const [, acknowledged, number, body] = /^(43(\d+))(\[\{"success":true,"message":.*)$/s.exec(String(data)) ?? [];
      if (acknowledged && left > 0) {
        left--;
        unheard.add(JSON.parse(body)[0].message.id);
        return socket.send(`43${number}${refusal}`);
      }
      const heard = /^42\["message",(.*)\]$/s.exec(String(data))?.[1];
      if (!heard || !unheard.has(JSON.parse(heard).id)) socket.send(data);
    });
  });
}

// spec: 4.14
Deno.test("A message whose outcome is unknown is in the input again, and sent again it is there once", async () => {
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
  await grace.input.press("Enter");
  await grace.page.locator(".message:not(.message--pending)").waitFor();
  assert.deepEqual(await grace.texts(), ["Is anybody there?"]);
  assert.deepEqual(await stored(room), ["Is anybody there?"]);
  await grace.say("Is anybody there?");
  await grace.page.locator(".message:not(.message--pending)").nth(1).waitFor();
  assert.deepEqual(await stored(room), ["Is anybody there?", "Is anybody there?"], "said anew it is another message");
});

// spec: 4.14
Deno.test("A message whose outcome is unknown is there once also when it is sent again after a reload", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await loseAnswers(grace, 1);
  await grace.visit(here);
  await grace.joined();
  await grace.say("Is anybody there?");
  await grace.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value);
  await grace.page.reload();
  await grace.joined();
  assert.equal(await grace.input.inputValue(), "Is anybody there?");
  await grace.input.press("Enter");
  await grace.page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value);
  await grace.page.locator(".message--pending").waitFor({ state: "detached" });
  assert.deepEqual(await grace.texts(), ["Is anybody there?"]);
  assert.deepEqual(await stored(room), ["Is anybody there?"]);
});

Deno.test("Several messages that came back stand in the input in their order, and go out as what they were", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await loseAnswers(grace, 2);
  await grace.visit(here);
  await grace.joined();
  // The second is sent before the first has come back.
  await grace.page.evaluate(() => {
    const input = document.querySelector<HTMLTextAreaElement>(".composer textarea")!;
    for (const text of ["First", "Second"]) {
      input.value = text;
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }
  });
  await grace.page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value === "First\nSecond"
  );
  await grace.input.press("Enter");
  await grace.page.locator(".message:not(.message--pending)").nth(1).waitFor();
  assert.deepEqual(await grace.texts(), ["First", "Second"]);
  assert.deepEqual(await stored(room), ["First", "Second"]);
});

// spec: 4.14
Deno.test("A message that came back and was changed is another message", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await loseAnswers(grace, 1);
  await grace.visit(here);
  await grace.joined();
  await grace.say("Teh engine");
  await grace.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".composer textarea")!.value);
  await grace.say("The engine");
  await grace.page.locator(".message:not(.message--pending)").filter({ hasText: "The engine" }).waitFor();
  assert.deepEqual(await stored(room), ["Teh engine", "The engine"]);
});

Deno.test("What the form could not send before the script had come is the same message when the script sends it", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  loseNextAnswer(room.deps.db);
  await grace.page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>(".composer")!;
    form.querySelector("textarea")!.value = "Too early";
    // As the browser does it without a script: no listener hears of it.
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
