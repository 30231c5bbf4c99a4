import * as accountLimits from "../contract/account/limits.ts";
import type { TwoStepNeeded } from "../contract/account/auth.ts";
import { clearOwnCookie, ownCookie, setOwnCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";
import { withNext } from "../contract/site/paths.ts";
import { accountPaths } from "../contract/account/paths.ts";

const name = "two_step";

/** Leads to the page that asks for a code. Its ticket is in a cookie: addresses are stored and shown. */
export function askForCode<E extends Env>(c: Ctx<E>, { ticket }: TwoStepNeeded, next: string | undefined): Response {
  setOwnCookie(c, { name, value: ticket, seconds: accountLimits.twoStep.lifetime / 1000 });
  return c.redirect(withNext(accountPaths.loginCode, next), 303);
}

/** The ticket of the login that awaits a code. */
export const ticketOf = <E extends Env>(c: Ctx<E>): string | undefined => ownCookie(c, name);

/** Forgets it: the login has ended. */
export const clearTicket = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, name);
