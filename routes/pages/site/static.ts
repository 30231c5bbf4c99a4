import { compress } from "hono/compress";
import { serveStatic } from "hono/serve-static";
import { fileURLToPath } from "node:url";
import { getMimeType } from "hono/utils/mime";
import { readAsset } from "../../../server/cluster/assets.ts";
import { acceptedEncoding } from "../../../server/http/compression.ts";
import { router } from "../../../server/http/router.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";

const immutable = "public, max-age=31536000, immutable";
const root = fileURLToPath(new URL("../../../static", import.meta.url));

/**
 * The files that were read, by path: two megabytes in all. From here the many that are sent at once, or wait unread,
 * take memory once.
 */
const contents = new Map<string, Uint8Array<ArrayBuffer>>();

async function getContent(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const content = contents.get(path) ?? await Deno.readFile(path).catch(() => null);
  if (content) contents.set(path, content);
  return content;
}

/** Static files: browsers may cache hashed names for ever, the others for a day. */
export const files = router();

/** Only hashed names: the folder also holds the build's own records. */
files.get(
  "/assets/:name{.+-[A-Z0-9]{8}\\.(js|css)}",
  serveStatic({
    getContent,
    root: `${root}/build`,
    rewriteRequestPath: (path) => path.replace(/^\/assets/, ""),
    precompressed: true,
    onFound: (_path, c) => c.header("Cache-Control", immutable),
  }),
);

/** Those of other versions, which pages ask for during and after an upgrade. */
files.get("/assets/:name{.+-[A-Z0-9]{8}\\.(js|css)}", async (c, next) => {
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
