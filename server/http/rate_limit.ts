import { createMiddleware } from "hono/factory";
import type { Env } from "./router.ts";

/** Counts every call: those of a signed-in caller by account, the others by address. */
export const limitAny = createMiddleware<Env>(async (c, next) => {
  await c.var.deps.limiter.take("any", c.var.session?.user.id ?? c.var.address);
  await next();
});
