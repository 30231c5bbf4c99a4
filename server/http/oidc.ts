/** The cookie of a browser that is signing in elsewhere: without it nobody finishes what it has begun. */
import { getCookie } from "hono/cookie";
import * as constants from "../contract/constants.ts";
import { clearCookie, isSecure, setCookieFor } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

/** With https it has the prefix under which no other host of our domain can set it. */
const nameFor = <E extends Env>(c: Ctx<E>): string => isSecure(c) ? "__Host-elsewhere" : "elsewhere";

export const rememberAttempt = <E extends Env>(c: Ctx<E>, token: string): void =>
  setCookieFor(c, { name: nameFor(c), value: token, seconds: constants.elsewhere.lifetime / 1000 });

export const attemptOf = <E extends Env>(c: Ctx<E>): string | undefined => getCookie(c, nameFor(c));

export const forgetAttempt = <E extends Env>(c: Ctx<E>): void => clearCookie(c, nameFor(c));
