import { createMiddleware } from "hono/factory";
import { getCookie } from "hono/cookie";
import { findLiveSession, leavingCookies, readCredential, sessionCookieOf } from "../auth/sessions.ts";
import { ownPath, paths } from "../contract/paths.ts";
import { viewerHeader } from "../contract/session.ts";
import { texts } from "../contract/texts.ts";
import { Conflict, Unauthorized } from "../errors.ts";
import { clearCookie, setSessionCookie } from "./cookies.ts";
import { logOut } from "./logout.ts";
import { logFailure } from "./request_log.ts";
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

/** Logs out whoever did so while we could not be told, before anything is answered or done in her name. */
export const applyPendingLogout = createMiddleware<Env>(async (c, next) => {
  const left = leavingCookies(c.var.deps.config).filter((name) => getCookie(c, name));
  if (left.length > 0) {
    left.forEach((name) => clearCookie(c, name));
    await logOut(c).catch((error) => logFailure(c, error, "a session could not be ended"));
    c.set("session", undefined);
  }
  await next();
});

/** Lets signed-in callers of the API through. */
export const signedIn = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) throw new Unauthorized();
  const { user } = c.var.session;
  // A page that was left open would act in the name of whoever has signed in since.
  if ((c.req.header(viewerHeader) ?? user.id) !== user.id) throw new Conflict(texts.session.other, "other_viewer");
  c.set("user", user);
  await next();
});

/** Lets signed-in readers of a page through and sends everyone else to log in, and back here afterwards. */
export const signedInPage = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(paths.loginThen(pathname + search), 303);
  }
  c.set("user", c.var.session.user);
  await next();
});

/** Lets visitors through and sends whoever is signed in by cookie to where they were going, or to the dashboard. */
export const visitorPage = createMiddleware<Env>(async (c, next) => {
  if (c.var.session && getCookie(c, sessionCookieOf(c.var.deps.config))) {
    return c.redirect(ownPath(c.req.query("next")) ?? paths.dashboard, 303);
  }
  await next();
});

/** Counts every call: those of a signed-in caller by account, the others by address. */
export const limitAny = createMiddleware<Env>(async (c, next) => {
  await c.var.deps.limiter.take("any", c.var.session?.user.id ?? c.var.address);
  await next();
});
