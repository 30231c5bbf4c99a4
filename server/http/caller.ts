import * as accountLimits from "../contract/account/limits.ts";
import type { Caller } from "../auth/sessions.ts";
import { browserOf } from "./sign_in.ts";
import type { Ctx, Env } from "./router.ts";

/** Where a request comes from. */
export const callerOf = <E extends Env>(c: Ctx<E>): Caller => ({
  address: c.var.address,
  device: c.req.header("user-agent")?.slice(0, accountLimits.session.device),
  browser: browserOf(c),
});
