import { router } from "../../../server/http/router.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";

/** Covers of books, by our own keys. A key stands for the same source URL for ever. */
export const covers = router();

covers.get("/covers/:key", async (c) => {
  const key = c.req.param("key");
  const bytes = /^[0-9a-f]{32}$/.test(key) ? await c.var.deps.library.cover(key) : undefined;
  if (!bytes) return c.text(transportServerTexts.notFound, 404);
  return c.body(bytes, 200, { "Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable" });
});
