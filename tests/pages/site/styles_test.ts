import assert from "node:assert/strict";
import { styleFiles } from "../../../server/contract/site/assets.ts";
import type { TestApp } from "../../support/app.ts";
import { submit, visit } from "../../support/requests.ts";
import { type Scene, setScene } from "../../support/scene.ts";
import { screensOf } from "../../support/screens.ts";

const root = new URL("../../../", import.meta.url).pathname;
const folder = `${root}static/css/`;

Deno.test("every page has one description, and for each class of it a rule in one of the style sheets that it names", async () => {
  const scene = await setScene();
  await using _app = scene.app;
  for (const { name, ask } of [...askedFor(scene), ...sentTo(scene.app)]) {
    const html = await (await ask()).text();
    if (!name.startsWith("POST")) {
      assert.equal(html.match(/<meta name="description" content="[^"]{10,160}">/g)?.length, 1, name);
    }
    const sheets = Array.from(html.matchAll(/<style[^>]*>([^]*?)<\/style>/g), ([, css]) => css);
    assert.ok(sheets.length > 0, `${name} is no page`);
    assert.deepEqual([...classesOfHtml(html).difference(classesOfCss(sheets.join("\n")))], [], name);
  }
});

Deno.test("no rule is left over: the code names each class, and a style sheet or a script each file", async () => {
  const code = (await Promise.all(["islands", "routes", "server"].map((room) => textBelow(root + room)))).join("\n");
  const words = new Set(code.match(/[\w-]+/g));
  // Some names are put together: `button--${kind}`.
  const isNamed = (name: string) => words.has(name) || code.includes(`${name.slice(0, name.lastIndexOf("-") + 1)}\${`);
  const used = new Set<string>([...Object.values(styleFiles).flat(), "parts/outbox", "parts/write_tools"]);
  const left: string[] = [];
  for (const [name, text] of await filesBelow(folder)) {
    const file = name.replace(".css", "");
    if (!used.delete(file)) left.push(name);
    const css = text.replace(/\/\*[^]*?\*\//g, "");
    left.push(...[...classesOfCss(css)].filter((name) => !isNamed(name)).map((name) => `${file}: ${name}`));
    if (css.includes("!important")) left.push(`${file}: !important`);
  }
  assert.deepEqual([...left, ...used], []);
});

Deno.test("what lies over what is one scale of layers, and nothing has a number of its own", async () => {
  const strays: string[] = [];
  for (const [name, css] of await filesBelow(folder)) {
    const layers = Array.from(css.matchAll(/z-index:\s*([^;]*);/g), ([, layer]) => layer);
    const scale = /^var\(--layer-(content|sticky|bar|popover|dialog|toast)\)$/;
    strays.push(...layers.filter((layer) => !scale.test(layer)).map((layer) => `${name}: ${layer}`));
  }
  assert.deepEqual(strays, []);
});

/** The text of all modules in a folder. */
const textBelow = async (path: string): Promise<string> =>
  (await filesBelow(`${path}/`)).filter(([name]) => /\.tsx?$/.test(name)).map(([, text]) => text).join("\n");

/** The files of a folder, those of folders in it too: the path of each in it, and its text. */
async function filesBelow(folder: string): Promise<[string, string][]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const files = entries.map(async ({ name, isDirectory }): Promise<[string, string][]> => {
    if (!isDirectory) return [[name, await Deno.readTextFile(folder + name)]];
    return (await filesBelow(`${folder}${name}/`)).map(([path, text]) => [`${name}/${path}`, text]);
  });
  return (await Promise.all(files)).flat();
}

/** Every screen, as it is without script. */
const askedFor = (scene: Scene) =>
  Object.entries(screensOf(scene))
    // The pages of stored mail look like nothing else; some need what a browser has.
    .filter(([name, { before }]) => name !== "dev-mail" && !before)
    .map(([name, { path, as }]) => ({ name, ask: () => visit(scene.app, path, as && scene[as]) }));

/** Pages that answer a form: of failures that the product expects, and of one that it does not. */
const sentTo = (app: TestApp) =>
  ["/login", "/register", "/verify-email", "/verify-email/resend", "/forgot-password", "/reset-password", "/nothing"]
    .map((path) => ({ name: `POST ${path}`, ask: () => submit(app, path, null, {}) }));

/** The names in the selectors of a style sheet. */
const classesOfCss = (css: string): Set<string> =>
  new Set(Array.from(css.replace(/url\([^)]*\)/g, "").matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name));

/** The names that elements have as classes. */
function classesOfHtml(html: string): Set<string> {
  const markup = html.replace(/<(script|style)[^]*?<\/\1>/g, "");
  return new Set(Array.from(markup.matchAll(/ class="([^"]*)"/g), ([, names]) => names.split(" ")).flat());
}
