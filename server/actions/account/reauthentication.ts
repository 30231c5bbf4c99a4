import { findPasswordHash } from "../../../db/account/accounts.ts";
import { countPasskeys } from "../../../db/account/passkeys.ts";
import { findLastProof } from "../../../db/account/sessions.ts";
import { findTotp } from "../../../db/account/two_step.ts";
import type { Caller, Session } from "../../auth/sessions.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { looksLikeCode } from "../../contract/account/rules.ts";
import type { Reauthentication } from "../../contract/account/shapes.ts";
import { type ProofCredentials, proofTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { Forbidden } from "../../errors.ts";
import { checkCode, wrongCode } from "./codes.ts";
import { assertPassword } from "./passwords.ts";

/** Whether somebody has proven just now who they are: by signing in, or within their session. */
async function isRecent({ db, clock }: Pick<Deps, "db" | "clock">, { hash }: Session): Promise<boolean> {
  const provenAt = await findLastProof(db, hash);
  return provenAt !== undefined && clock() - provenAt < accountLimits.recentSignIn;
}

/**
 * How somebody proves who they are, before they get another credential or do what cannot be undone: not at all where
 * they have done so just now, else by what they have of these, and where that is nothing by signing in again.
 */
export type ReauthenticatedBy = "recent" | ProofCredentials;

export async function reauthenticatedBy(
  deps: Pick<Deps, "db" | "clock">,
  session: Session,
): Promise<ReauthenticatedBy> {
  return await isRecent(deps, session) ? "recent" : await credentialsOf(deps, session.user.id);
}

async function credentialsOf({ db }: Pick<Deps, "db">, userId: string): Promise<ProofCredentials> {
  const [hash, totp, passkeys] = await Promise.all([
    findPasswordHash(db, userId),
    findTotp(db, userId),
    countPasskeys(db, userId),
  ]);
  return { password: Boolean(hash), code: Boolean(totp?.confirmedAt), passkey: passkeys > 0 };
}

/** What somebody gives to prove who they are: where they have codes, one of them may stand in place of the password. */
export interface Proof extends Reauthentication {
  caller: Caller;
}

type ProofDeps = Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "mailer">;

/** What an operation fails with that asks for it. */
export const reauthenticationFails = {
  400: ["invalid_password", "no_password", "invalid_code"],
  403: ["password_needed"],
};

/**
 * Asks somebody whose session is older for their password or a code. A passkey is given before (see `prove`).
 *
 * @throws Forbidden where they gave nothing, BadRequest for what is wrong, TooMany after too many failures
 */
export async function assertRecentlyAuthenticated(deps: ProofDeps, session: Session, proof: Proof): Promise<void> {
  if (!await isRecent(deps, session)) await assertProof(deps, session, proof);
}

/** Asks them in any case. @returns whether they gave a code @throws as `assertRecentlyAuthenticated` */
export async function assertProof(
  deps: ProofDeps,
  { user }: Session,
  { password, code, caller }: Proof,
): Promise<boolean> {
  const credentials = await credentialsOf(deps, user.id);
  const given = code || (password && looksLikeCode(password) ? password : undefined);
  if (credentials.code && given && await checkCode(deps, user.id, { code: given, caller })) return true;
  if (credentials.code && given && (code || !credentials.password)) throw wrongCode();
  if (!password) throw new Forbidden(proofTexts.needed(credentials), "password_needed");
  await assertPassword(deps, user, { password, caller });
  return false;
}
