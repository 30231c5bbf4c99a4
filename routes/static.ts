import { serveStatic } from "@hono/node-server/serve-static";
import { compress } from "hono/compress";
import { fileURLToPath } from "node:url";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { router } from "../server/http/router.ts";

const root = fileURLToPath(new URL("../static", import.meta.url));

/** Files: what the build named by its content is kept for ever, the rest for a day. */
export const files = router();

/** Only what bears a hash: the build leaves its own records beside it. */
files.get(
  "/assets/:name{.+-[A-Z0-9]{8}\\.(js|css)(\\.map)?}",
  serveStatic({
    root: `${root}/build`,
    rewriteRequestPath: (path) => path.replace(/^\/assets/, ""),
    precompressed: true,
    onFound: (_path, c) => c.header("Cache-Control", "public, max-age=31536000, immutable"),
  }),
);

for (const path of ["/icons/*", "/pictures/*", paths.manifest]) {
  files.get(
    path,
    compress(),
    serveStatic({ root, onFound: (_path, c) => c.header("Cache-Control", "public, max-age=86400") }),
  );
}

for (const path of ["/assets/*", "/icons/*", "/pictures/*"]) {
  files.get(path, (c) => c.text(texts.transport.notFound, 404));
}

/** Asked for at each visit, so that the next version of it is found. */
files.get(
  paths.serviceWorker,
  serveStatic({
    path: `${root}/build/sw.js`,
    precompressed: true,
    onFound: (_path, c) => c.header("Cache-Control", "no-cache"),
  }),
);
