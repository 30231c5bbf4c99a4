import * as twoStep from "../../../db/account/two_step.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import type { NewAuditRow } from "../../../db/operator/audit.ts";
import { takeTicket, tryTicket } from "../../../db/account/tickets.ts";
import type { Caller, Session } from "../../auth/sessions.ts";
import { hashToken } from "../../auth/tokens.ts";
import { newRecoveryCodes, newSecret, secretUrl, stepOf } from "../../auth/totp.ts";
import type { CodeLogin, CodeOrPassword, NewSecret, TwoStepState } from "../../contract/account/two_step.ts";
import { twoStepTexts as words } from "../../contract/account/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict } from "../../errors.ts";
import {
  recoveryCodesReplacedMail,
  twoStepOffByOperatorMail,
  twoStepOffMail,
  twoStepOnMail,
} from "../../mail/credential_mails.tsx";
import { qrCode } from "../../media/qr.ts";
import { limitCodes } from "../../rate_limits.ts";
import { assertPassword } from "./account.ts";
import { checkCode, hashRecoveryCode, wrongCode } from "./codes.ts";
import { mailOwner } from "./owner_mail.ts";
import { assertRecentlyAuthenticated, type Proof } from "./reauthentication.ts";
import { type SignedIn, signIn } from "./sign_in.ts";

/** Whether the caller's codes are on, and how many recovery codes are left. */
export async function twoStepState({ db }: Pick<Deps, "db">, userId: string): Promise<TwoStepState> {
  const on = Boolean((await twoStep.findTotp(db, userId))?.confirmedAt);
  return { on, recoveryCodes: on ? await twoStep.countRecoveryCodes(db, userId) : 0 };
}

const describeSecret = ({ site }: Deps["config"], secret: string, email: string): NewSecret => {
  const url = secretUrl(secret, { issuer: site.name, label: email });
  return { secret, url, qr: qrCode(url) };
};

/** The caller's secret that is yet to be confirmed, while it can be. */
export async function findNewSecret(
  { config, db, clock }: Pick<Deps, "config" | "db" | "clock">,
  { id, email }: User,
): Promise<NewSecret | undefined> {
  const totp = await twoStep.findTotp(db, id);
  return totp && isWaiting(totp, clock()) ? describeSecret(config, totp.secret, email) : undefined;
}

const isWaiting = ({ createdAt, confirmedAt }: { createdAt: number; confirmedAt: number | null }, now: number) =>
  confirmedAt === null && now - createdAt < accountLimits.twoStep.setUp;

/**
 * Makes a secret for the caller's app, which is confirmed by its first code.
 *
 * @throws Conflict where codes are on, Forbidden where they signed in a while ago and gave no password, BadRequest for
 * a wrong one, TooMany
 */
export async function beginTwoStep(
  deps: Parts & Pick<Deps, "passwords">,
  session: Session,
  proof: Proof,
): Promise<NewSecret> {
  const { db, clock, limiter } = deps;
  const { user } = session;
  await limiter.take("newKey", user.id);
  await assertRecentlyAuthenticated(deps, session, proof);
  const secret = newSecret();
  if (!await twoStep.saveSecret(db, user.id, { secret, now: clock() })) throw alreadyOn();
  return describeSecret(deps.config, secret, user.email);
}

const alreadyOn = () => new Conflict(words.alreadyOn, "two_step_on");
const notOn = () => new Conflict(words.notOn, "two_step_off");

type Parts = Pick<Deps, "config" | "db" | "clock" | "limiter" | "mailer">;

/**
 * Turns the codes on by the first one, and tells their owner by mail.
 *
 * @returns the recovery codes, which are stored nowhere
 * @throws BadRequest for a wrong code, Conflict where they are on or there is no secret to confirm, TooMany
 */
export async function confirmTwoStep(deps: Parts, user: User, code: string): Promise<string[]> {
  const { db, clock, limiter } = deps;
  const now = clock();
  const totp = await twoStep.findTotp(db, user.id);
  if (totp?.confirmedAt) throw alreadyOn();
  if (!totp || !isWaiting(totp, now)) throw notBegun();
  let step: number | undefined;
  const checked = await limitCodes(limiter, { userId: user.id }, () => {
    step = stepOf(totp.secret, code, now);
    return Promise.resolve(step !== undefined);
  });
  if (checked !== "right") throw wrongCode();
  const { codes, hashes } = recoveryCodes();
  const since = now - accountLimits.twoStep.setUp;
  const isOn = await twoStep.confirmTotp(db, user.id, { secret: totp.secret, step: step!, now, since, hashes });
  if (!isOn) throw notBegun();
  await mailOwner(deps, user, twoStepOnMail);
  return codes;
}

const notBegun = () => new Conflict(words.notBegun, "two_step_not_begun");

function recoveryCodes() {
  const codes = newRecoveryCodes();
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** Asks for a code or the password, whichever is given. */
async function assertCodeOrPassword(
  deps: Parts & Pick<Deps, "passwords">,
  user: User,
  { code, password, caller }: CodeOrPassword & { caller: Caller },
): Promise<void> {
  if (!(await twoStep.findTotp(deps.db, user.id))?.confirmedAt) throw notOn();
  if (code && await checkCode(deps, user.id, { code, caller })) return;
  if (!password) throw wrongCode();
  await assertPassword(deps, user, { password, caller });
}

/**
 * Makes new recovery codes, in place of those there are, and tells their owner by mail.
 *
 * @throws BadRequest for a wrong code or password, Conflict where the codes are not on, TooMany
 */
export async function renewRecoveryCodes(
  deps: Parts & Pick<Deps, "passwords">,
  user: User,
  proof: CodeOrPassword & { caller: Caller },
): Promise<string[]> {
  await assertCodeOrPassword(deps, user, proof);
  const { codes, hashes } = recoveryCodes();
  await twoStep.saveRecoveryCodes(deps.db, user.id, hashes);
  await mailOwner(deps, user, recoveryCodesReplacedMail);
  return codes;
}

/**
 * Turns the codes off, and tells their owner by mail.
 *
 * @throws BadRequest for a wrong code or password, Conflict where they are not on, TooMany
 */
export async function endTwoStep(
  deps: Parts & Pick<Deps, "passwords">,
  user: User,
  proof: CodeOrPassword & { caller: Caller },
): Promise<void> {
  await assertCodeOrPassword(deps, user, proof);
  if (await twoStep.deleteTotp(deps.db, user.id)) await mailOwner(deps, user, twoStepOffMail);
}

/** The same by an operator, with the row of the audit log. @throws Conflict where they are not on */
export async function endTwoStepOf(
  deps: Pick<Parts, "config" | "db" | "mailer">,
  owner: Pick<User, "id" | "name" | "email">,
  audit: NewAuditRow,
): Promise<void> {
  if (!await twoStep.deleteTotp(deps.db, owner.id, audit)) throw notOn();
  await mailOwner(deps, owner, twoStepOffByOperatorMail);
}

/**
 * Signs in with the ticket of the first step and a code.
 *
 * @throws BadRequest for a wrong code, or a ticket that is used, expired, unknown or was tried too often; TooMany
 */
export async function logInWithCode(
  deps: Parts & Pick<Deps, "broadcast">,
  { ticket, code }: CodeLogin,
  caller: Caller,
): Promise<SignedIn> {
  const { db, clock } = deps;
  const wanted = { hash: hashToken(ticket), kind: "twoStep" as const, now: clock() };
  const tried = await tryTicket(db, { ...wanted, max: accountLimits.twoStep.tries });
  if (!tried?.userId) throw expired();
  const { userId, data } = tried;
  if (!await checkCode(deps, userId, { code, caller })) throw wrongCode();
  if (!await takeTicket(db, wanted)) throw expired();
  const passwordHash = data.passwordHash as string | undefined;
  const signedIn = await signIn(deps, userId, { caller, passwordHash, isTwoStep: true });
  if (signedIn.twoFactor) throw new Error("the code was given");
  return signedIn;
}

const expired = () => new BadRequest(words.expired, "two_step_expired");
