import * as accountLimits from "../contract/account/limits.ts";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { cookieNameOf, sessionCookieOf } from "../auth/sessions.ts";
import type { Ctx, Env } from "./router.ts";

/** Neither readable by scripts nor sent with other sites' forms. */
const attributes = <E extends Env>(c: Ctx<E>) => ({
  httpOnly: true,
  sameSite: "Lax" as const,
  path: "/",
  secure: isSecure(c),
});

/** Whether browsers reach the service by https. */
export const isSecure = <E extends Env>(c: Ctx<E>): boolean => c.var.deps.config.publicUrl.startsWith("https:");

/** Signs the browser in for the lifetime of a session. */
export const setSessionCookie = <E extends Env>(c: Ctx<E>, token: string): void =>
  setCookie(c, sessionCookieOf(c.var.deps.config), token, {
    ...attributes(c),
    maxAge: accountLimits.session.lifetime / 1000,
  });

/** Deletes the session cookie. */
export const clearSessionCookie = <E extends Env>(c: Ctx<E>): void =>
  void deleteCookie(c, sessionCookieOf(c.var.deps.config), attributes(c));

/** Deletes a cookie that a script has set. */
export const clearCookie = <E extends Env>(c: Ctx<E>, name: string): void =>
  void deleteCookie(c, name, { path: "/", secure: isSecure(c) || name.startsWith("__Host-") });

/** A cookie for the next page, of one minute. */
export const setBriefCookie = <E extends Env>(c: Ctx<E>, name: string, value: string): void =>
  setCookie(c, name, value, { ...attributes(c), maxAge: 60 });

const nameFor = <E extends Env>(c: Ctx<E>, name: string): string => cookieNameOf(name, c.var.deps.config);

/** A cookie that nobody else is to set, for so many seconds. */
export const setOwnCookie = <E extends Env>(
  c: Ctx<E>,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void => setCookie(c, nameFor(c, name), value, { ...attributes(c), maxAge: seconds });

/** What such a cookie holds. */
export const ownCookie = <E extends Env>(c: Ctx<E>, name: string): string | undefined => getCookie(c, nameFor(c, name));

/** Deletes it. */
export const clearOwnCookie = <E extends Env>(c: Ctx<E>, name: string): void => clearCookie(c, nameFor(c, name));
