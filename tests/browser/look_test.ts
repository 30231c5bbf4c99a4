import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { sessionOf, setScene } from "../support/scene.ts";

const scene = await setScene();
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await scene.app[Symbol.asyncDispose]();
});

const asAda = () => member(browser, scene.app.url, scene.ada);
const box = async (locator: Locator) => (await locator.boundingBox())!;
const lines = async (locator: Locator) =>
  (await locator.innerText()).split(/\n+/).map((line) => line.trim()).filter(Boolean);

Deno.test("the landing page says what it is, shows it, and leads on", async () => {
  await using opened = await visitor(browser, scene.app.url);
  const { page } = opened;
  await opened.visit("/pre");
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
  for (const [name, to] of [["Get Started", "/register"], ["Login", "/login"], ["Features", "#features"]]) {
    assert.equal(await page.getByRole("main").getByRole("link", { name }).first().getAttribute("href"), to);
  }
  const pictures = page.getByRole("main").getByRole("img");
  assert.ok(await pictures.count() >= 3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    assert.ok(await picture.getAttribute("alt"));
  }
});

Deno.test("each list says in words and by a picture that it is empty, and what to do next", async () => {
  await using nora = await member(browser, scene.app.url, scene.nora);
  const empty = {
    "/dashboard": "No groups found. Create a new group to get started!",
    "/dashboard?tab=friends": "No pending friend requests",
    "/profile?tab=friends": "No friends yet",
    "/search?username=zzzz": "No users found matching your search.",
    "/search": "No search query provided",
  };
  for (const [path, text] of Object.entries(empty)) {
    await nora.visit(path);
    const state = nora.page.locator(".empty-state");
    assert.match(await state.innerText(), new RegExp(text.replace(/[.?]/g, "\\$&")));
    assert.ok(await state.locator("svg.drawing").isVisible(), path);
  }
  await using ada = await asAda();
  await ada.visit(`/group/${scene.emptyGroup}`);
  assert.deepEqual(await ada.page.locator(".empty-state-text").allInnerTexts(), [
    "No messages yet. Say hello!",
    "No books yet. Add the first one to read together!",
  ]);
});

Deno.test("a group shows its initial, name, members and description, and the chat where to write", async () => {
  await using ada = await asAda();
  const { page } = ada;
  await ada.visit(`/group/${scene.group}`);
  const header = await lines(page.locator(".group-header"));
  assert.deepEqual(header.slice(0, 3), ["T", "The Analytical Engine", "6 members"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const isCut = await page.locator(".group-name button").evaluate((name) => name.scrollWidth > name.clientWidth);
  assert.equal(isCut, false, "there is room for its name");
  await page.getByRole("button", { name: "The Analytical Engine" }).click();
  await page.locator(".group-header").getByText(/^We read two chapters a week/).waitFor();
  assert.equal(await page.getByLabel("Message", { exact: true }).getAttribute("placeholder"), "Type a message...");
  await page.getByRole("button", { name: "Send" }).waitFor();
});

Deno.test("the books stand beside the chat, 300 pixels wide, with a way to add and to hide", async () => {
  await using ada = await asAda();
  const { page } = ada;
  await ada.visit(`/group/${scene.group}`);
  const panel = page.getByRole("region", { name: "Books" });
  assert.equal((await box(panel)).width, 300);
  await panel.getByRole("heading", { name: "Books" }).waitFor();
  await panel.getByRole("button", { name: "Add" }).or(panel.getByRole("link", { name: "Add" })).click();
  await panel.getByPlaceholder("Search for books...").waitFor();
  await panel.getByRole("button", { name: "Hide" }).or(panel.getByRole("link", { name: "Hide" })).click();
  await panel.getByPlaceholder("Search for books...").waitFor({ state: "detached" });
});

Deno.test("an opened book fills the window and says what is known of it, and where it can be read", async () => {
  await using ada = await asAda();
  const { page } = ada;
  const dialog = page.getByRole("dialog");
  await ada.visit(`/group/${scene.group}?book=${scene.books[1]}`);
  const { width, height } = await box(dialog);
  assert.deepEqual([width, height], [1280, 800]);
  await dialog.getByText("Publisher").waitFor({ state: "hidden" });
  await dialog.getByText("About this book").click();
  const said = await dialog.innerText();
  for (const part of ["Publisher", "Published", "ISBN", "Reading guide", "% complete", "Current page"]) {
    assert.ok(said.includes(part), part);
  }
  assert.ok(said.includes("Please use a physical copy."));
  assert.equal(await dialog.getByRole("progressbar").count(), 1);
  await ada.visit(`/group/${scene.group}?book=${scene.books[3]}`);
  assert.doesNotMatch(await dialog.innerText(), /physical copy/);
  const preview = dialog.getByRole("link", { name: "Open the preview" });
  assert.match((await preview.getAttribute("href"))!, /^https:\/\/books\.google\.com\//);
});

Deno.test("an avatar is 40 pixels wide in the chat, and the logo 300 at most", async () => {
  await using ada = await asAda();
  const { page } = ada;
  await ada.visit(`/group/${scene.group}`);
  assert.equal((await box(page.locator(".message .avatar").last())).width, 40);
  assert.ok((await box(page.locator(".brand"))).width <= 300);
  assert.equal(await page.locator(".site-header .avatar").count(), 1);
});

Deno.test("a toast is in the top right corner, whatever the window", async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }]) {
    await using opened = await visitor(browser, scene.app.url, { viewport, reducedMotion: "reduce" });
    await opened.visit("/login");
    await opened.page.getByRole("button", { name: "Google" }).click();
    await opened.toast("coming soon");
    const { x, y, width } = await box(opened.page.locator(".toast"));
    assert.ok(y < 120, `${y} from the top`);
    assert.ok(viewport.width - x - width <= 16, `${viewport.width - x - width} from the right`);
  }
});

Deno.test("a toast on a group's page covers neither the tabs nor the links of the chat", async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 768, height: 1024 }, { width: 1280, height: 800 }]) {
    await using opened = await visitor(browser, scene.app.url, { viewport });
    await opened.context.addCookies([sessionOf(scene.app, scene.ada)]);
    await opened.visit(`/group/${scene.group}`);
    await opened.page.getByRole("button", { name: "Send" }).click();
    const toast = await box(opened.page.locator(".toast"));
    for (const link of await opened.page.locator(".site-header a:visible, .tab, .chat-links a:visible").all()) {
      const { y, height } = await box(link);
      assert.ok(y >= toast.y + toast.height || y + height <= toast.y, await link.innerText());
    }
  }
});

Deno.test("nothing of a card ever lies over the bar at the bottom of a phone", async () => {
  const viewport = { width: 390, height: 844 };
  await using opened = await visitor(browser, scene.app.url, { viewport, hasTouch: true });
  const pages = [["ada", "/dashboard"], ["grace", "/dashboard"], ["bertha", "/dashboard"]] as const;
  const tabs = ["chat", "members", "settings"].map((tab) => ["ada", `/group/${scene.group}?tab=${tab}`] as const);
  for (const [who, path] of [...pages, ["ada", "/dashboard?tab=friends"] as const, ...tabs]) {
    await opened.context.addCookies([sessionOf(scene.app, scene[who])]);
    await opened.visit(path);
    assert.deepEqual(await opened.page.evaluate(overTheBar), [], `${path} of ${who}`);
  }
});

/** In the page: what taps on the links of its bar meet in their place, wherever the page is scrolled to. */
function overTheBar(): string[] {
  const links = [...document.querySelectorAll(":is(.dashboard-nav, .group > .tabs) > .tab")];
  const met = new Set(links.length > 0 ? [] : ["no bar"]);
  for (
    let scrolled = 0;
    scrolled <= Math.min(600, document.documentElement.scrollHeight - innerHeight);
    scrolled += 12
  ) {
    scrollTo({ top: scrolled, behavior: "instant" });
    for (const link of links) {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      for (let x = left + 2; x < right; x += 8) {
        for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
          const hit = document.elementFromPoint(x, y);
          if (!link.contains(hit)) met.add(hit?.outerHTML.slice(0, 80) ?? "nothing");
        }
      }
    }
  }
  return [...met];
}

Deno.test("pages turn into one another within a fifth of a second, and at once where reduced motion is set", async () => {
  await using opened = await visitor(browser, scene.app.url, { reducedMotion: "no-preference" });
  await opened.visit("/");
  const longest = await longestTransition(opened.page);
  assert.ok(longest > 0 && longest <= 0.2, `${longest} s`);
  await opened.page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await longestTransition(opened.page), 0);
});

/** Seconds; 0 where pages are not to turn into one another at all. */
const longestTransition = (page: Page) =>
  page.evaluate(() => {
    const inForce = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) =>
        rule instanceof CSSMediaRule ? matchMedia(rule.conditionText).matches ? inForce(rule.cssRules) : [] : [rule]
      );
    const rules = [...document.styleSheets].flatMap((sheet) => inForce(sheet.cssRules)).map(({ cssText }) => cssText);
    if (!rules.some((text) => text.startsWith("@view-transition"))) return 0;
    const durations = rules.filter((text) => text.includes("::view-transition")).map((text) =>
      /duration: ([\d.]+)s/.exec(text)?.[1]
    );
    return Math.max(...durations.map(Number));
  });
