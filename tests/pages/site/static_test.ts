import assert from "node:assert/strict";
import { request } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { storeAssets } from "../../../db/site/assets.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array<ArrayBuffer>;
}

/** Asks for a path as it stands, which `fetch` would tidy up, and gives the bytes as they come. */
function ask({ url }: TestApp, path: string, encoding = "identity", method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, method, headers: { "Accept-Encoding": encoding } }, async (response) => {
      const body = await new Blob(await Array.fromAsync(response)).bytes();
      resolve({ status: response.statusCode!, headers: response.headers, body });
    }).on("error", reject).end();
  });
}

const decode = (body: Uint8Array) => new TextDecoder().decode(body);

const decompressed = (body: Uint8Array<ArrayBuffer>, format: CompressionFormat) =>
  new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream(format))).text();

/** Asks for a file plainly, by gzip, and by what a browser accepts; each is to be kept for ever. */
async function askInEach(app: TestApp, path: string, type: RegExp): Promise<[Answer, Answer, Answer]> {
  const [plain, gzip, brotli] = [
    await ask(app, path),
    await ask(app, path, "gzip"),
    await ask(app, path, "gzip, deflate, br"),
  ];
  for (const { status, headers } of [plain, gzip, brotli]) {
    assert.deepEqual([status, headers["cache-control"]], [200, "public, max-age=31536000, immutable"]);
    assert.match(String(headers["content-type"]), type);
  }
  for (const { headers } of [gzip, brotli]) assert.match(String(headers.vary), /Accept-Encoding/);
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(brotli.headers["content-encoding"], "br");
  return [plain, gzip, brotli];
}

const javascript = /^(text|application)\/javascript/;
const css = /^text\/css/;

test("built files are cached for ever, as brotli, gzip or plain, and are the same in each; icons for a day", async (app) => {
  const { script, styles, islands } = app.deps.assets;
  // Not one of the chunks of a hundred bytes, whose hashes decide whether compressing makes them smaller.
  const chat = islands.Chat.find((path) => path.includes("/chat-"))!;
  for (const [path, type] of [[script, javascript], [styles.main.href, css], [chat, javascript]] as const) {
    assert.match(path, /-[A-Z0-9]{8}\.(js|css)$/);
    const [plain, gzip, brotli] = await askInEach(app, path, type);
    assert.equal(gzip.headers["content-encoding"], "gzip");
    assert.ok(brotli.body.length < gzip.body.length && gzip.body.length < plain.body.length);
    const text = decode(plain.body);
    assert.equal(await decompressed(gzip.body, "gzip"), text);
    assert.doesNotMatch(text, /sourceMappingURL/);
    assert.equal((await ask(app, `${path}.map`)).status, 404);
  }
  const { status, headers } = await ask(app, "/icons/favicon.svg");
  assert.deepEqual([status, headers["cache-control"]], [200, "public, max-age=86400"]);
  assert.match(String(headers["content-type"]), /^image\/svg\+xml/);
});

test("the typeface of headings is one file of 30 kilobytes at most, which is cached for ever and which pages may load", async (app) => {
  const { css } = app.deps.assets.styles.main;
  const [, path] = /url\("(\/assets\/[^"]+\.woff2)"\)/.exec(css)!;
  const { status, headers, body } = await ask(app, path);
  assert.deepEqual([status, headers["cache-control"]], [200, "public, max-age=31536000, immutable"]);
  assert.equal(headers["content-type"], "font/woff2");
  assert.ok(body.length <= 30_000);
  assert.match(String((await ask(app, "/")).headers["content-security-policy"]), /font-src 'self'/);
  const licence = await Deno.readTextFile(new URL("../../../static/fonts/newsreader-OFL.txt", import.meta.url));
  assert.match(licence, /SIL Open Font License/);
});

test("a script of another version is found in the database, as brotli or plain, and cached for ever", async (app) => {
  const text = "export const version = 'former';\n".repeat(100);
  const types = { "chat-FORMER01.js": javascript, "main-FORMER01.css": css };
  const content = brotliCompressSync(text);
  const rows = Object.keys(types).map((name) => ({ name, content }));
  await storeAssets(app.deps.db, rows, { now: Date.now(), deleteBefore: 0 });
  for (const [name, type] of Object.entries(types)) {
    const [plain, gzip, brotli] = await askInEach(app, `/assets/${name}`, type);
    assert.equal(gzip.headers["content-encoding"], undefined);
    for (const { body } of [plain, gzip]) assert.equal(decode(body), text);
    assert.deepEqual(brotli.body, new Uint8Array(content));
    const head = await ask(app, `/assets/${name}`, "br", "HEAD");
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  }
});

test("a file that is not there is not found, and not cached", async (app) => {
  const hashed = ["client", "client-AAAAAAAA.js.map", "a".repeat(4000), "%ff", "%00"].map((name) =>
    `/assets/${name}-AAAAAAAA.js`
  );
  for (const path of [...hashed, "/assets/manifest.json", "/assets/sw.js", "/icons/none.svg", "/assets/"]) {
    const { status, headers } = await ask(app, path);
    assert.deepEqual([status, headers["cache-control"]], [404, "private, no-cache"], path);
  }
});
