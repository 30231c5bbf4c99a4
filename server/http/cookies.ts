import { deleteCookie, setCookie } from "hono/cookie";
import { sessionCookieOf } from "../auth/sessions.ts";
import * as constants from "../contract/constants.ts";
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
    maxAge: constants.session.lifetime / 1000,
  });

/** Deletes the session cookie. */
export const clearSessionCookie = <E extends Env>(c: Ctx<E>): void =>
  void deleteCookie(c, sessionCookieOf(c.var.deps.config), attributes(c));

/** Deletes a cookie that a script has set. */
export const clearCookie = <E extends Env>(c: Ctx<E>, name: string): void =>
  void deleteCookie(c, name, { path: "/", secure: isSecure(c) || name.startsWith("__Host-") });

/** A cookie for so many seconds. */
export const setCookieFor = <E extends Env>(
  c: Ctx<E>,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void => setCookie(c, name, value, { ...attributes(c), maxAge: seconds });

/** A cookie for the next page, of one minute. */
export const setBriefCookie = <E extends Env>(c: Ctx<E>, name: string, value: string): void =>
  setCookieFor(c, { name, value, seconds: 60 });
