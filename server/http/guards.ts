import { createMiddleware } from "hono/factory";
import { getCookie } from "hono/cookie";
import { findLiveSession, readCredential, sessionCookieOf } from "../auth/sessions.ts";
import { paths } from "../contract/paths.ts";
import { Unauthorized } from "../errors.ts";
import { setSessionCookie } from "./cookies.ts";
import type { Env, SignedInEnv } from "./router.ts";

/** Finds the caller's session, if there is one, and renews its cookie when the session was renewed. */
export const findCaller = createMiddleware<Env>(async (c, next) => {
  const headers = { authorization: c.req.header("authorization"), cookie: c.req.header("cookie") };
  const credential = readCredential(headers, c.var.deps.config);
  const session = credential && await findLiveSession(c.var.deps, credential.token);
  c.set("credential", credential);
  if (session) c.set("session", session);
  if (session?.renewed && credential?.carriedBy === "cookie") setSessionCookie(c, credential.token);
  await next();
});

/** Lets signed-in callers of the API through. */
export const signedIn = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) throw new Unauthorized();
  c.set("user", c.var.session.user);
  await next();
});

/** Lets signed-in readers of a page through and sends everyone else to log in, and back here afterwards. */
export const signedInPage = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(paths.loginThen(c.req.method === "GET" ? pathname + search : pathname), 303);
  }
  c.set("user", c.var.session.user);
  await next();
});

/** Lets visitors through and sends whoever is signed in by cookie to the dashboard. */
export const visitorPage = createMiddleware<Env>(async (c, next) => {
  if (c.var.session && getCookie(c, sessionCookieOf(c.var.deps.config))) return c.redirect(paths.dashboard, 303);
  await next();
});
