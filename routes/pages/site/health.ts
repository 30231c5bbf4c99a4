import { timingSafeEqual } from "hono/utils/buffer";
import { checkDb } from "../../../db/engine/client.ts";
import { bearerToken } from "../../../server/auth/sessions.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";
import { isLocal } from "../../../server/http/address.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import type { Log } from "../../../server/log.ts";
import { version } from "../../../server/version.ts";

/** In milliseconds. */
const timeout = 3000;

/** Those that were informed of it: a change is logged once, however often it is asked. Per process, as logs are. */
const notReady = new WeakSet<Log>();

export const health = router();

health.get("/healthz", (c) => c.json({ status: "ok", version }));

health.get("/readyz", async (c) => {
  try {
    const { db, log, redis, stopping } = c.var.deps;
    if (stopping.aborted) return c.json({ status: "stopping" }, 503);
    await checkDb(db, timeout);
    if (notReady.delete(log)) log.info("ready again");
    // Without Redis an instance still serves pages and its own sockets: all of them would be taken out of service.
    return c.json({ status: "ready", redis: redis && (redis.isAvailable ? "ready" : "unavailable") });
  } catch (err) {
    const { log } = c.var.deps;
    if (!notReady.has(log)) log.error({ err }, "not ready");
    notReady.add(log);
    return c.json({ status: "unavailable" }, 503);
  }
});

health.get("/metrics", async (c) => {
  if (!await mayReadMetrics(c)) return c.text(transportServerTexts.notFound, 404);
  const { metrics } = c.var.deps;
  return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" });
});

/** Callers on this machine, and those with the token. Others get 404, where Hono's `bearerAuth` answers 401. */
async function mayReadMetrics(c: Ctx): Promise<boolean> {
  const { metricsToken } = c.var.deps.config;
  const token = bearerToken(c.req.header("authorization"));
  return isLocal(c) || metricsToken !== undefined && token !== undefined && await timingSafeEqual(token, metricsToken);
}
