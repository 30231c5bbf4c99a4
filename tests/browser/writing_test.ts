/** Forms are made by the server, and by the same code in browsers while something is written. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";
import fc from "fast-check";
import { openBrowser } from "../support/browser.ts";
import { injections } from "../writing/injections.ts";
import { texts } from "../writing/random_texts.ts";
import { htmlOf } from "../writing/written.ts";

const written = fileURLToPath(import.meta.resolve("../writing/written.ts"));

/** What `tests/writing/written.ts` gives, as one script. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [written],
    bundle: true,
    format: "iife",
    globalName: "written",
    target: "es2022",
    minify: true,
    write: false,
  });
  await stop();
  return outputFiles[0].text;
}

Deno.test("a browser and the server make the same of a text", async () => {
  const browser = await openBrowser();
  const page = await browser.newPage();
  try {
    await page.addScriptTag({ content: await bundled() });
    // What is sent has no half characters.
    const sources = [...fc.sample(texts, { seed: 30, numRuns: 500 }), ...injections].map((text) => text.toWellFormed());
    const shown = await page.evaluate(
      (sources) =>
        sources.map((text) =>
          (globalThis as unknown as { written: typeof import("../writing/written.ts") }).written.htmlOf(text)
        ),
      sources,
    );
    for (const [index, text] of sources.entries()) assert.deepEqual(shown[index], htmlOf(text), text);
    assert.ok(shown.filter(({ note }) => note).length > sources.length / 2);
  } finally {
    await page.close();
    await browser.close();
  }
});
