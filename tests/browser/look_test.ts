import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { sessionOf, setScene } from "../support/scene.ts";
import { focused, intercept, pathOf, press, stopClock, turnOf } from "../support/screen.ts";

const scene = await setScene();
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await scene.app[Symbol.asyncDispose]();
});

const asAda = () => member(browser, scene.app.url, scene.ada);
const box = async (locator: Locator) => (await locator.boundingBox())!;

Deno.test("the landing page has its pictures; beside a chat the books are 300 pixels wide, an open one fills the window, and an avatar has 40", async () => {
  await using opened = await visitor(browser, scene.app.url);
  await opened.visit("/pre");
  const pictures = opened.page.getByRole("main").getByRole("img");
  assert.ok(await pictures.count() >= 3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
  }
  await using ada = await asAda();
  const { page } = ada;
  await ada.visit(`/group/${scene.group}`);
  assert.equal((await box(page.getByRole("region", { name: "Books" }))).width, 300);
  assert.equal((await box(page.locator(".message .avatar").last())).width, 40);
  assert.ok((await box(page.locator(".brand"))).width <= 300);
  await page.setViewportSize({ width: 1440, height: 900 });
  const isCut = await page.locator(".group-name button").evaluate((name) => name.scrollWidth > name.clientWidth);
  assert.equal(isCut, false, "there is room for its name");
  await ada.visit(`/group/${scene.group}?book=${scene.books[1]}`);
  const dialog = page.getByRole("dialog");
  const { width, height } = await box(dialog);
  assert.deepEqual([width, height], [1440, 900]);
  await dialog.getByText("Publisher").waitFor({ state: "hidden" });
  await dialog.getByText("About this book").click();
  await dialog.getByText("Publisher").waitFor();
});

Deno.test("a toast on a group's page covers neither the tabs, nor the links of the chat, nor a book", async () => {
  await using opened = await asAda();
  for (const viewport of [{ width: 360, height: 740 }, { width: 768, height: 1024 }, { width: 1280, height: 800 }]) {
    await opened.page.setViewportSize(viewport);
    await opened.visit(`/group/${scene.group}`);
    await opened.page.getByRole("button", { name: "Send" }).click();
    const toast = await box(opened.page.locator(".toast"));
    for (
      const link of await opened.page.locator(".site-header a:visible, .tab, .chat-links a:visible, .book-card:visible")
        .all()
    ) {
      const { y, height } = await box(link);
      assert.ok(y >= toast.y + toast.height || y + height <= toast.y, await link.innerText());
    }
  }
});

Deno.test("under a finger every link and button of the pages around the groups has 44 pixels", async () => {
  const viewport = { width: 360, height: 740 };
  await using opened = await visitor(browser, scene.app.url, { viewport, hasTouch: true, isMobile: true });
  const pages = ["/", "/pre", "/login", "/register", "/verify-email", "/forgot-password", "/developers?of=push"];
  const small: Record<string, string[]> = {};
  const measure = async (path: string) => {
    await opened.visit(path);
    const found = await opened.page.evaluate(smallTargets);
    if (found.length > 0) small[path] = found;
  };
  for (const path of pages) await measure(path);
  await opened.context.addCookies([sessionOf(scene.app, scene.ada)]);
  for (const path of ["/profile", "/profile?tab=friends", "/profile?tab=requests", "/search?username=no"]) {
    await measure(path);
  }
  assert.deepEqual(small, {});
});

/** In the page: what is pressed and smaller, apart from a card whose whole face is pressed. */
const smallTargets = () =>
  [...document.querySelectorAll("main :is(a, button, summary)")].filter((target) => {
    const { width, height } = target.getBoundingClientRect();
    const opensCard = getComputedStyle(target, "::after").position === "absolute";
    return target.checkVisibility({ visibilityProperty: true }) && !opensCard && Math.min(width, height) < 43.9;
  }).map((target) => {
    const { width, height } = target.getBoundingClientRect();
    return `${target.textContent} ${Math.round(width)}×${Math.round(height)}`;
  });

Deno.test("all of the menu can be reached on a phone on its side", async () => {
  await using opened = await member(browser, scene.app.url, scene.ada, { viewport: { width: 740, height: 360 } });
  await opened.visit("/events");
  await opened.page.getByRole("button", { name: "Menu" }).click();
  const logout = opened.page.getByRole("button", { name: "Logout" });
  await logout.scrollIntoViewIfNeeded();
  const { y, height } = await box(logout);
  assert.ok(y >= 0 && y + height <= 360, `${y}`);
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
      for (let x = left + 2; x < right - 2; x += 8) {
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

Deno.test("a toast closes after five seconds, but not while it is hovered or focused, and is shown once", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await page.clock.install();
  const toast = page.locator("#toasts > li");
  const afresh = async () => {
    await ada.visit("/profile/nobody");
    assert.equal(pathOf(page), "/dashboard");
    await ada.toast("User not found");
    return await stopClock(page);
  };
  const goesAfter = async (pass: (milliseconds: number) => Promise<void>, milliseconds: number) => {
    await pass(milliseconds - 1);
    assert.equal(await toast.count(), 1);
    await pass(1);
    assert.equal(await toast.count(), 0);
  };

  let pass = await afresh();
  const place = (await toast.boundingBox())!;
  assert.ok(place.y < 120 && 1280 - place.x - place.width < 40, "it is in the top right corner");
  assert.equal(await page.locator("#toasts").getAttribute("aria-live"), "polite");
  await toast.hover();
  await toast.getByRole("button", { name: "Dismiss" }).focus();
  await pass(60_000);
  await page.mouse.move(0, 0);
  await pass(60_000);
  assert.equal(await toast.count(), 1);
  await page.getByRole("searchbox").focus();
  await goesAfter(pass, 5000);
  await page.reload();
  assert.equal(await toast.count(), 0);

  pass = await afresh();
  await toast.hover();
  await pass(60_000);
  await page.mouse.move(0, 0);
  await goesAfter(pass, 5000);
});

Deno.test("each toast has its own time, and dismissing it returns the focus", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await page.clock.install();
  await ada.visit("/dashboard?create");
  const pass = await stopClock(page);
  const toast = page.locator("#toasts > li");
  const make = async (name: string) => {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name }).waitFor();
  };
  await page.getByLabel("Group name").focus();
  await make("First");
  await pass(3000);
  await page.getByRole("button", { name: "Create New Group" }).press("Enter");
  await make("Second");
  assert.equal(await toast.count(), 2);
  await pass(1999);
  assert.equal(await toast.count(), 2);
  await pass(1);
  assert.equal(await toast.count(), 1);
  assert.equal(await focused(page), "Second");
  await toast.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await toast.count(), 0);
  assert.equal(await focused(page), "Second");
});

Deno.test("on a phone a toast covers neither the field nor the card that was used, nor the head of the site", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  await using at = await member(browser, app.url, ada, { viewport: { width: 360, height: 740 } });
  const { page } = at;
  const expectApart = async (part: string) => {
    const toast = page.locator("#toasts > li");
    await toast.waitFor();
    await turnOf(page);
    const [one, other] = await Promise.all([toast, page.locator(part)].map(async (box) => (await box.boundingBox())!));
    assert.ok(one.y + one.height <= other.y || other.y + other.height <= one.y, part);
  };
  await intercept(page, "/books/search*", 500, {});
  await at.visit(`/group/${group.id}?add`);
  await page.getByPlaceholder("Search for books...").fill("plato");
  await page.keyboard.press("Enter");
  await expectApart(".books-search .field");
  await intercept(page, "/friends/**", 500, {});
  await at.visit(`/profile/${grace.id}`);
  await press(page, "Send Friend Request");
  await expectApart("main article");
  await at.visit("/profile/nobody");
  await expectApart(".site-header");
});
