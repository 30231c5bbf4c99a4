import { createMiddleware } from "hono/factory";
import { getCookie } from "hono/cookie";
import { isOperator, secondStepDue } from "../auth/operators.ts";
import { findLiveSession, logoutCookies, readCredential, sessionCookieOf } from "../auth/sessions.ts";
import { operatorTexts } from "../contract/operator/texts.ts";
import { viewerHeader } from "../contract/account/session.ts";
import { Conflict, Forbidden, NotFound, Unauthorized } from "../errors.ts";
import { limitCalls } from "../rate_limits.ts";
import { clearCookie, setSessionCookie } from "./cookies.ts";
import { logOut } from "./logout.ts";
import { logFailure } from "./request_log.ts";
import type { Env, SignedInEnv } from "./router.ts";
import { ownPath, sitePaths } from "../contract/site/paths.ts";
import { accountPaths } from "../contract/account/paths.ts";
import { sessionServerTexts } from "../contract/account/texts.ts";

/** Finds the caller's session, if any, and renews its cookie when the session was renewed. */
export const findCaller = createMiddleware<Env>(async (c, next) => {
  const headers = { authorization: c.req.header("authorization"), cookie: c.req.header("cookie") };
  const credential = readCredential(headers, c.var.deps.config);
  const session = credential && await findLiveSession(c.var.deps, credential.token);
  c.set("credential", credential);
  if (session) c.set("session", session);
  if (session?.renewed && credential?.carriedBy === "cookie") setSessionCookie(c, credential.token);
  await next();
});

/** Applies a logout that did not reach the server, before anything is done as that user. */
export const applyPendingLogout = createMiddleware<Env>(async (c, next) => {
  const pending = logoutCookies(c.var.deps.config).filter((name) => getCookie(c, name));
  if (pending.length > 0) {
    pending.forEach((name) => clearCookie(c, name));
    await logOut(c).catch((error) => logFailure(c, error, "a session could not be ended"));
    c.set("session", undefined);
  }
  await next();
});

/** Lets signed-in callers of the API through. @throws Unauthorized, Conflict */
export const signedIn = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) throw new Unauthorized();
  const { user } = c.var.session;
  // Another user may have signed in since the page was opened.
  if ((c.req.header(viewerHeader) ?? user.id) !== user.id) {
    throw new Conflict(sessionServerTexts.other, "other_viewer");
  }
  c.set("user", user);
  await next();
});

/** Lets signed-in readers of a page through; redirects others to log in and then back here. */
export const signedInPage = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(accountPaths.loginThen(pathname + search), 303);
  }
  c.set("user", c.var.session.user);
  await next();
});

/**
 * Lets operators through; to everybody else there is nothing here.
 *
 * @throws NotFound, Forbidden for operators who have set up no second step in time
 */
export const operatorOnly = createMiddleware<SignedInEnv>(async (c, next) => {
  const user = c.var.session?.user;
  if (!user || !isOperator(c.var.deps.config, user)) throw new NotFound();
  const due = await secondStepDue(c.var.deps, c.var.session!);
  if (due !== undefined && due <= c.var.deps.clock()) {
    throw new Forbidden(operatorTexts.twoStepNeeded, "two_step_needed");
  }
  c.set("user", user);
  await next();
});

/** The same for pages, which lead home as unknown ones do (see `secondStepFirst` of the operators' pages). */
export const operatorPage = createMiddleware<SignedInEnv>(async (c, next) => {
  const user = c.var.session?.user;
  if (!user || !isOperator(c.var.deps.config, user)) return c.notFound();
  c.set("user", user);
  await next();
});

/** Lets visitors through; redirects readers signed in by cookie to `next` or the dashboard. */
export const visitorPage = createMiddleware<Env>(async (c, next) => {
  if (c.var.session && getCookie(c, sessionCookieOf(c.var.deps.config))) {
    return c.redirect(ownPath(c.req.query("next")) ?? sitePaths.dashboard, 303);
  }
  await next();
});

/**
 * Counts every call, by account where there is a session, else by address.
 *
 * @throws TooMany
 */
export const limitAny = createMiddleware<Env>(async (c, next) => {
  const { deps: { limiter }, address, session, operation } = c.var;
  const userId = session?.user.id;
  const apart = operation?.countedAs;
  if (apart) await limiter.take(apart.limit, apart.byAddress ? address : userId ?? address);
  else await limitCalls(limiter, { userId, address });
  await next();
});
