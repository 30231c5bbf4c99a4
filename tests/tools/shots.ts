/**
 * Pictures of every screen and state, on phone, tablet and desktop, in light and dark, in the ignored folder `shots`.
 *
 *     deno task shots [NAMES…] [--width=360,390,740,768,1280,1920] [--scheme=light,dark] [--full]
 */
import { parseArgs } from "node:util";
import type { Browser } from "playwright";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { openBrowser, settle, visitor } from "../support/browser.ts";
import { type Scene, sessionOf, setScene } from "../support/scene.ts";
import { type Screen, screensOf } from "../support/screens.ts";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    width: { type: "string", default: "360,768,1280" },
    scheme: { type: "string", default: "light,dark" },
    /** The whole page, not only what the window shows of it. */
    full: { type: "boolean", default: false },
  },
});
const folder = new URL("../../shots/", import.meta.url).pathname;
/** 390: a phone with its keyboard open. 740: one held sideways. */
const heights: Record<string, number> = { 320: 568, 360: 740, 390: 430, 740: 360, 768: 1024, 1280: 800, 1920: 1080 };

const scene = await setScene();
const browser = await openBrowser();
const screens = Object.entries(screensOf(scene)).filter(([name]) =>
  positionals.length === 0 || positionals.some((wanted) => new RegExp(`^${wanted.replaceAll("*", ".*")}$`).test(name))
);
await Deno.mkdir(folder, { recursive: true });
for (const width of values.width.split(",").map(Number)) {
  for (const scheme of values.scheme.split(",") as ("light" | "dark")[]) {
    for (const [name, screen] of screens) {
      await shoot(browser, scene, screen, { name, width, scheme, script: true });
      if (screen.differs) await shoot(browser, scene, screen, { name, width, scheme, script: false });
    }
  }
}
await browser.close();
await scene.app[Symbol.asyncDispose]();
Deno.exit(0);

interface Shot {
  name: string;
  width: number;
  scheme: "light" | "dark";
  script: boolean;
}

async function shoot(browser: Browser, scene: Scene, screen: Screen, { name, width, scheme, script }: Shot) {
  const file = `${name}-${width}-${scheme}${script ? "" : "-plain"}.png`;
  const viewport = { width, height: heights[width] ?? 800 };
  const { page, context, visit, complaints } = await visitor(browser, scene.app.url, {
    viewport,
    colorScheme: scheme,
    javaScriptEnabled: script,
  });
  try {
    // A first page may be shown before its typeface is there.
    await visit(sitePaths.about);
    if (screen.as) await context.addCookies([sessionOf(scene.app, scene[screen.as])]);
    await screen.before?.(page, scene);
    await visit(screen.path);
    if (script) await screen.act?.(page, scene);
    if (script) await screen.reveal?.(page);
    await settle(page);
    await page.screenshot({ path: folder + file, fullPage: values.full, animations: "disabled" });
  } catch (error) {
    console.error(`${file}: ${error}`);
  }
  await screen.after?.(page, scene);
  if (complaints.length > 0) console.error(`${file}: ${complaints}`);
  await context.close();
}
