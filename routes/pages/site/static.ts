import { compress } from "hono/compress";
import { serveStatic } from "hono/serve-static";
import { getMimeType } from "hono/utils/mime";
import { fileURLToPath } from "node:url";
import { findPicture } from "../../../db/people/users.ts";
import { readAsset } from "../../../server/cluster/assets.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";
import { acceptedEncoding } from "../../../server/http/compression.ts";
import { router } from "../../../server/http/router.ts";

export const immutable = "public, max-age=31536000, immutable";
const root = fileURLToPath(new URL("../../../static", import.meta.url));

/** Two megabytes in all: the many that are sent at once, or wait unread, take memory once. */
const contents = new Map<string, Uint8Array<ArrayBuffer>>();

async function getContent(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const content = contents.get(path) ?? await Deno.readFile(path).catch(() => null);
  if (content) contents.set(path, content);
  return content;
}

export const files = router();

/** Only hashed names: the folder also holds the build's own records. */
files.get(
  "/assets/:name{.+-[A-Z0-9]{8}\\.(js|css|json|woff2|wasm)}",
  serveStatic({
    getContent,
    root: `${root}/build`,
    rewriteRequestPath: (path) => path.replace(/^\/assets/, ""),
    precompressed: true,
    onFound: (_path, c) => c.header("Cache-Control", immutable),
  }),
);

/** Those of other versions, which pages ask for during and after an upgrade. */
files.get("/assets/:name{.+-[A-Z0-9]{8}\\.(js|css|json|woff2|wasm)}", async (c, next) => {
  const name = c.req.param("name");
  const encoding = acceptedEncoding(c) === "br" ? "br" : "identity";
  const content = await readAsset(c.var.deps, name, encoding);
  if (!content) return await next();
  c.header("Vary", "Accept-Encoding");
  if (encoding === "br") c.header("Content-Encoding", encoding);
  return c.body(content, 200, { "Content-Type": getMimeType(name)!, "Cache-Control": immutable });
});

for (const path of ["/icons/*", "/pictures/*", sitePaths.manifest]) {
  files.get(
    path,
    compress(),
    serveStatic({ getContent, root, onFound: (_path, c) => c.header("Cache-Control", "public, max-age=86400") }),
  );
}

for (const path of ["/assets/*", "/icons/*", "/pictures/*"]) {
  files.get(path, (c) => c.text(transportServerTexts.notFound, 404));
}

/** Revalidated at each visit, so that a new version is found. */
files.get(
  sitePaths.serviceWorker,
  serveStatic({
    getContent,
    root,
    path: "build/sw.js",
    precompressed: true,
    onFound: (_path, c) => c.header("Cache-Control", "no-cache"),
  }),
);

files.get("/media/:name", async (c) => {
  const [, hash, size] = /^([0-9a-f]{64})-(\d{1,4})\.webp$/.exec(c.req.param("name")) ?? [];
  const bytes = hash && await findPicture(c.var.deps.db, hash, Number(size));
  if (!bytes) return c.text(transportServerTexts.notFound, 404);
  return c.body(bytes, 200, { "Content-Type": "image/webp", "Cache-Control": immutable });
});

files.get("/covers/:key", async (c) => {
  const key = c.req.param("key");
  const bytes = /^[0-9a-f]{32}$/.test(key) ? await c.var.deps.library.cover(key) : undefined;
  if (!bytes) return c.text(transportServerTexts.notFound, 404);
  return c.body(bytes, 200, { "Content-Type": "image/webp", "Cache-Control": immutable });
});
