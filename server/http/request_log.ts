import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { logError } from "../log/log_error.ts";
import type { Ctx, Env } from "./router.ts";

/** Logs and measures each request, without its query, which may contain a token, and without its address. */
export const logRequests = createMiddleware<Env>(async (c, next) => {
  const { deps: { log, metrics }, requestId } = c.var;
  const started = performance.now();
  await next();
  const elapsed = performance.now() - started;
  const ms = Math.round(elapsed);
  metrics.answered({ method: methodOf(c), route: routeOf(c), status: c.res.status, seconds: elapsed / 1000 });
  // `c.header` would make a new response of a finished one, around a body that is then read as a stream.
  c.res.headers.set("X-Request-Id", requestId);
  const line = { requestId, method: c.req.method, path: withoutToken(c.req.path), status: c.res.status, ms };
  if (routine.test(c.req.path)) log.debug(line, "routine");
  else log.info(line, "request");
});

/** A path without the token of an invitation. */
const withoutToken = (path: string) => path.replace(/\/(join|invitations)\/[^/]+/, "/$1/…");

/** Files and health checks, which are logged as debug lines. */
const routine = /^\/(assets|icons|pictures)\/|^\/(healthz|readyz|metrics)$/;

/** Any other would be a series of its own in the metrics. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const methodOf = (c: Ctx) => methods.includes(c.req.method) ? c.req.method : "other";

/** The pattern of the route: the last that matches, other than the middleware's. */
const routeOf = (c: Ctx) => matchedRoutes(c).findLast(({ path }) => path !== "/*")?.path ?? "none";

/** Logs a failure of ours under the request's id, which the response contains; not the caller's own failures. */
export function logFailure<E extends Env>(c: Ctx<E>, err: unknown, what = "request failed"): void {
  logError(c.var.deps.log, err, { what, requestId: c.var.requestId });
}
