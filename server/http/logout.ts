import { getCookie } from "hono/cookie";
import { endSession, sessionCookieOf } from "../auth/sessions.ts";
import { hashToken } from "../auth/tokens.ts";
import { clearSessionCookie } from "./cookies.ts";
import { clearCache } from "./headers.ts";
import { forgetJoining } from "./joining.ts";
import type { Ctx, Env } from "./router.ts";

/**
 * Deletes the cookie and what the browser has stored, and ends the caller's session; where a bearer token took precedence,
 * the cookie's as well.
 */
export async function logOut<E extends Env>(c: Ctx<E>): Promise<void> {
  const { credential, deps, session } = c.var;
  const cookie = getCookie(c, sessionCookieOf(deps.config));
  // First, so that it is deleted even if ending the session fails.
  clearSessionCookie(c);
  clearCache(c);
  forgetJoining(c);
  if (session) await endSession(deps, session.hash);
  if (cookie && credential?.carriedBy === "bearer") await endSession(deps, hashToken(cookie));
}
