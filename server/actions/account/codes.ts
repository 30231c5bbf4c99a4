/** Codes of an app, and recovery codes: given as the second step of a login, or by people who are signed in. */
import * as twoStep from "../../../db/account/two_step.ts";
import { findUser } from "../../../db/people/users.ts";
import { knownBrowserOf } from "../../auth/browsers.ts";
import type { Caller } from "../../auth/sessions.ts";
import { hashToken } from "../../auth/tokens.ts";
import { normalizeRecoveryCode, stepOf } from "../../auth/totp.ts";
import { twoStepTexts as words } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";
import { recoveryCodeUsedMail, type twoStepOnMail, wrongCodesMail } from "../../mail/credential_mails.tsx";
import { limitCodes } from "../../rate_limits.ts";
import { mailOwner } from "./owner_mail.ts";

type CodeDeps = Pick<Deps, "config" | "db" | "clock" | "limiter" | "mailer">;

export const wrongCode = () =>
  new BadRequest(words.wrongCode, "invalid_code", { issues: [{ path: "code", message: words.wrongCode }] });

export const hashRecoveryCode = (code: string) => hashToken(normalizeRecoveryCode(code));

/** Uses up a code of the app or a recovery code; of the latter its owner is told by mail. */
async function takeCode(deps: CodeDeps, userId: string, code: string) {
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

/**
 * Checks a code of somebody who has given their password, or is signed in. After ten wrong ones they are told by mail,
 * since somebody else may have got so far, and no other is taken for an hour.
 *
 * @throws TooMany
 */
export async function checkCode(
  deps: CodeDeps,
  userId: string,
  { code, caller }: { code: string; caller: Caller },
): Promise<boolean> {
  const source = { userId, browser: await knownBrowserOf(deps.db, userId, caller) };
  const checked = await limitCodes(deps.limiter, source, () => takeCode(deps, userId, code));
  if (checked === "last") await mailTo(deps, userId, wrongCodesMail);
  return checked === "right";
}

async function mailTo(deps: CodeDeps, userId: string, content: typeof twoStepOnMail): Promise<void> {
  const owner = await findUser(deps.db, userId);
  if (owner) await mailOwner(deps, owner, content);
}
