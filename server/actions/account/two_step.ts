import { takeTicket, tryTicket } from "../../../db/account/tokens.ts";
import * as twoStep from "../../../db/account/two_step.ts";
import type { NewAuditRow } from "../../../db/operator/audit.ts";
import { signInByTwoSteps, signInFails } from "./login.ts";
import { mailOwner } from "./owner_mail.ts";
import { assertPassword } from "./passwords.ts";
import {
  assertRecentlyAuthenticated,
  checkCode,
  hashRecoveryCode,
  reauthenticationFails,
  wrongCode,
} from "./reauthentication.ts";
import type { Caller } from "../../auth/sessions.ts";
import { hashToken, newRecoveryCodes, newSecret, secretUrl, stepOf } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { accountPaths, toAccountSection } from "../../contract/account/paths.ts";
import {
  CodeLogin,
  CodeOrPasswordForm,
  FirstCode,
  NewSecret,
  Reauthentication,
  RecoveryCodes,
  SignedIn,
  type TwoStepState,
} from "../../contract/account/shapes.ts";
import { twoStepTexts as words } from "../../contract/account/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict } from "../../errors.ts";
import {
  recoveryCodesReplacedMail,
  twoStepOffByOperatorMail,
  twoStepOffMail,
  twoStepOnMail,
} from "../../mail/account_mails.tsx";
import { qrCode } from "../../media/pictures.ts";
import { operation } from "../../operation.ts";
import { limitCodes } from "../../rate_limits.ts";

export async function twoStepState({ db }: Deps, userId: string): Promise<TwoStepState> {
  const on = Boolean((await twoStep.findTotp(db, userId))?.confirmedAt);
  return { on, recoveryCodes: on ? await twoStep.countRecoveryCodes(db, userId) : 0 };
}

const describeSecret = (
  { site }: Deps["config"],
  secret: string,
  { email, username }: Pick<User, "email" | "username">,
): NewSecret => {
  const url = secretUrl(secret, { issuer: site.name, label: email ?? username });
  return { secret, url, qr: qrCode(url) };
};

export async function findNewSecret({ config, db, clock }: Deps, user: User): Promise<NewSecret | undefined> {
  const totp = await twoStep.findTotp(db, user.id);
  return totp && isWaiting(totp, clock()) ? describeSecret(config, totp.secret, user) : undefined;
}

const isWaiting = ({ createdAt, confirmedAt }: { createdAt: number; confirmedAt: number | null }, now: number) =>
  confirmedAt === null && now - createdAt < accountLimits.twoStep.setUp;

const alreadyOn = () => new Conflict(words.alreadyOn, "two_step_on");
const notOn = () => new Conflict(words.notOn, "two_step_off");
const notBegun = () => new Conflict(words.notBegun, "two_step_not_begun");

const to = toAccountSection("two-step");

export const beginTwoStep = operation({
  call: "POST /auth/totp",
  summary: "Makes a secret for the caller's app, to be confirmed by its first code",
  access: "signedIn",
  takes: Reauthentication,
  gives: NewSecret,
  limit: "newKey",
  isSecret: true,
  fails: { ...reauthenticationFails, 409: ["two_step_on"] },
  form: { path: accountPaths.setUpTwoStep, to },
  async run({ deps, session, user, caller }, proof) {
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    const secret = newSecret();
    if (!await twoStep.saveSecret(deps.db, user.id, { secret, now: deps.clock() })) throw alreadyOn();
    return describeSecret(deps.config, secret, user);
  },
});

function recoveryCodes() {
  const codes = newRecoveryCodes();
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** The recovery codes in its answer are stored nowhere. */
export const confirmTwoStep = operation({
  call: "POST /auth/totp/confirm",
  summary: "Turns the codes on by the first one; the recovery codes are answered this once",
  access: "signedIn",
  takes: FirstCode,
  gives: { recoveryCodes: RecoveryCodes },
  says: words.on,
  isSecret: true,
  fails: { 400: ["invalid_code"], 409: ["two_step_on", "two_step_not_begun"] },
  form: { path: accountPaths.twoStepForm("confirm"), to },
  async run({ deps, user }, { code }) {
    const { db, clock, limiter } = deps;
    const now = clock();
    const totp = await twoStep.findTotp(db, user.id);
    if (totp?.confirmedAt) throw alreadyOn();
    if (!totp || !isWaiting(totp, now)) throw notBegun();
    const step = stepOf(totp.secret, code, now);
    const checked = await limitCodes(limiter, { userId: user.id }, () => Promise.resolve(step !== undefined));
    if (checked !== "right") throw wrongCode();
    const { codes, hashes } = recoveryCodes();
    const since = now - accountLimits.twoStep.setUp;
    const isOn = await twoStep.confirmTotp(db, user.id, { secret: totp.secret, step: step!, now, since, hashes });
    if (!isOn) throw notBegun();
    await mailOwner(deps, user, twoStepOnMail);
    return { recoveryCodes: codes };
  },
});

async function assertCodeOrPassword(
  deps: Deps,
  user: User,
  { code, password, caller }: Reauthentication & { caller: Caller },
): Promise<void> {
  if (!(await twoStep.findTotp(deps.db, user.id))?.confirmedAt) throw notOn();
  if (code && await checkCode(deps, user.id, { code, caller })) return;
  if (!password) throw wrongCode();
  await assertPassword(deps, user, { password, caller });
}

const codeOrPasswordFails = { 400: ["invalid_code", "invalid_password", "no_password"], 409: ["two_step_off"] };

export const renewRecoveryCodes = operation({
  call: "POST /auth/totp/recovery-codes",
  summary: "Makes new recovery codes, by a code or the password",
  access: "signedIn",
  takes: Reauthentication,
  gives: { recoveryCodes: RecoveryCodes },
  says: words.recoveryReplaced,
  isSecret: true,
  fails: codeOrPasswordFails,
  form: { path: accountPaths.twoStepForm("codes"), takes: CodeOrPasswordForm, to },
  async run({ deps, user, caller }, proof) {
    await assertCodeOrPassword(deps, user, { ...proof, caller });
    const { codes, hashes } = recoveryCodes();
    await twoStep.saveRecoveryCodes(deps.db, user.id, hashes);
    await mailOwner(deps, user, recoveryCodesReplacedMail);
    return { recoveryCodes: codes };
  },
});

export const endTwoStep = operation({
  call: "DELETE /auth/totp",
  summary: "Turns the codes off, by a code or the password",
  access: "signedIn",
  takes: Reauthentication,
  says: words.turnedOff,
  fails: codeOrPasswordFails,
  form: { path: accountPaths.twoStepForm("off"), takes: CodeOrPasswordForm, to },
  async run({ deps, user, caller }, proof) {
    await assertCodeOrPassword(deps, user, { ...proof, caller });
    if (await twoStep.deleteTotp(deps.db, user.id)) await mailOwner(deps, user, twoStepOffMail);
  },
});

export async function endTwoStepOf(
  deps: Deps,
  owner: Pick<User, "id" | "name" | "email">,
  audit: NewAuditRow,
): Promise<void> {
  if (!await twoStep.deleteTotp(deps.db, owner.id, audit)) throw notOn();
  await mailOwner(deps, owner, twoStepOffByOperatorMail);
}

const expired = () => new BadRequest(words.expired, "two_step_expired");

export const logInWithCode = operation({
  call: "POST /auth/totp/login",
  summary: "Signs in with a login's ticket and a code, and sets the cookie",
  access: "anyone",
  takes: CodeLogin,
  gives: SignedIn,
  fails: { ...signInFails, 400: [...signInFails[400], "two_step_expired", "invalid_code"] },
  form: { path: accountPaths.loginCode, to: () => accountPaths.loginCode },
  async run({ deps, caller }, { ticket, code }) {
    const { db, clock } = deps;
    const key = { hash: hashToken(ticket), kind: "twoStep" as const, now: clock() };
    const tried = await tryTicket(db, { ...key, max: accountLimits.twoStep.tries });
    if (!tried?.userId) throw expired();
    const { userId, data } = tried;
    if (!await checkCode(deps, userId, { code, caller })) throw wrongCode();
    if (!await takeTicket(db, key)) throw expired();
    return await signInByTwoSteps(deps, userId, { caller, passwordHash: data.passwordHash as string | undefined });
  },
});
