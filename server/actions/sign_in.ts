import { insertTicket } from "../../db/tickets.ts";
import { findTotp } from "../../db/two_step.ts";
import { findSignInState, findUser } from "../../db/users.ts";
import { type Caller, openSession, type Proof } from "../auth/sessions.ts";
import { hashToken, newToken } from "../auth/tokens.ts";
import type { Authenticated, TwoStepNeeded } from "../contract/auth.ts";
import { accountTexts } from "../contract/account_texts.ts";
import * as constants from "../contract/constants.ts";
import { texts } from "../contract/texts.ts";
import { twoStepTexts } from "../contract/two_step_texts.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Forbidden } from "../errors.ts";

export type SignedIn = Authenticated & { token: string; twoFactor?: undefined };

/**
 * Starts a session of someone who has proven who they are, by whatever way. Who has two-step codes and has not given one
 * gets a ticket in place of the session, with which they give it.
 *
 * @throws Forbidden where the account is disabled, BadRequest where it is gone or has another password by now
 */
export async function signIn(
  deps: Pick<Deps, "db" | "clock">,
  userId: string,
  { caller, ...proof }: { caller: Caller } & Proof,
): Promise<SignedIn | TwoStepNeeded> {
  const token = await openSession(deps, userId, { caller, ...proof });
  if (token) return { message: texts.login.success, token, user: (await findUser(deps.db, userId))! };
  const state = await findSignInState(deps.db, userId);
  if (state?.disabledAt) throw new Forbidden(accountTexts.disabled, "account_disabled");
  const isGone = !state || state.deletedAt !== null;
  const hasOtherPassword = proof.passwordHash !== undefined && proof.passwordHash !== state?.passwordHash;
  if (isGone || hasOtherPassword || proof.isTwoStep) {
    throw new BadRequest(texts.login.invalidPassword, "invalid_password");
  }
  return await askForCode(deps, userId, proof.passwordHash);
}

async function askForCode({ db, clock }: Pick<Deps, "db" | "clock">, userId: string, passwordHash?: string) {
  // They may have been turned off in this moment: then the session that was refused is asked for again.
  if (!(await findTotp(db, userId))?.confirmedAt) throw new BadRequest(twoStepTexts.expired, "two_step_expired");
  const ticket = newToken();
  const expiresAt = clock() + constants.twoStep.lifetime;
  const data = { passwordHash };
  await db.write([insertTicket(db, { hash: hashToken(ticket), kind: "twoStep", userId, data, expiresAt })]);
  return { twoFactor: true as const, ticket, message: twoStepTexts.needed };
}
