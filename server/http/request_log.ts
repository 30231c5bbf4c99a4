import { createMiddleware } from "hono/factory";
import type { Env } from "./router.ts";

/** One line for each request: no query, which may hold a token, and no address. */
export const logRequests = createMiddleware<Env>(async (c, next) => {
  const { log, requestId } = { ...c.var.deps, ...c.var };
  const started = performance.now();
  await next();
  const ms = Math.round(performance.now() - started);
  c.header("X-Request-Id", requestId);
  const line = { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms };
  if (c.req.path.startsWith("/assets/") || c.req.path.startsWith("/icons/")) log.debug(line, "file");
  else log.info(line, "request");
});
