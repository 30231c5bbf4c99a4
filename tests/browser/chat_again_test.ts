/** Messages of which it is not known whether they are stored. */
import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { loseNextAnswer } from "../support/lost_answer.ts";
import { enter, here, openLasting, type Window, windowOf } from "./chat_room.ts";

const clear = "The service cannot save anything right now. Please try again in a moment.";

type Room = Awaited<ReturnType<typeof openLasting>>;

const stored = async (room: Room): Promise<string[]> =>
  (await room.call("grace", "GET", "/groups/engine/messages")).body.messages.map(({ content }: Message) => content);

/** The server stores so many of Grace's messages but reports failure, and the group's own copy does not arrive. */
async function loseAnswers({ page }: Window, count: number): Promise<void> {
  let left = count;
  const hidden = new Set<string>();
  const refusal = JSON.stringify([{ success: false, error: clear, code: "unavailable" }]);
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    // An acknowledgement is 43, its number and its arguments; an event is 42.
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

Deno.test("A message whose outcome is unknown returns to the input, and sent again it is stored once", async () => {
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
  await grace.send("Is anybody here?");
  await grace.page.locator(".message:not(.message--pending)").nth(1).waitFor();
  assert.deepEqual(await stored(room), ["Is anybody there?", "Is anybody here?"], "another text is another message");
});

Deno.test("A message whose outcome is unknown is stored once when it is sent again after a reload", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace");
  await loseAnswers(grace, 1);
  await grace.visit(here);
  await grace.joined();
  await grace.send("Is anybody there?");
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
