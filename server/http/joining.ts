/**
 * The cookie by which a visitor who pressed *Join* joins once they are signed in, however they do that. Only our own page
 * sets it, when its button is pressed: no link of somebody else's makes anybody a member. On a computer that people share
 * the next one may be somebody else: it is forgotten with who registers or logs out, and by who signs in or up otherwise.
 */
import type { Registration } from "../contract/account/auth.ts";
import { clearOwnCookie, ownCookie, setOwnCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";
import { groupPaths } from "../contract/groups/paths.ts";

const name = "chapterhouse_join";

/** Seconds: long enough to fill in a form. */
const lifetime = 1800;

/** Remembers that a visitor wants to join by the link of this token. */
export const rememberJoining = <E extends Env>(c: Ctx<E>, token: string): void =>
  setOwnCookie(c, { name, value: token, seconds: lifetime });

/** Whether they do. */
export const wantsToJoin = <E extends Env>(c: Ctx<E>, token: string): boolean => ownCookie(c, name) === token;

/**
 * Whether they want to join by the link that they go on to once they are signed in. Where they go on to something else it
 * is forgotten.
 */
export function isJoining<E extends Env>(c: Ctx<E>, next: string | undefined): boolean {
  const token = inviteOf(c);
  if (token === undefined) return false;
  if (next === groupPaths.join(token) || next === groupPaths.invitation(token)) return true;
  forgetJoining(c);
  return false;
}

/** Forgets it: they have joined, or could not. */
export const forgetJoining = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, name);

/** The token of the invitation that a browser has; any string, from anyone. */
export const inviteOf = <E extends Env>(c: Ctx<E>): string | undefined => ownCookie(c, name)?.slice(0, 100);

/** A registration with the invitation that its browser has, where it names none itself. */
export const withInvite = <E extends Env, R extends Registration>(c: Ctx<E>, registration: R): R =>
  registration.invite === undefined ? { ...registration, invite: inviteOf(c) } : registration;
