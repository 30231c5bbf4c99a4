import { findPasswordHash } from "../../../db/account/accounts.ts";
import { countPasskeys } from "../../../db/account/credentials.ts";
import { findLastProof } from "../../../db/account/sessions.ts";
import * as twoStep from "../../../db/account/two_step.ts";
import { findUser } from "../../../db/people/users.ts";
import { mailOwner } from "./owner_mail.ts";
import { assertPassword } from "./passwords.ts";
import { type Caller, knownBrowserOf, type Session } from "../../auth/sessions.ts";
import { hashToken, normalizeRecoveryCode, stepOf } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { looksLikeCode } from "../../contract/account/rules.ts";
import type { Reauthentication } from "../../contract/account/shapes.ts";
import { type ProofCredentials, proofTexts, twoStepTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Forbidden } from "../../errors.ts";
import { recoveryCodeUsedMail, type twoStepOnMail, wrongCodesMail } from "../../mail/account_mails.tsx";
import { limitCodes } from "../../rate_limits.ts";

export const wrongCode = (message = twoStepTexts.wrongCode) =>
  new BadRequest(message, "invalid_code", { issues: [{ path: "code", message }] });

export const hashRecoveryCode = (code: string) => hashToken(normalizeRecoveryCode(code));

async function takeCode(deps: Deps, userId: string, code: string) {
  const { db, clock } = deps;
  const now = clock();
  const totp = await twoStep.findTotp(db, userId);
  if (!totp?.confirmedAt) return false;
  const step = stepOf(totp.secret, code, now);
  if (step !== undefined) return await twoStep.useStep(db, userId, { secret: totp.secret, step });
  if (!await twoStep.useRecoveryCode(db, userId, { hash: hashRecoveryCode(code), now })) return false;
  const left = await twoStep.countRecoveryCodes(db, userId);
  await mailTo(deps, userId, (owner) => recoveryCodeUsedMail({ ...owner, left }));
  return true;
}

/** After ten wrong ones their owner gets a mail, and no other is taken for an hour. @throws TooMany */
export async function checkCode(
  deps: Deps,
  userId: string,
  { code, caller }: { code: string; caller: Caller },
): Promise<boolean> {
  const source = { userId, browser: await knownBrowserOf(deps.db, userId, caller) };
  const checked = await limitCodes(deps.limiter, source, () => takeCode(deps, userId, code));
  if (checked === "last") await mailTo(deps, userId, wrongCodesMail);
  return checked === "right";
}

async function mailTo(deps: Deps, userId: string, content: typeof twoStepOnMail): Promise<void> {
  const owner = await findUser(deps.db, userId);
  if (owner) await mailOwner(deps, owner, content);
}

async function isRecent({ db, clock }: Deps, { hash }: Session): Promise<boolean> {
  const provenAt = await findLastProof(db, hash);
  return provenAt !== undefined && clock() - provenAt < accountLimits.recentSignIn;
}

/** `recent`: they have just done so; else what they have of these. */
export type ReauthenticatedBy = "recent" | ProofCredentials;

export async function reauthenticatedBy(deps: Deps, session: Session): Promise<ReauthenticatedBy> {
  return await isRecent(deps, session) ? "recent" : await credentialsOf(deps, session.user.id);
}

async function credentialsOf({ db }: Deps, userId: string): Promise<ProofCredentials> {
  const [hash, totp, passkeys] = await Promise.all([
    findPasswordHash(db, userId),
    twoStep.findTotp(db, userId),
    countPasskeys(db, userId),
  ]);
  return { password: Boolean(hash), code: Boolean(totp?.confirmedAt), passkey: passkeys > 0 };
}

/** What somebody gives to prove who they are: where they have codes, one of them may stand in place of the password. */
export interface Proof extends Reauthentication {
  caller: Caller;
}

export const reauthenticationFails = {
  400: ["invalid_password", "no_password", "invalid_code"],
  403: ["password_needed"],
};

/** A passkey is given before (see `prove`). @throws Forbidden where they gave nothing, BadRequest, TooMany */
export async function assertRecentlyAuthenticated(deps: Deps, session: Session, proof: Proof): Promise<void> {
  if (!await isRecent(deps, session)) await assertProof(deps, session, proof);
}

/** Asks them in any case. @returns whether they gave a code @throws as `assertRecentlyAuthenticated` */
export async function assertProof(deps: Deps, { user }: Session, { password, code, caller }: Proof): Promise<boolean> {
  const credentials = await credentialsOf(deps, user.id);
  const given = code || (password && looksLikeCode(password) ? password : undefined);
  if (credentials.code && given && await checkCode(deps, user.id, { code: given, caller })) return true;
  if (credentials.code && given && (code || !credentials.password)) throw wrongCode();
  if (!password) throw new Forbidden(proofTexts.needed(credentials), "password_needed");
  await assertPassword(deps, user, { password, caller });
  return false;
}
