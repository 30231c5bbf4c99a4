import { findSignInState, findUser } from "../../db/users.ts";
import { type Caller, openSession } from "../auth/sessions.ts";
import type { Authenticated } from "../contract/auth.ts";
import { accountTexts } from "../contract/account_texts.ts";
import { texts } from "../contract/texts.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Forbidden } from "../errors.ts";

export type SignedIn = Authenticated & { token: string };

/**
 * Starts a session of someone who has proven who they are, by whatever way.
 *
 * @param passwordHash what their password was checked against, where they gave one
 * @throws Forbidden where the account is disabled, BadRequest where it is gone or has another password by now
 */
export async function signIn(
  deps: Pick<Deps, "db" | "clock">,
  userId: string,
  { caller, passwordHash }: { caller: Caller; passwordHash?: string },
): Promise<SignedIn> {
  const token = await openSession(deps, userId, { caller, passwordHash });
  if (token) return { message: texts.login.success, token, user: (await findUser(deps.db, userId))! };
  const state = await findSignInState(deps.db, userId);
  if (state?.disabledAt) throw new Forbidden(accountTexts.disabled, "account_disabled");
  throw new BadRequest(texts.login.invalidPassword, "invalid_password");
}
