import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { logError } from "../failures.ts";
import type { Ctx, Env } from "./router.ts";

/** One line for each request, and its measure: no query, which may hold a token, and no address. */
export const logRequests = createMiddleware<Env>(async (c, next) => {
  const { log, metrics, requestId } = { ...c.var.deps, ...c.var };
  const started = performance.now();
  await next();
  const elapsed = performance.now() - started;
  const ms = Math.round(elapsed);
  metrics.answered({ method: methodOf(c), route: routeOf(c), status: c.res.status, seconds: elapsed / 1000 });
  c.header("X-Request-Id", requestId);
  const line = { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms };
  if (routine.test(c.req.path)) log.debug(line, "routine");
  else log.info(line, "request");
});

/** Files, and what is asked again and again by whoever watches the service. */
const routine = /^\/(assets|icons|pictures)\/|^\/(healthz|readyz|metrics)$/;

/** Known to HTTP; anybody can make up another. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const methodOf = (c: Ctx) => methods.includes(c.req.method) ? c.req.method : "other";

/** The pattern that answers the request: the last that matches it, and not everything. */
const routeOf = (c: Ctx) => matchedRoutes(c).findLast(({ path }) => path !== "/*")?.path ?? "none";

/**
 * Logs a failure that is ours, under the request's id, by which whoever was told of it can ask. The caller's own are
 * none.
 */
export function logFailure<E extends Env>(c: Ctx<E>, err: unknown, what = "request failed"): void {
  logError(c.var.deps.log, err, { what, requestId: c.var.requestId });
}
