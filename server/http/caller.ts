import type { Caller } from "../auth/sessions.ts";
import * as constants from "../contract/constants.ts";
import { browserOf } from "./sign_in.ts";
import type { Ctx, Env } from "./router.ts";

/** Where a request comes from. */
export const callerOf = <E extends Env>(c: Ctx<E>): Caller => ({
  address: c.var.address,
  device: c.req.header("user-agent")?.slice(0, constants.session.device),
  browser: browserOf(c),
});
