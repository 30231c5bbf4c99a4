import { checkDb } from "../db/health.ts";
import { router } from "../server/http/router.ts";

const timeout = 3000;

/** For whoever watches the service: does the process answer, and can it do its work? */
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
