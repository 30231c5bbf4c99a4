import { findPasswordHash } from "../../db/accounts.ts";
import { findSessionStart } from "../../db/sessions.ts";
import type { Caller, Session } from "../auth/sessions.ts";
import * as constants from "../contract/constants.ts";
import { passkeyTexts } from "../contract/passkey_texts.ts";
import type { Deps } from "../deps.ts";
import { Forbidden } from "../errors.ts";
import { assertPassword } from "./account.ts";

/** Whether a session has just been started: then whoever has it has proven just now who they are. */
export async function isRecent({ db, clock }: Pick<Deps, "db" | "clock">, { hash }: Session): Promise<boolean> {
  const start = await findSessionStart(db, hash);
  return start !== undefined && clock() - start < constants.recentSignIn;
}

/**
 * Asks somebody whose session is older for their password, before they get a way to sign in without it, or do what
 * cannot be undone to somebody else.
 *
 * @throws Forbidden where they gave none, BadRequest for a wrong one, TooMany after too many failures
 */
export async function assertRecentlyProven(
  deps: Pick<Deps, "db" | "clock" | "limiter" | "passwords">,
  session: Session,
  { password, caller }: { password?: string; caller: Caller },
): Promise<void> {
  if (await isRecent(deps, session)) return;
  if (password) return void await assertPassword(deps, session.user, { password, caller });
  const hasPassword = await findPasswordHash(deps.db, session.user.id);
  throw new Forbidden(hasPassword ? passkeyTexts.again : passkeyTexts.againElsewhere, "password_needed");
}
