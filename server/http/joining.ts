/**
 * The cookie by which a visitor who pressed *Join* joins once they are signed in, however they do that. Only our own page
 * sets it, when its button is pressed: no link of somebody else's makes anybody a member.
 */
import type { Registration } from "../contract/auth.ts";
import { clearOwnCookie, ownCookie, setOwnCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

const name = "chapterhouse_join";

/** Seconds: long enough to register, and to look for the mail. */
const lifetime = 3600;

/** Remembers that a visitor wants to join by the link of this token. */
export const rememberJoining = <E extends Env>(c: Ctx<E>, token: string): void =>
  setOwnCookie(c, { name, value: token, seconds: lifetime });

/** Whether they do. */
export const wantsToJoin = <E extends Env>(c: Ctx<E>, token: string): boolean => ownCookie(c, name) === token;

/** Whether they want to join by any. */
export const isJoining = <E extends Env>(c: Ctx<E>): boolean => ownCookie(c, name) !== undefined;

/** Forgets it: they have joined, or could not. */
export const forgetJoining = <E extends Env>(c: Ctx<E>): void => clearOwnCookie(c, name);

/** The token of the invitation that a browser has; any string, from anyone. */
export const inviteOf = <E extends Env>(c: Ctx<E>): string | undefined => ownCookie(c, name)?.slice(0, 100);

/** A registration with the invitation that its browser has, where it names none itself. */
export const withInvite = <E extends Env, R extends Registration>(c: Ctx<E>, registration: R): R =>
  registration.invite === undefined ? { ...registration, invite: inviteOf(c) } : registration;
