import { serveStatic } from "@hono/node-server/serve-static";
import { fileURLToPath } from "node:url";
import { router } from "../server/http/router.ts";

const root = fileURLToPath(new URL("../static", import.meta.url));

/** Files: what the build named by its content is kept for ever, the rest for a day. */
export const files = router();

files.get(
  "/assets/*",
  serveStatic({
    root: `${root}/build`,
    rewriteRequestPath: (path) => path.replace(/^\/assets/, ""),
    precompressed: true,
    onFound: (_path, c) => c.header("Cache-Control", "public, max-age=31536000, immutable"),
  }),
);

files.get(
  "/icons/*",
  serveStatic({ root, onFound: (_path, c) => c.header("Cache-Control", "public, max-age=86400") }),
);
