import { getCookie } from "hono/cookie";
import { insertTicket, takeTicket } from "../../db/account/tokens.ts";
import { type Caller, endSession, openSession, sessionCookieOf } from "../auth/sessions.ts";
import { hashToken, newToken } from "../auth/secrets.ts";
import * as accountLimits from "../contract/account/limits.ts";
import { accountPaths } from "../contract/account/paths.ts";
import type { Authenticated, Registration, TwoStepNeeded } from "../contract/account/shapes.ts";
import { invitePaths } from "../contract/groups/invite_paths.ts";
import { ownPath, withNext } from "../contract/site/paths.ts";
import { clearOwnCookie, clearSessionCookie, ownCookie, setFlash, setOwnCookie, setSessionCookie } from "./cookies.ts";
import { clearCache } from "./headers.ts";
import { logFailure } from "./request_log.ts";
import type { Ctx, Env } from "./router.ts";

export function signInBrowser<E extends Env>(c: Ctx<E>, token: string): void {
  setSessionCookie(c, token);
  const seconds = accountLimits.knownBrowsers.lifetime / 1000;
  setOwnCookie(c, { name: browserCookie, value: browserOf(c), seconds });
  if (addressOf(c)) clearOwnCookie(c, addressCookie);
}

/** Begins the session, and leads on with a toast. */
export function welcome<E extends Env>(c: Ctx<E>, token: string, { text, to }: { text: string; to: string }): Response {
  signInBrowser(c, token);
  setFlash(c, "success", text);
  return c.redirect(to, 303);
}

/** Where a bearer token took precedence, the cookie's session ends as well. */
export async function signOut<E extends Env>(c: Ctx<E>): Promise<void> {
  const { sessionToken, deps, session } = c.var;
  const cookie = getCookie(c, sessionCookieOf(deps.config));
  // First, so that it is deleted even if ending the session fails.
  clearSessionCookie(c);
  clearCache(c);
  forgetPendingInvite(c);
  clearOwnCookie(c, addressCookie);
  if (session) await endSession(deps, session.hash);
  if (cookie && sessionToken?.carriedBy === "bearer") await endSession(deps, hashToken(cookie));
}

export const callerOf = <E extends Env>(c: Ctx<E>): Caller => ({
  address: c.var.address,
  device: c.req.header("user-agent")?.slice(0, accountLimits.session.device),
  browser: browserOf(c),
});

/** It lets nobody in: it only tells that somebody has logged in there before. */
const browserCookie = "chapterhouse_browser";
/** Of `newToken`. */
const tokenLength = 43;

function browserOf<E extends Env>(c: Ctx<E>): string {
  const cookie = ownCookie(c, browserCookie);
  const token: string = c.var.browser ?? (cookie?.length === tokenLength ? cookie : newToken());
  c.set("browser", token);
  return token;
}

export const nextOf = <E extends Env>(c: Ctx<E>): string | undefined => ownPath(c.req.query("next"));

/** Of a login by the identity provider. */
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

// The invite by which a visitor who pressed *Join* joins once they are logged in. Only our own page sets the cookie: no
// link of somebody else's makes anybody a member. The next visitor of the browser may be somebody else: it is forgotten
// with a registration, a logout, and a login for anything else.
const inviteCookie = "chapterhouse_join";

export const rememberPendingInvite = <E extends Env>(c: Ctx<E>, token: string): void =>
  setOwnCookie(c, { name: inviteCookie, value: token, seconds: 1800 });

export const isPendingInvite = <E extends Env>(c: Ctx<E>, token: string): boolean =>
  ownCookie(c, inviteCookie) === token;

export function keepPendingInvite<E extends Env>(c: Ctx<E>, next: string | undefined): boolean {
  const token = pendingInviteOf(c);
  if (token === undefined) return false;
  if (next === invitePaths.join(token) || next === invitePaths.invitation(token)) return true;
  forgetPendingInvite(c);
  return false;
}

export const forgetPendingInvite = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, inviteCookie);

export const pendingInviteOf = <E extends Env>(c: Ctx<E>): string | undefined =>
  ownCookie(c, inviteCookie)?.slice(0, 100);

export const withPendingInvite = <E extends Env, R extends Registration>(c: Ctx<E>, registration: R): R =>
  registration.invite === undefined ? { ...registration, invite: pendingInviteOf(c) } : registration;

// A browser that registered for a group is logged in when the mailed link is opened there. Elsewhere the link lets
// nobody in: somebody else may have registered with the address, and chosen the password.
const registeredCookie = "chapterhouse_registered";

// The address to which the link was mailed: the next page shows it, and the login page has it filled in. Not for long:
// the computer may be another person's next.
const addressCookie = "chapterhouse_address";

export const addressOf = <E extends Env>(c: Ctx<E>): string | undefined =>
  ownCookie(c, addressCookie)?.slice(0, accountLimits.email.max);

/** Whatever comes of it, the account is there. */
export async function finishRegistration<E extends Env>(c: Ctx<E>, { token, user }: Authenticated): Promise<void> {
  const seconds = accountLimits.registeredBrowser.addressLifetime / 1000;
  if (!token && user.email) setOwnCookie(c, { name: addressCookie, value: user.email, seconds });
  const isInvited = pendingInviteOf(c) !== undefined;
  forgetPendingInvite(c);
  if (!token && isInvited) {
    await rememberRegistration(c, user.id).catch((error) => logFailure(c, error, "a browser could not be remembered"));
  }
}

async function rememberRegistration<E extends Env>(c: Ctx<E>, userId: string): Promise<void> {
  const { db, clock } = c.var.deps;
  const { lifetime } = accountLimits.registeredBrowser;
  const value = newToken();
  const ticket = {
    hash: hashToken(value),
    kind: "registered" as const,
    userId,
    data: {},
    expiresAt: clock() + lifetime,
  };
  await db.write([insertTicket(db, ticket)]);
  setOwnCookie(c, { name: registeredCookie, value, seconds: lifetime / 1000 });
}

/** The hash of its ticket. */
export function registrationOf<E extends Env>(c: Ctx<E>): string | undefined {
  const cookie = ownCookie(c, registeredCookie);
  return cookie?.length === tokenLength ? hashToken(cookie) : undefined;
}

/** @returns the token of a new session, if this browser registered the account */
export async function enterAsRegistered<E extends Env>(c: Ctx<E>, userId: string): Promise<string | undefined> {
  const hash = registrationOf(c);
  if (!hash || c.var.session) return undefined;
  clearOwnCookie(c, registeredCookie);
  const { db, clock } = c.var.deps;
  const ticket = await takeTicket(db, { hash, kind: "registered", now: clock() });
  if (ticket?.userId !== userId) return undefined;
  return (await openSession(c.var.deps, userId, { caller: callerOf(c) }))?.token;
}
