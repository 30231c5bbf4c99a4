/** Messages with a form: Ada writes them, Grace reads them as they come, once they are there, and without script. */
import assert from "node:assert/strict";
import { enter, here, openLasting, type Window, windowOf } from "./room.ts";

const last = ({ page }: Window) => page.locator(".message-text").last();

/** What is shown of the last message, as HTML without attributes. */
const shown = (window: Window) => last(window).evaluate((text) => text.innerHTML.replace(/<(\/?\w+)[^>]*>/g, "<$1>"));

const source = "@grace *so* **it** goes: $x^2$ and ||her||";
const html = "<p><a>@Grace</a> <em>so</em> <strong>it</strong> goes: " +
  "<span><math><msup><mi>x</mi><mn>2</mn></msup></math></span> and <label><input><span>her</span></label></p>";

Deno.test("a message with a form is shown so as it comes, once the page is loaded again, and without script", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await using plain = await windowOf(room, "grace", { javaScriptEnabled: false });
  await ada.send(source);
  await last(grace).locator("math").waitFor();
  assert.equal(await shown(grace), html);
  await grace.page.reload();
  await grace.joined();
  assert.equal(await shown(grace), html);
  await plain.visit(here);
  const [text] = await plain.page.locator(".message-text").allInnerTexts();
  assert.match(text, /so it goes/);
});

Deno.test("hidden text is shown by a key, and stays so while others write", async () => {
  await using room = await openLasting();
  await using ada = await enter(room, "ada");
  await using grace = await enter(room, "grace");
  await ada.send("||her||");
  const box = grace.page.getByRole("checkbox", { name: "Show hidden text" });
  const hidden = grace.page.locator(".spoiler span");
  await box.waitFor();
  assert.equal(await hidden.isVisible(), false);
  await box.focus();
  await box.press("Space");
  assert.equal(await hidden.isVisible(), true);
  await ada.send("and on");
  await grace.page.getByText("and on").waitFor();
  assert.equal(await hidden.isVisible(), true);
});

Deno.test("an edit takes the form away, and a reply quotes the words without what is hidden", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const post = async (content: string, replyTo?: string) =>
    (await room.call("ada", "POST", "/groups/engine/messages", { content, replyTo })).body.message;
  const { id } = await post("*One* ||two||");
  await post("Three", id);
  const quote = grace.page.locator(".message-quote span");
  await quote.waitFor();
  assert.equal(await quote.textContent(), "One ▒▒▒");
  await room.call("ada", "PUT", `/groups/engine/messages/${id}`, { content: "**Four** ||five||" });
  await quote.filter({ hasText: "Four ▒▒▒" }).waitFor();
  await room.call("ada", "PUT", `/groups/engine/messages/${id}`, { content: "Six" });
  await quote.filter({ hasText: "Six" }).waitFor();
  assert.equal(await grace.page.locator(".message-text").first().innerHTML(), "Six");
});
