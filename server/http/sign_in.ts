/** Signing a browser in, and knowing it again. */
import * as accountLimits from "../contract/account/limits.ts";
import { newToken } from "../auth/tokens.ts";
import { ownCookie, setOwnCookie, setSessionCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

/** It lets nobody in: it only tells that somebody has signed in there before. */
const name = "chapterhouse_browser";

/** The token by which a browser is known again: that of its cookie, or one that it gets with its session. */
export function browserOf<E extends Env>(c: Ctx<E>): string {
  const cookie = ownCookie(c, name);
  const token: string = c.var.browser ?? (cookie?.length === tokenLength ? cookie : newToken());
  c.set("browser", token);
  return token;
}

/** Of `newToken`. */
const tokenLength = 43;

/** Signs a browser in with a session that was started for its `callerOf`. */
export function signInBrowser<E extends Env>(c: Ctx<E>, token: string): void {
  setSessionCookie(c, token);
  setOwnCookie(c, { name, value: browserOf(c), seconds: accountLimits.knownBrowsers.lifetime / 1000 });
}
