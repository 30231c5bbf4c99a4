import { findPicture } from "../../../db/people/pictures.ts";
import { router } from "../../../server/http/router.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";

/** Uploaded pictures, by the hash of their bytes: what a URL shows never changes. */
export const media = router();

media.get("/media/:name", async (c) => {
  const [, hash, size] = /^([0-9a-f]{64})-(\d{1,4})\.webp$/.exec(c.req.param("name")) ?? [];
  const bytes = hash && await findPicture(c.var.deps.db, hash, Number(size));
  if (!bytes) return c.text(transportServerTexts.notFound, 404);
  return c.body(bytes, 200, { "Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable" });
});
