import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { openBrowser, settle, type Visitor, visitor } from "../support/browser.ts";
import { sessionOf, setScene } from "../support/scene.ts";
import { type Screen, screensOf } from "../support/screens.ts";

const scene = await setScene();
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await scene.app[Symbol.asyncDispose]();
});

const screens = Object.entries(screensOf(scene)).filter(([name]) => name !== "dev-mail");
/** Everything the standards ask for that a program can tell, and what axe's makers recommend. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const phone = { width: 360, height: 1200 };
const desk = { width: 1280, height: 900 };

/** Brings a screen into its state, looks at it, and puts everything back. */
async function at(screen: Screen, options: object, look: (opened: Visitor) => Promise<void>): Promise<void> {
  const opened = await visitor(browser, scene.app.url, { reducedMotion: "reduce", ...options });
  const { page, context, visit } = opened;
  if (screen.as) await context.addCookies([sessionOf(scene.app, scene[screen.as])]);
  try {
    await screen.before?.(page, scene);
    await visit(screen.path);
    await screen.act?.(page, scene);
    await settle(page);
    await look(opened);
  } finally {
    await screen.after?.(page, scene);
    await context.close();
  }
}

async function faults(page: Page, tags: string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (tags) => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: tags }),
    tags,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`)
  );
}

for (const [device, viewport] of [["phone", phone], ["desk", desk]] as const) {
  Deno.test(`axe finds nothing on any screen of a ${device}, in light or in dark`, async () => {
    const found: Record<string, string[]> = {};
    for (const [name, screen] of screens) {
      await at(screen, { viewport, colorScheme: "light" }, async ({ page }) => {
        const inLight = await faults(page, rules);
        await page.emulateMedia({ colorScheme: "dark" });
        // What else there is to find does not depend on colours.
        const inDark = await faults(page, ["cat.color"]);
        if (inLight.length + inDark.length > 0) found[name] = [...inLight, ...inDark.map((fault) => `dark ${fault}`)];
      });
    }
    assert.deepEqual(found, {});
  });
}

Deno.test("axe finds nothing on screens that wait for their scripts", async () => {
  const found: Record<string, string[]> = {};
  for (const [name, { act: _, ...screen }] of screens.filter(([, { differs }]) => differs)) {
    const opened = await visitor(browser, scene.app.url, { viewport: phone });
    await opened.page.route("**/assets/*.js", (route) => route.abort());
    if (screen.as) await opened.context.addCookies([sessionOf(scene.app, scene[screen.as])]);
    await opened.page.goto(screen.path);
    const faulty = await faults(opened.page, rules);
    if (faulty.length > 0) found[name] = faulty;
    await opened.context.close();
  }
  assert.deepEqual(found, {});
});

Deno.test("nothing has to be scrolled sideways, on a window of 320 pixels and with text of twice the size", async () => {
  const wide: Record<string, unknown> = {};
  for (const [name, screen] of screens) {
    await at(screen, { viewport: { width: 320, height: 1200 } }, async ({ page }) => {
      const narrow = await page.evaluate(sticksOut);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      const large = await page.evaluate(sticksOut);
      if (narrow.length + large.length > 0) wide[name] = { narrow, large };
    });
  }
  assert.deepEqual(wide, {});
});

/** In the page: what makes it wider than the window. */
function sticksOut(): string[] {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > width + 1)
    .slice(0, 5).map((element) => `${element.tagName}.${element.getAttribute("class")}`);
}
