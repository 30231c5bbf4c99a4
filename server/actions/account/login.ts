import { findCredentials, findSignInState } from "../../../db/account/accounts.ts";
import { listKnownBrowsers } from "../../../db/account/sessions.ts";
import { insertTicket } from "../../../db/account/tokens.ts";
import { findTotp } from "../../../db/account/two_step.ts";
import type { NewMail } from "../../../db/notices/mail_queue.ts";
import { findUser } from "../../../db/people/users.ts";
import {
  browserHash,
  type Caller,
  deviceName,
  knownBrowserOf,
  openSession,
  type SignInProof,
} from "../../auth/sessions.ts";
import { hashToken, newToken } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { accountPaths, loginPaths } from "../../contract/account/paths.ts";
import { Login, LoginAnswer, type SignedIn, type TwoStepNeeded } from "../../contract/account/shapes.ts";
import { accountTexts, loginServerTexts, loginTexts, logoutTexts, twoStepTexts } from "../../contract/account/texts.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Forbidden, NotFound } from "../../errors.ts";
import { newBrowserMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";
import { assertMayGiveCode, isWithin, limitLogin } from "../../rate_limits.ts";

export const signInFails = { 400: ["invalid_password"], 403: ["account_disabled"] };

export function assertVerified({ config }: Deps, { verifiedAt }: { verifiedAt: number | null }): void {
  if (!config.requireEmailVerification || verifiedAt !== null) return;
  throw new Forbidden(loginServerTexts.unverified, "email_unverified");
}

/** @throws Forbidden for a disabled account, BadRequest where it is gone or has another password by now, TooMany */
export async function signIn(
  deps: Deps,
  userId: string,
  { caller, ...proof }: { caller: Caller } & SignInProof,
): Promise<SignedIn | TwoStepNeeded> {
  const { db, broadcast, limiter, mailer } = deps;
  const mail = await mailOfNewBrowser(deps, userId, caller);
  const opened = await openSession(deps, userId, { caller, mail, ...proof });
  if (opened) {
    opened.ended.forEach(broadcast.endSession);
    if (mail) mailer.wake();
    return { message: loginTexts.success, token: opened.token, user: (await findUser(db, userId))! };
  }
  if (mail) await limiter.giveBack("newBrowserMail", userId);
  const state = await findSignInState(db, userId);
  if (state?.disabledAt) throw new Forbidden(accountTexts.disabled, "account_disabled");
  const isGone = !state || state.deletedAt !== null;
  const hasOtherPassword = proof.passwordHash !== undefined && proof.passwordHash !== state?.passwordHash;
  if (isGone || hasOtherPassword || proof.isTwoStep) {
    throw new BadRequest(loginServerTexts.invalidPassword, "invalid_password");
  }
  return await askForCode(deps, userId, { caller, passwordHash: proof.passwordHash });
}

export async function signInByTwoSteps(
  deps: Deps,
  userId: string,
  { caller, passwordHash }: { caller: Caller; passwordHash?: string },
): Promise<SignedIn> {
  const answer = await signIn(deps, userId, { caller, passwordHash, isTwoStep: true });
  if ("ticket" in answer) throw new Error("both steps were taken");
  return answer;
}

async function mailOfNewBrowser(
  { config, db, limiter, mailer }: Deps,
  userId: string,
  caller: Caller,
): Promise<NewMail | undefined> {
  const known = await listKnownBrowsers(db, userId);
  if (known.length === 0 || known.includes(browserHash(userId, caller) ?? "")) return undefined;
  const owner = await findUser(db, userId);
  if (!owner?.email || !await isWithin(limiter, "newBrowserMail", userId)) return undefined;
  const content = newBrowserMail({
    site: config.site,
    name: owner.name,
    browser: deviceName(caller.device ?? null),
    address: caller.address,
    url: config.publicUrl + accountPaths.accountTab("sessions"),
  });
  return mailer.rowOf({ to: owner.email, ...content });
}

async function askForCode(
  { db, clock, limiter }: Deps,
  userId: string,
  { caller, passwordHash }: { caller: Caller; passwordHash?: string },
): Promise<TwoStepNeeded> {
  // They may have been turned off in this moment: then the session that was refused is asked for again.
  if (!(await findTotp(db, userId))?.confirmedAt) throw new BadRequest(twoStepTexts.expired, "two_step_expired");
  await assertMayGiveCode(limiter, { userId, browser: await knownBrowserOf(db, userId, caller) });
  const ticket = newToken();
  const expiresAt = clock() + accountLimits.twoStep.lifetime;
  const data = { passwordHash };
  await db.write([insertTicket(db, { hash: hashToken(ticket), kind: "twoStep", userId, data, expiresAt })]);
  return { twoFactor: true, ticket, message: twoStepTexts.needed };
}

/** An unknown address takes as long as a wrong password. */
export const logIn = operation({
  call: "POST /auth/login",
  summary: "Signs in, and sets the cookie; or asks for a code, where two-step codes are on",
  access: "anyone",
  takes: Login,
  gives: LoginAnswer,
  fails: {
    400: [...signInFails[400], "two_step_expired"],
    403: [...signInFails[403], "email_unverified"],
    404: ["user_not_found"],
  },
  form: { path: loginPaths.login, to: () => sitePaths.dashboard },
  async run({ deps, caller }, { email, password }) {
    const { db, limiter, passwords } = deps;
    const known = await findCredentials(db, email);
    const check = () => passwords.verify(known?.passwordHash, password);
    const browser = known && await knownBrowserOf(db, known.id, caller);
    const account = known?.id ?? email;
    const isRight = await limitLogin(limiter, { account, address: caller.address, browser }, check);
    if (!known) throw new NotFound(loginServerTexts.userNotFound, "user_not_found");
    if (!isRight) throw new BadRequest(loginServerTexts.invalidPassword, "invalid_password");
    assertVerified(deps, known);
    return await signIn(deps, known.id, { caller, passwordHash: known.passwordHash });
  },
});

/** Done by its doors, which know the browser's cookies. */
export const logOut = operation({
  call: "POST /auth/logout",
  summary: "Ends this session",
  access: "anyone",
  says: logoutTexts.success,
  form: { path: accountPaths.logout, to: () => sitePaths.home },
});
