import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { isOperator, secondStepDue } from "../auth/operators.ts";
import { findLiveSession, logoutCookies, readSessionToken, sessionCookieOf } from "../auth/sessions.ts";
import { loginPaths } from "../contract/account/paths.ts";
import { operatorTexts } from "../contract/operator/texts.ts";
import { viewerHeader } from "../contract/site/limits.ts";
import { sitePaths } from "../contract/site/paths.ts";
import { demoTexts, transportServerTexts } from "../contract/site/texts.ts";
import type { User } from "../contract/people/shapes.ts";
import type { Deps } from "../deps.ts";
import { Forbidden, NotFound, otherViewer, Unauthorized } from "../errors.ts";
import { limitCalls } from "../rate_limits.ts";
import type { Config } from "../settings/settings.ts";
import { isForGuests, type Operation } from "../operation.ts";
import { clearCookie, readerZone, setFlash, setSessionCookie } from "./cookies.ts";
import { nextOf, signOut } from "./sign_in.ts";
import { logFailure } from "./request_log.ts";
import type { Ctx, Env, SignedInEnv } from "./router.ts";

export const findCaller = createMiddleware<Env>(async (c, next) => {
  const headers = { authorization: c.req.header("authorization"), cookie: c.req.header("cookie") };
  const sessionToken = readSessionToken(headers, c.var.deps.config);
  const session = sessionToken && await findLiveSession(c.var.deps, sessionToken.token, readerZone(c));
  c.set("sessionToken", sessionToken);
  if (session) c.set("session", session);
  if (session?.renewed && sessionToken?.carriedBy === "cookie") setSessionCookie(c, sessionToken.token);
  await next();
});

export const applyPendingLogout = createMiddleware<Env>(async (c, next) => {
  const pending = logoutCookies(c.var.deps.config).filter((name) => getCookie(c, name));
  if (pending.length > 0) {
    pending.forEach((name) => clearCookie(c, name));
    await signOut(c).catch((error) => logFailure(c, error, "a session could not be ended"));
    c.set("session", undefined);
  }
  await next();
});

export const signedIn = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) throw new Unauthorized();
  const { user } = c.var.session;
  if ((c.req.header(viewerHeader) ?? user.id) !== user.id) throw otherViewer();
  c.set("user", user);
  await next();
});

export const signedInForm = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.session) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(loginPaths.loginThen(pathname + search), 303);
  }
  c.set("user", c.var.session.user);
  await next();
});

/** Guests of the demo are led from every other page to that of their group. */
export const signedInPage = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!isGuest(c) || /^\/(group\/|notices$)/.test(c.req.path)) return await signedInForm(c, next);
  if (c.req.path !== sitePaths.dashboard) setFlash(c, "info", demoTexts.forMembers);
  return c.redirect(sitePaths.demo, 303);
});

const isGuest = <E extends Env>(c: Ctx<E>): boolean => Boolean(c.var.session?.guestUntil);

/** @throws Forbidden for a guest of the demo, for what guests may not do */
export const guestsAsDeclared = (operation: Pick<Operation, "access" | "guests">) =>
  createMiddleware<Env>(async (c, next) => {
    if (isGuest(c) && !isForGuests(operation)) throw new Forbidden(demoTexts.forMembers, "guests_only_demo");
    await next();
  });

/** To everybody else there is nothing here. @throws NotFound, Forbidden for operators without a second step in time */
export const operatorOnly = createMiddleware<SignedInEnv>(async (c, next) => {
  const user = c.var.session?.user;
  if (!user || !await operates(c.var.deps, user)) throw new NotFound();
  const due = await secondStepDue(c.var.deps, c.var.session!);
  if (due !== undefined && due <= c.var.deps.clock()) {
    throw new Forbidden(operatorTexts.twoStepNeeded, "two_step_needed");
  }
  c.set("user", user);
  await next();
});

/** Somebody may have set the site up at another instance just now. */
async function operates(deps: Deps, user: User): Promise<boolean> {
  if (isOperator(deps.config, user)) return true;
  if (!deps.settings.isShared) return false;
  await deps.settings.refresh();
  return isOperator(deps.config, user);
}

export const operatorPage = createMiddleware<SignedInEnv>(async (c, next) => {
  const user = c.var.session?.user;
  if (!user || !await operates(c.var.deps, user)) return c.notFound();
  c.set("user", user);
  await next();
});

export const visitorPage = createMiddleware<Env>(async (c, next) => {
  if (c.var.session && !isGuest(c) && getCookie(c, sessionCookieOf(c.var.deps.config))) {
    return c.redirect(nextOf(c) ?? sitePaths.dashboard, 303);
  }
  await next();
});

export const limitAny = createMiddleware<Env>(async (c, next) => {
  const { deps: { limiter }, address, session, operation } = c.var;
  const userId = session?.user.id;
  const apart = operation?.countedAs;
  if (apart) await limiter.take(apart.limit, apart.byAddress ? address : userId ?? address);
  else await limitCalls(limiter, { userId, address });
  await next();
});

interface Source {
  origin?: string;
  referer?: string;
  secFetchSite?: string;
  host?: string;
}

export function requestOrigin(
  { origin, referer, secFetchSite, host }: Source,
  config: Config,
): "own" | "foreign" | "unknown" {
  if (secFetchSite === "same-origin") return "own";
  const sent = origin ?? referer;
  if (!sent) return secFetchSite && secFetchSite !== "none" ? "foreign" : "unknown";
  if (!URL.canParse(sent)) return "foreign";
  const from = new URL(sent);
  // A page loaded over http may have been changed on the way.
  if (config.publicUrl === `https://${from.host}` && from.protocol === "http:") return "foreign";
  const own = from.host === host || from.origin === config.publicUrl || config.corsOrigins.includes(from.origin);
  return own ? "own" : "foreign";
}

/**
 * Cross-site request forgery: a change authorised by a cookie must come from one of our pages. Hono's `csrf` guards
 * forms only, not JSON, and refuses callers of unknown origin. @throws Forbidden
 */
export const refuseForeign = createMiddleware<Env>(async (c, next) => {
  if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method) && c.var.sessionToken?.carriedBy !== "bearer") {
    const from = requestOrigin({
      origin: c.req.header("origin"),
      referer: c.req.header("referer"),
      secFetchSite: c.req.header("sec-fetch-site"),
      host: c.req.header("host"),
    }, c.var.deps.config);
    const allowed = from === "own" || from === "unknown" && !c.var.sessionToken;
    if (!allowed) throw new Forbidden(transportServerTexts.foreignOrigin, "foreign_origin");
  }
  await next();
});
