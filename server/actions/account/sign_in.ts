import * as accountLimits from "../../contract/account/limits.ts";
import { listKnownBrowsers } from "../../../db/account/known_browsers.ts";
import type { NewMail } from "../../../db/notices/mail_queue.ts";
import { insertTicket } from "../../../db/account/tickets.ts";
import { findTotp } from "../../../db/account/two_step.ts";
import { findSignInState, findUser } from "../../../db/people/users.ts";
import { deviceName } from "../../auth/device.ts";
import { browserHash, knownBrowserOf } from "../../auth/known_browsers.ts";
import { type Caller, openSession, type Proof } from "../../auth/sessions.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import type { Authenticated, TwoStepNeeded } from "../../contract/account/auth.ts";
import { accountTexts, loginServerTexts, loginTexts, twoStepTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Forbidden } from "../../errors.ts";
import { newBrowserMail } from "../../mail/credential_mails.tsx";
import { assertMayGiveCode, isWithin } from "../../rate_limits.ts";
import { accountPaths } from "../../contract/account/paths.ts";

export type SignedIn = Authenticated & { token: string; twoFactor?: undefined };

type Parts = Pick<Deps, "config" | "db" | "clock" | "limiter" | "mailer" | "broadcast">;

/**
 * Starts a session of someone who has proven who they are, by whatever way. Somebody with two-step codes who has not
 * given one gets a ticket in place of the session, with which they give it. Of a browser that is new to their account
 * they are told by mail, unless it is the first.
 *
 * @throws Forbidden where the account is disabled, BadRequest where it is gone or has another password by now, TooMany
 * after too many wrong codes
 */
export async function signIn(
  deps: Parts,
  userId: string,
  { caller, ...proof }: { caller: Caller } & Proof,
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

/** What its owner is told where somebody signs in by a browser that is new to the account; a few times a day at most. */
async function mailOfNewBrowser(
  { config, db, limiter, mailer }: Parts,
  userId: string,
  caller: Caller,
): Promise<NewMail | undefined> {
  const known = await listKnownBrowsers(db, userId);
  if (known.length === 0 || known.includes(browserHash(userId, caller) ?? "")) return undefined;
  const owner = await findUser(db, userId);
  if (!owner || !await isWithin(limiter, "newBrowserMail", userId)) return undefined;
  const content = newBrowserMail({
    site: config.site,
    name: owner.name,
    browser: deviceName(caller.device ?? null),
    address: caller.address,
    url: config.publicUrl + accountPaths.accountTab("sessions"),
  });
  return mailer.rowOf({ to: owner.email, ...content });
}

/** @throws TooMany after too many wrong codes */
async function askForCode(
  { db, clock, limiter }: Pick<Deps, "db" | "clock" | "limiter">,
  userId: string,
  { caller, passwordHash }: { caller: Caller; passwordHash?: string },
) {
  // They may have been turned off in this moment: then the session that was refused is asked for again.
  if (!(await findTotp(db, userId))?.confirmedAt) throw new BadRequest(twoStepTexts.expired, "two_step_expired");
  await assertMayGiveCode(limiter, { userId, browser: await knownBrowserOf(db, userId, caller) });
  const ticket = newToken();
  const expiresAt = clock() + accountLimits.twoStep.lifetime;
  const data = { passwordHash };
  await db.write([insertTicket(db, { hash: hashToken(ticket), kind: "twoStep", userId, data, expiresAt })]);
  return { twoFactor: true as const, ticket, message: twoStepTexts.needed };
}
