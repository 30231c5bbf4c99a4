import { getCookie } from "hono/cookie";
import { type Caller, endSession, sessionCookieOf } from "../auth/sessions.ts";
import { hashToken, newToken } from "../auth/tokens.ts";
import * as accountLimits from "../contract/account/limits.ts";
import { clearSessionCookie, ownCookie, setOwnCookie, setSessionCookie } from "./cookies.ts";
import { clearCache } from "./headers.ts";
import { forgetPendingInvite } from "./pending.ts";
import type { Ctx, Env } from "./router.ts";

export function signInBrowser<E extends Env>(c: Ctx<E>, token: string): void {
  setSessionCookie(c, token);
  const seconds = accountLimits.knownBrowsers.lifetime / 1000;
  setOwnCookie(c, { name: browserCookie, value: browserOf(c), seconds });
}

/** Where a bearer token took precedence, the cookie's session ends as well. */
export async function signOut<E extends Env>(c: Ctx<E>): Promise<void> {
  const { sessionToken, deps, session } = c.var;
  const cookie = getCookie(c, sessionCookieOf(deps.config));
  // First, so that it is deleted even if ending the session fails.
  clearSessionCookie(c);
  clearCache(c);
  forgetPendingInvite(c);
  if (session) await endSession(deps, session.hash);
  if (cookie && sessionToken?.carriedBy === "bearer") await endSession(deps, hashToken(cookie));
}

export const callerOf = <E extends Env>(c: Ctx<E>): Caller => ({
  address: c.var.address,
  device: c.req.header("user-agent")?.slice(0, accountLimits.session.device),
  browser: browserOf(c),
});

/** It lets nobody in: it only tells that somebody has signed in there before. */
const browserCookie = "chapterhouse_browser";
const tokenLength = 43;

function browserOf<E extends Env>(c: Ctx<E>): string {
  const cookie = ownCookie(c, browserCookie);
  const token: string = c.var.browser ?? (cookie?.length === tokenLength ? cookie : newToken());
  c.set("browser", token);
  return token;
}
