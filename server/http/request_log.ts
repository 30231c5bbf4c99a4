import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { logError } from "../log.ts";
import type { Ctx, Env } from "./router.ts";

/** Without its query, which may contain a token, and without its address. */
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

const withoutToken = (path: string) => path.replace(/\/(join|invitations)\/[^/]+/, "/$1/…");

const routine = /^\/(assets|icons|pictures)\/|^\/(healthz|readyz|metrics)$/;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const methodOf = (c: Ctx) => methods.includes(c.req.method) ? c.req.method : "other";

const routeOf = (c: Ctx) => matchedRoutes(c).findLast(({ path }) => path !== "/*")?.path ?? "none";

export function logFailure<E extends Env>(c: Ctx<E>, err: unknown, what = "request failed"): void {
  logError(c.var.deps.log, err, { what, requestId: c.var.requestId });
}
