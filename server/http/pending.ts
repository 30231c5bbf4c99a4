import * as accountLimits from "../contract/account/limits.ts";
import { accountPaths } from "../contract/account/paths.ts";
import type { Registration, TwoStepNeeded } from "../contract/account/shapes.ts";
import { groupPaths } from "../contract/groups/paths.ts";
import { ownPath, withNext } from "../contract/site/paths.ts";
import { clearOwnCookie, ownCookie, setOwnCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

export const nextOf = <E extends Env>(c: Ctx<E>): string | undefined => ownPath(c.req.query("next"));

const attempt = "elsewhere";

export const rememberAttempt = <E extends Env>(c: Ctx<E>, token: string): void =>
  setOwnCookie(c, { name: attempt, value: token, seconds: accountLimits.identityProvider.lifetime / 1000 });

export const attemptOf = <E extends Env>(c: Ctx<E>): string | undefined => ownCookie(c, attempt);

export const forgetAttempt = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, attempt);

const ticketCookie = "two_step";

/** The ticket is in a cookie: addresses are stored and shown. */
export function askForCode<E extends Env>(c: Ctx<E>, { ticket }: TwoStepNeeded, next: string | undefined): Response {
  setOwnCookie(c, { name: ticketCookie, value: ticket, seconds: accountLimits.twoStep.lifetime / 1000 });
  return c.redirect(withNext(accountPaths.loginCode, next), 303);
}

export const ticketOf = <E extends Env>(c: Ctx<E>): string | undefined => ownCookie(c, ticketCookie);

export const forgetTicket = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, ticketCookie);

// The invite by which a visitor who pressed *Join* joins once they are signed in. Only our own page sets the cookie: no
// link of somebody else's makes anybody a member. The next visitor of the browser may be somebody else: it is forgotten
// with a registration, a logout, and a login for anything else.

const name = "chapterhouse_join";

const lifetime = 1800;

export const rememberPendingInvite = <E extends Env>(c: Ctx<E>, token: string): void =>
  setOwnCookie(c, { name, value: token, seconds: lifetime });

export const isPendingInvite = <E extends Env>(c: Ctx<E>, token: string): boolean => ownCookie(c, name) === token;

export function keepPendingInvite<E extends Env>(c: Ctx<E>, next: string | undefined): boolean {
  const token = pendingInviteOf(c);
  if (token === undefined) return false;
  if (next === groupPaths.join(token) || next === groupPaths.invitation(token)) return true;
  forgetPendingInvite(c);
  return false;
}

export const forgetPendingInvite = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, name);

export const pendingInviteOf = <E extends Env>(c: Ctx<E>): string | undefined => ownCookie(c, name)?.slice(0, 100);

export const withPendingInvite = <E extends Env, R extends Registration>(c: Ctx<E>, registration: R): R =>
  registration.invite === undefined ? { ...registration, invite: pendingInviteOf(c) } : registration;
