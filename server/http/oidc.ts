/** The cookie of a browser that is signing in elsewhere: without it nobody finishes what it has begun. */
import * as accountLimits from "../contract/account/limits.ts";
import { clearOwnCookie, ownCookie, setOwnCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

const name = "elsewhere";

/** Remembers the token of what was begun, for as long as it can be finished. */
export const rememberAttempt = <E extends Env>(c: Ctx<E>, token: string): void =>
  setOwnCookie(c, { name, value: token, seconds: accountLimits.elsewhere.lifetime / 1000 });

/** That token; any string, from anyone. */
export const attemptOf = <E extends Env>(c: Ctx<E>): string | undefined => ownCookie(c, name);

/** Forgets it: what was begun has ended. */
export const forgetAttempt = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, name);
