import assert from "node:assert/strict";
import { request } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { storeAssets } from "../../db/site/assets.ts";
import { startApp, type TestApp } from "../support/app.ts";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
}

/** Asks for a path as it stands, which `fetch` would tidy up, and gives the bytes as they come. */
function ask({ url }: TestApp, path: string, encoding = "identity", method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, method, headers: { "Accept-Encoding": encoding } }, async (response) => {
      const chunks = await Array.fromAsync(response);
      const body = await new Blob(chunks).bytes();
      resolve({ status: response.statusCode!, headers: response.headers, body });
    }).on("error", reject).end();
  });
}

const decompressed = (body: Uint8Array<ArrayBuffer>, format: CompressionFormat) =>
  new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream(format))).text();

Deno.test("built files are cached for ever, as brotli, gzip or plain, and are the same in each", async () => {
  await using app = await startApp();
  const { script, styles, islands } = app.deps.assets;
  const types: [string, RegExp][] = [[script, /^(text|application)\/javascript/], [styles.main.href, /^text\/css/]];
  // Not one of the chunks of a hundred bytes, whose hashes decide whether compressing makes them smaller.
  types.push([islands.Chat.find((path) => path.includes("/chat-"))!, types[0][1]]);
  for (const [path, type] of types) {
    assert.match(path, /-[A-Z0-9]{8}\.(js|css)$/);
    const [plain, gzip, brotli] = [
      await ask(app, path),
      await ask(app, path, "gzip"),
      await ask(app, path, "gzip, deflate, br"),
    ];
    for (const { status, headers } of [plain, gzip, brotli]) {
      assert.equal(status, 200);
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
      assert.match(String(headers["content-type"]), type);
    }
    assert.equal(plain.headers["content-encoding"], undefined);
    for (const { headers } of [gzip, brotli]) assert.match(String(headers.vary), /Accept-Encoding/);
    assert.equal(gzip.headers["content-encoding"], "gzip");
    assert.equal(brotli.headers["content-encoding"], "br");
    assert.ok(brotli.body.length < gzip.body.length && gzip.body.length < plain.body.length);
    const text = new TextDecoder().decode(plain.body);
    assert.equal(await decompressed(gzip.body as Uint8Array<ArrayBuffer>, "gzip"), text);
    assert.doesNotMatch(text, /sourceMappingURL/);
    assert.equal((await ask(app, `${path}.map`)).status, 404);
  }
});

Deno.test("a script of another version is found in the database, as brotli or plain, and cached for ever", async () => {
  await using app = await startApp();
  const text = "export const version = 'former';\n".repeat(100);
  const files = ["chat-FORMER01.js", "main-FORMER01.css"];
  const content = brotliCompressSync(text);
  await storeAssets(app.deps.db, files.map((name) => ({ name, content })), { now: Date.now(), deleteBefore: 0 });
  for (const [name, type] of [[files[0], /^text\/javascript/], [files[1], /^text\/css/]] as const) {
    const [plain, gzip, brotli] = [
      await ask(app, `/assets/${name}`),
      await ask(app, `/assets/${name}`, "gzip"),
      await ask(app, `/assets/${name}`, "gzip, deflate, br"),
    ];
    for (const { status, headers } of [plain, gzip, brotli]) {
      assert.deepEqual([status, headers["cache-control"]], [200, "public, max-age=31536000, immutable"]);
      assert.match(String(headers["content-type"]), type);
      assert.match(String(headers.vary), /Accept-Encoding/);
    }
    for (const { headers, body } of [plain, gzip]) {
      assert.equal(headers["content-encoding"], undefined);
      assert.equal(new TextDecoder().decode(body), text);
    }
    assert.equal(brotli.headers["content-encoding"], "br");
    assert.deepEqual(brotli.body, new Uint8Array(content));
    const head = await ask(app, `/assets/${name}`, "br", "HEAD");
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  }
});

Deno.test("icons are cached for a day", async () => {
  await using app = await startApp();
  const { status, headers } = await ask(app, "/icons/favicon.svg");
  assert.equal(status, 200);
  assert.equal(headers["cache-control"], "public, max-age=86400");
  assert.match(String(headers["content-type"]), /^image\/svg\+xml/);
});

Deno.test("no path leads out of the folders of files", async () => {
  await using app = await startApp();
  const outside = [
    "/../deno.json",
    "/../../deno.json",
    "/..%2fdeno.json",
    "/..%2f..%2fdeno.json",
    "/%2e%2e/%2e%2e/deno.json",
    "/..%5c..%5cdeno.json",
    "/..\\..\\deno.json",
    "/....//....//deno.json",
    "/%252e%252e%252fdeno.json",
    "//etc/passwd",
    "/%00",
    "/favicon.svg%00.js",
    "/",
    "/.",
  ];
  for (const folder of ["/assets", "/icons"]) {
    for (const path of outside) {
      const { status, body, headers } = await ask(app, folder + path);
      assert.ok([303, 400, 404].includes(status), `${folder}${path} ${status}`);
      assert.doesNotMatch(new TextDecoder().decode(body), /"tasks"|root:/);
      assert.doesNotMatch(String(headers["cache-control"]), /immutable/);
    }
  }
  for (const path of ["/deno.json", "/server/main.ts", "/data/chapterhouse.db", "/static/css/base.css", "/.env"]) {
    assert.equal((await ask(app, path)).status, 303);
  }
});

Deno.test("a file that is not there is not found, and not cached", async () => {
  await using app = await startApp();
  const missing = [
    "/assets/client-AAAAAAAA.js",
    "/assets/client-AAAAAAAA.js.map",
    `/assets/${"a".repeat(4000)}-AAAAAAAA.js`,
    "/assets/%ff-AAAAAAAA.js",
    "/assets/%00-AAAAAAAA.js",
    "/assets/manifest.json",
    "/assets/sw.js",
    "/icons/none.svg",
    "/assets/",
  ];
  for (const path of missing) {
    const { status, headers } = await ask(app, path);
    assert.deepEqual([status, headers["cache-control"]], [404, "private, no-cache"], path);
  }
});
