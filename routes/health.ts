import { createHash, timingSafeEqual } from "node:crypto";
import { checkDb } from "../db/health.ts";
import { texts } from "../server/contract/texts.ts";
import { isLocal } from "../server/http/local.ts";
import { type Ctx, router } from "../server/http/router.ts";

const timeout = 3000;

/** For whoever watches the service: does the process answer, can it do its work, and how does it fare? */
export const health = router();

health.get("/healthz", (c) => c.json({ status: "ok" }));

health.get("/readyz", async (c) => {
  try {
    await checkDb(c.var.deps.db, timeout);
    return c.json({ status: "ready" });
  } catch (err) {
    c.var.deps.log.error({ err }, "not ready");
    return c.json({ status: "unavailable" }, 503);
  }
});

health.get("/metrics", async (c) => {
  if (!mayMeasure(c)) return c.text(texts.transport.notFound, 404);
  const { metrics } = c.var.deps;
  return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" });
});

/** Callers on this machine, and whoever has the token. */
function mayMeasure(c: Ctx): boolean {
  const { metricsToken } = c.var.deps.config;
  const [, bearer] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  return isLocal(c) || metricsToken !== undefined && bearer !== undefined && isSame(bearer, metricsToken);
}

/** Hashed first, so that the time tells neither where they differ nor how long they are. */
const isSame = (one: string, other: string) => timingSafeEqual(hashed(one), hashed(other));
const hashed = (text: string) => createHash("sha256").update(text).digest();
