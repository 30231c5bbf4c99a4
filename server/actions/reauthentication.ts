import { findPasswordHash } from "../../db/accounts.ts";
import { findSessionStart } from "../../db/sessions.ts";
import type { Caller, Session } from "../auth/sessions.ts";
import * as constants from "../contract/constants.ts";
import { passkeyTexts } from "../contract/passkey_texts.ts";
import type { Deps } from "../deps.ts";
import { Forbidden } from "../errors.ts";
import { assertPassword } from "./account.ts";

/** Whether a session has just been started: then whoever has it has proven just now who they are. */
async function isRecent({ db, clock }: Pick<Deps, "db" | "clock">, { hash }: Session): Promise<boolean> {
  const start = await findSessionStart(db, hash);
  return start !== undefined && clock() - start < constants.recentSignIn;
}

/**
 * How somebody proves who they are, before they get a way to sign in or do what cannot be undone: not at all where they
 * have just signed in, by their password, or by signing in again where they have none.
 */
export type ReauthenticatedBy = "recent" | "password" | "login";

export async function reauthenticatedBy(
  deps: Pick<Deps, "db" | "clock">,
  session: Session,
): Promise<ReauthenticatedBy> {
  if (await isRecent(deps, session)) return "recent";
  return await findPasswordHash(deps.db, session.user.id) ? "password" : "login";
}

/**
 * Asks somebody whose session is older for their password, before they get a way to sign in without it, or do what
 * cannot be undone to somebody else.
 *
 * @throws Forbidden where they gave none, BadRequest for a wrong one, TooMany after too many failures
 */
export async function assertRecentlyAuthenticated(
  deps: Pick<Deps, "db" | "clock" | "limiter" | "passwords">,
  session: Session,
  { password, caller }: { password?: string; caller: Caller },
): Promise<void> {
  if (await isRecent(deps, session)) return;
  if (password) return void await assertPassword(deps, session.user, { password, caller });
  const isByPassword = await reauthenticatedBy(deps, session) === "password";
  throw new Forbidden(isByPassword ? passkeyTexts.again : passkeyTexts.againElsewhere, "password_needed");
}
