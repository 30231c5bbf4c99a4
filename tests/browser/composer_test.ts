import assert from "node:assert/strict";
import { enter, openLasting } from "./chat_room.ts";
import { press } from "../support/screen.ts";

Deno.test("With a mouse Enter sends, and Shift and Enter begin a new line", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  assert.equal(await grace.input.getAttribute("enterkeyhint"), "send");
  await grace.input.pressSequentially("One");
  await grace.input.press("Shift+Enter");
  await grace.input.pressSequentially("Two");
  await grace.input.press("Enter");
  await grace.page.locator(".message:not(.message--pending)").waitFor();
  assert.deepEqual(await grace.texts(), ["One\nTwo"]);
  assert.equal(await grace.input.inputValue(), "");
});

Deno.test("On a phone Enter begins a new line, and Send sends", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace", {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  assert.equal(await grace.input.getAttribute("enterkeyhint"), "enter");
  await grace.input.tap();
  await grace.input.pressSequentially("One");
  await grace.input.press("Enter");
  await grace.input.pressSequentially("Two");
  assert.equal(await grace.input.inputValue(), "One\nTwo");
  assert.equal(await grace.page.locator(".message").count(), 0);
  await press(grace.page, "Send");
  await grace.page.locator(".message:not(.message--pending)").waitFor();
  assert.deepEqual(await grace.texts(), ["One\nTwo"]);
});

Deno.test("In a low window Send is pressed where it is, and leaves the focus where that is", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace", { viewport: { width: 390, height: 430 } });
  const hasFocus = () => grace.input.evaluate((field) => field === document.activeElement);
  await press(grace.page, "Send");
  await grace.toast("Message cannot be empty");
  assert.equal(await hasFocus(), false);
  await grace.input.fill("One");
  await press(grace.page, "Send");
  await grace.page.locator(".message:not(.message--pending)").waitFor();
  assert.equal(await hasFocus(), true);
});
