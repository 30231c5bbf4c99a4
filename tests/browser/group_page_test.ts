import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { engine } from "../realtime/chatroom.ts";
import { focused, pathOf } from "../support/screen.ts";
import { enter, here, openLasting, windowOf } from "./chat/room.ts";

const heightOf = (page: Page, part: string) =>
  page.locator(part).evaluate((element) => element.getBoundingClientRect().height);

Deno.test("a group's head is one row of 56 pixels with its tabs, which arrow keys go through, and its name opens its menu", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace", { viewport: { width: 1280, height: 800 } });
  assert.equal(await heightOf(grace.page, ".group-header"), 56);
  const top = (part: string) => grace.page.locator(part).evaluate((element) => element.getBoundingClientRect().bottom);
  assert.ok(await top(".group > .tabs") <= await top(".group-header"), "the tabs are in the same row");
  await grace.page.locator(".group > .tabs").getByRole("link", { name: "Chat" }).focus();
  const ways = [["ArrowRight", "Members"], ["End", "Settings"], ["ArrowRight", "Chat"], ["Home", "Chat"]];
  for (const [key, tab] of ways) {
    await grace.page.keyboard.press(key);
    assert.equal(await focused(grace.page), tab);
  }
  const menu = grace.page.locator(".group-about");
  assert.equal(await menu.isVisible(), false);
  const name = (await grace.page.locator(".group-name button").boundingBox())!;
  // The chevron stands half its width behind the gap.
  await grace.page.mouse.click(name.x + name.width + 12, name.y + name.height / 2);
  await menu.waitFor();
  await grace.page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
});

for (const viewport of [{ width: 390, height: 430 }, { width: 844, height: 300 }]) {
  Deno.test(`while Grace writes a long reply with files in ${viewport.width} by ${viewport.height} pixels, the box, its button and the last message are in sight`, async () => {
    await using room = await openLasting();
    await room.call("ada", "POST", `/groups/${engine}/messages`, { content: "The last message" });
    await using grace = await enter(room, "grace", { viewport });
    const { page, input } = grace;
    const said = page.locator(".message-text").getByText("The last message");
    await page.locator("a.message-time").last().focus();
    await page.getByRole("button", { name: "Reply" }).click();
    await page.getByLabel("Attach files", { exact: true }).setInputFiles(["one.txt", "two.txt"].map(textFile));
    await page.locator(".attachment").nth(1).waitFor();
    await input.fill("A long reply. ".repeat(40));
    for (const part of [input, page.getByRole("button", { name: "Send" }), said]) {
      const { y, height } = (await part.boundingBox())!;
      assert.ok(y >= 0 && y + height <= viewport.height, `${y} + ${height}`);
    }
    assert.ok((await page.locator(".chat").boundingBox())!.y <= 56);
    assert.ok(await heightOf(page, ".group-header") <= 48);
    assert.equal(await page.locator(".site-header").isVisible(), false);
    await input.blur();
    // A phone held sideways has no room for it at all.
    if (viewport.height > viewport.width) await page.locator(".site-header").waitFor();
  });
}

const textFile = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

Deno.test("on a phone held sideways the head is one row with the tabs, the chat has the width, and a button opens the books", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace", { viewport: { width: 740, height: 360 } });
  const { page } = grace;
  assert.equal((await page.locator(".chat").boundingBox())!.width, 740);
  const head = (await page.locator(".group-header").boundingBox())!;
  const open = page.getByRole("button", { name: "Books" });
  for (const part of [page.locator(".group > .tabs"), open]) {
    const { y, height } = (await part.boundingBox())!;
    assert.ok(y >= head.y && y + height <= head.y + head.height, `${y} + ${height}`);
  }
  await page.getByRole("link", { name: "Members" }).waitFor();
  await open.click();
  await page.getByRole("button", { name: "Close books" }).click();
  await page.locator(".books-panel").waitFor({ state: "hidden" });
});

Deno.test("on a phone with its keyboard open a session's buttons are in sight", async () => {
  await using room = await openLasting();
  const viewport = { width: 390, height: 430 };
  await using ada = await enter(room, "ada", { viewport });
  await room.call("ada", "POST", `/groups/${engine}/timer`, { minutes: 25 });
  await ada.page.reload();
  const { y, height } = (await ada.page.getByRole("button", { name: "End for everyone" }).boundingBox())!;
  assert.ok(y + height <= (await ada.page.locator(".group > .tabs").boundingBox())!.y, `${y} + ${height}`);
});

Deno.test("the members open in a drawer over the chat, which going back closes, and only the one that is open shows newcomers", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const { page } = grace;
  const drawer = page.getByRole("dialog", { name: "Members" });
  const open = () => page.getByRole("link", { name: "Members" }).click();
  const asked: string[] = [];
  page.on(
    "request",
    (request) => new URL(request.url()).pathname === `/api/groups/${engine}` && asked.push(request.url()),
  );
  await grace.input.fill("Half a sent");
  await open();
  await drawer.getByRole("heading", { name: "Members" }).waitFor();
  assert.equal(pathOf(page), `${here}?tab=members`);
  await grace.alive();
  await drawer.getByRole("button", { name: "Leave" }).waitFor();
  await page.goBack();
  await drawer.waitFor({ state: "detached" });
  assert.equal(pathOf(page), here);
  assert.equal(await focused(page), "Members");
  await page.goForward();
  await drawer.waitFor();
  await drawer.getByRole("button", { name: "Close" }).click();
  await drawer.waitFor({ state: "detached" });
  await page.waitForURL(`**${here}`);
  assert.equal(await grace.input.inputValue(), "Half a sent");
  // Of three drawers only the one that is open follows who comes.
  await open();
  await drawer.locator("[data-hydrated]").waitFor();
  const before = asked.length;
  await room.call("ada", "POST", `/groups/${engine}/members`, { userId: "mallory" });
  await drawer.getByText("mallory@example.org").waitFor();
  assert.equal(asked.length, before + 1);
  await page.reload();
  await page.getByRole("main").getByRole("heading", { name: "Members" }).waitFor();
  assert.equal(await drawer.count(), 0, "loaded anew it is the page");
});

Deno.test("going back and at once forward again leaves the members' drawer open, even where its end is announced late", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const { page } = grace;
  const drawer = page.getByRole("dialog", { name: "Members" });
  await page.getByRole("link", { name: "Members" }).click();
  await drawer.waitFor();
  const closing = await drawer.evaluateHandle((first) => ({
    first,
    isHeld: new Promise<void>((resolve) => {
      first.addEventListener("close", (event) => {
        event.stopImmediatePropagation();
        resolve();
      }, { capture: true, once: true });
    }),
  }));
  await page.goBack();
  await drawer.waitFor({ state: "hidden" });
  await page.goForward();
  await drawer.waitFor();
  await closing.evaluate(async ({ first, isHeld }) => {
    await isHeld;
    first.dispatchEvent(new Event("close"));
  });
  await drawer.getByRole("button", { name: "Leave" }).waitFor();
  assert.equal(pathOf(page), `${here}?tab=members`);
  await page.goBack();
  await drawer.waitFor({ state: "hidden" });
  assert.equal(pathOf(page), here);
});

Deno.test("where somebody else has signed in meanwhile, or Grace was removed, the Members tab is followed as a link", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const { page } = grace;
  await page.route("**/*tab=members", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('data-viewer="grace"', 'data-viewer="ada"');
    await route.fulfill({ response, body });
  }, { times: 1 });
  const loaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "Members" }).click();
  await loaded;
  assert.equal(pathOf(page), `${here}?tab=members`);
  assert.equal(await page.getByRole("dialog", { name: "Members" }).count(), 0);
  await grace.visit(here);
  await grace.joined();
  await room.call("ada", "DELETE", `/groups/${engine}/members/grace`);
  await page.getByRole("link", { name: "Members" }).click();
  await page.waitForURL("**/dashboard");
  await grace.toast("Failed to load group details");
});

Deno.test("a chat that was made dark is dark before anything is painted, and on a dark page it can be made light", async () => {
  await using room = await openLasting();
  await using grace = await windowOf(room, "grace", { colorScheme: "light" });
  const schemeOf = () => grace.page.locator(".chat").evaluate((chat) => getComputedStyle(chat).colorScheme);
  await grace.page.addInitScript(() =>
    localStorage.getItem("chatDarkMode") ?? localStorage.setItem("chatDarkMode", "true")
  );
  // Without its script the page is as it is first painted.
  await grace.page.route("**/assets/*.js", (route) => route.abort());
  await grace.page.goto(here);
  assert.equal(await schemeOf(), "dark");
  await grace.page.unroute("**/assets/*.js");

  await grace.page.emulateMedia({ colorScheme: "dark" });
  await grace.visit(here);
  const toggle = grace.page.getByRole("button", { name: "Dark mode" });
  assert.equal(await toggle.getAttribute("aria-pressed"), "true");
  await toggle.click();
  assert.equal(await schemeOf(), "light");
  assert.equal(await toggle.getAttribute("aria-pressed"), "false");
  await grace.page.reload();
  assert.equal(await schemeOf(), "light");
});

Deno.test("Grace sees who else is here, by face and on focus by name, and no longer once they leave", async () => {
  await using room = await openLasting();
  await using grace = await enter(room, "grace");
  const here = grace.page.getByRole("button", { name: /^\d+ here: / });
  assert.equal(await here.count(), 0, "oneself is not shown");
  {
    await using _ada = await enter(room, "ada");
    await here.waitFor();
    assert.match(await here.getAttribute("aria-label") ?? "", /^1 here: Ada/, "it begins with what is written on it");
    await here.focus();
    await grace.page.locator(".faces-names").getByText("Ada").waitFor();
    await grace.page.keyboard.press("Escape");
    await grace.page.locator(".faces-names").waitFor({ state: "hidden" });
  }
  await here.waitFor({ state: "detached" });
});
