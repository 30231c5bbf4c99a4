import assert from "node:assert/strict";
import type * as axe from "axe-core";
import type { Page } from "playwright";
import { openBrowser, settle, type Visitor, visitor } from "../support/browser.ts";
import { sessionOf, setScene } from "../support/scene.ts";
import { type Screen, screensOf } from "../support/screens.ts";

const scene = await setScene();
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await scene.app[Symbol.asyncDispose]();
});

const screens = Object.entries(screensOf(scene));
/**
 * Everything the standards ask for that a program can tell, and what axe's makers recommend; and, which they still try
 * out, that a button's name has the words that are written on it.
 */
const rules: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "label-content-name-mismatch": { enabled: true } },
};
/** What depends on the scheme, and on the room that there is. */
const colourRules: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };
const roomRules: axe.RunOptions = { runOnly: ["color-contrast", "target-size", "scrollable-region-focusable"] };
const desk = { width: 1280, height: 900 };
const phone = { width: 360, height: 1200 };

const axeSource = await Deno.readTextFile(new URL(import.meta.resolve("axe-core/axe.min.js")));

/** What is wrong with a screen, by how it was looked at. */
interface Faults {
  light: string[];
  dark: string[];
  forced: string[];
  narrow: string[];
}

/**
 * Each screen is opened once, since that takes longest, and looked at in every way; those of a viewer one after the
 * other in one window, since opening one takes as long as a screen.
 */
const survey = new Map<string, Faults>();
for (const ofViewer of Map.groupBy(screens, ([, { as }]) => as).values()) {
  await using opened = await open(ofViewer[0][1]);
  for (const [name, screen] of ofViewer) {
    survey.set(name, await inspect(opened, screen));
    if (!screen.before && !screen.act) continue;
    assert.ok(await opened.empty(), name);
    await signIn(opened, screen);
  }
}

async function open(screen: Screen): Promise<Visitor> {
  const opened = await visitor(browser, scene.app.url, { viewport: desk });
  await signIn(opened, screen);
  return opened;
}

async function signIn({ context }: Visitor, { as }: Screen): Promise<void> {
  if (as) await context.addCookies([sessionOf(scene.app, scene[as])]);
}

async function inspect({ page, visit }: Visitor, screen: Screen): Promise<Faults> {
  try {
    await screen.before?.(page, scene);
    await page.setViewportSize(desk);
    await visit(screen.path);
    await screen.act?.(page, scene);
    await settle(page);
    const atDesk = await look(page);
    await page.setViewportSize(phone);
    await screen.reveal?.(page);
    await settle(page);
    const light = [...atDesk.light, ...await faults(page, roomRules)];
    const dark = [...atDesk.dark, ...screen.reveal ? await inDark(page) : []];
    return { ...atDesk, light, dark, narrow: await squeeze(page) };
  } finally {
    await screen.after?.(page, scene);
  }
}

/** Looks at what is there in each scheme. */
async function look(page: Page): Promise<Omit<Faults, "narrow">> {
  const light = await faults(page, rules);
  const dark = await inDark(page);
  await page.emulateMedia({ forcedColors: "active" });
  const forced = [...await page.evaluate(shapeless), ...await page.evaluate(ownColours)];
  await page.emulateMedia({ forcedColors: "none" });
  return { light, dark, forced };
}

async function inDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await faults(page, colourRules);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** What axe finds. */
async function faults(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axeSource);
  return page.evaluate(async (options) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await run({ ...options, resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`)
    );
  }, options);
}

/** What sticks out of a window of 320 pixels, with text of the usual size and then of twice that. */
async function squeeze(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 1200 });
  const usual = await page.evaluate(sticksOut);
  const session = await page.context().newCDPSession(page);
  const setSizes = (standard: number, fixed: number) =>
    session.send("Page.setFontSizes", { fontSizes: { standard, fixed } });
  await setSizes(32, 26);
  const large = (await page.evaluate(sticksOut)).map((element) => `${element} with large text`);
  // The window's next screen has text of the usual size again.
  await setSizes(16, 13);
  await session.detach();
  return [...usual, ...large];
}

/** In the page: what makes it, or a box that scrolls, wider than there is room. */
function sticksOut(): string[] {
  const boxes = [
    ...document.querySelectorAll("html, dialog[open], .books-panel, .messages-box, .book-side, .nav-menu"),
  ];
  return boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).flatMap((box) => {
    const end = box.getBoundingClientRect().left + box.clientWidth;
    return [...box.querySelectorAll("*")].filter((element) => element.getBoundingClientRect().right > end + 1)
      .slice(0, 5).map((element) => `${element.tagName}.${element.getAttribute("class")} of ${box.className}`);
  });
}

/** In the page: what nobody could tell from its ground where the reader's own colours take the place of ours. */
function shapeless(): string[] {
  const shapes =
    ".button, .icon-button, .field-row, .composer textarea, .nav-search, .tab[aria-current], .toast, .card, .notice, " +
    ".message-bubble, .badge, .splitter, .note-stored, dialog[open], progress";
  return [...document.querySelectorAll(shapes)].filter((element) => element.checkVisibility()).filter((element) => {
    const style = getComputedStyle(element);
    const sides = [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth, style.borderRightWidth];
    const fillsTheWindow = element.getBoundingClientRect().width >= innerWidth;
    return sides.every((width) => parseFloat(width) === 0) && !fillsTheWindow;
  }).map((element) => `${element.tagName}.${element.getAttribute("class")}`);
}

/** In the page: what is drawn in a colour of ours where the reader's own take its place. */
function ownColours(): string[] {
  const probe = document.body.appendChild(document.createElement("i"));
  const theirs = ["Canvas", "CanvasText", "GrayText", "Highlight"].map((name) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  const drawn = ".reading-line > :is(line, circle), .strength-bars > *, .total-line path, .operator-chart rect";
  return [...document.querySelectorAll(drawn)].filter((element) => element.checkVisibility()).filter((element) => {
    const { fill, stroke } = getComputedStyle(element);
    return [fill, stroke].some((colour) => colour !== "none" && !theirs.includes(colour));
  }).map((element) =>
    `${element.tagName}.${element.getAttribute("class")} in ${element.parentElement!.getAttribute("class")}`
  );
}

const found = (way: keyof Faults) =>
  Object.fromEntries(
    [...survey].map(([name, faults]) => [name, faults[way]]).filter(([, faults]) => faults.length > 0),
  );

Deno.test("axe finds nothing on any screen, of a phone or a desktop", () => {
  assert.deepEqual(found("light"), {});
});

Deno.test("axe finds nothing in the dark", () => {
  assert.deepEqual(found("dark"), {});
});

Deno.test("whatever can be pressed, written in or distinguished has its outline in forced colours", () => {
  assert.deepEqual(found("forced"), {});
});

Deno.test("nothing has to be scrolled sideways, on a window of 320 pixels and with text of twice the size", () => {
  assert.deepEqual(found("narrow"), {});
});

Deno.test("axe finds nothing on screens that wait for their scripts", async () => {
  const found: Record<string, string[]> = {};
  const different = screens.filter(([, { differs }]) => differs);
  for (const screens of Map.groupBy(different, ([, { as }]) => as).values()) {
    await using window = await open(screens[0][1]);
    const { page } = window;
    await page.setViewportSize(phone);
    await page.route("**/assets/*.js", (route) => route.abort());
    for (const [name, { path }] of screens) {
      await page.goto(path);
      const faulty = await faults(page, rules);
      if (faulty.length > 0) found[name] = faulty;
    }
  }
  assert.deepEqual(found, {});
});

Deno.test("what has the focus is ringed, in every scheme", async () => {
  const { group, books } = scene;
  const { page, context, visit } = await visitor(browser, scene.app.url, { reducedMotion: "reduce" });
  await context.addCookies([sessionOf(scene.app, scene.ada)]);
  for (const path of ["/dashboard", `/group/${group}?add`, `/group/${group}?book=${books[0]}`, "/profile?edit"]) {
    await visit(path);
    for (const forcedColors of ["none", "active"] as const) {
      await page.emulateMedia({ forcedColors });
      assert.deepEqual(await unringed(page), [], `${path} with ${forcedColors} forced colours`);
    }
  }
  await context.close();
});

/** Goes once around the page by Tab, and says where nobody could see that. */
async function unringed(page: Page): Promise<string[]> {
  const lost: string[] = [];
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      const isRinged = (element?: Element | null): boolean =>
        !!element && (parseFloat(getComputedStyle(element).outlineWidth) >= 2 || isRinged(element.parentElement));
      return focused === document.body || isRinged(focused) ? undefined : focused?.outerHTML.slice(0, 80);
    });
    if (name) lost.push(name);
  }
  return lost;
}
