import { clearVerifyBy, findCredentials, removeUnverified } from "../../../db/account/accounts.ts";
import { changeEmailByLink, findLink, verifyByLink } from "../../../db/account/tokens.ts";
import { conflict } from "../../../db/engine/client.ts";
import { findGroupOfNewcomer } from "../../../db/groups/invite_links.ts";
import { findUser } from "../../../db/people/users.ts";
import { mailLink, newLink, sendMail } from "./owner_mail.ts";
import { assertPassword } from "./passwords.ts";
import { assertOfDomains, emailExists } from "./registration.ts";
import { joinAsRegistered } from "../groups/invite_links.ts";
import { hashToken } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { accountPaths, loginPaths } from "../../contract/account/paths.ts";
import { Address, EmailChange, LinkToken, VerifyQuery } from "../../contract/account/shapes.ts";
import { accountTexts, verifyServerTexts as words, verifyTexts } from "../../contract/account/texts.ts";
import { tokenIn } from "../../contract/site/paths.ts";
import { Done } from "../../contract/site/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";
import { addressTakenMail, emailChangedMail, emailChangeMail, emailRequestedMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";
import { limitMail } from "../../rate_limits.ts";

interface Verified {
  userId: string;
  /** The group of the invite link by which they registered, which they have joined. */
  groupId?: string;
}

/** @throws BadRequest */
export async function verify(deps: Deps, token: string | undefined): Promise<Verified> {
  const { db, clock } = deps;
  if (!token) throw new BadRequest(verifyTexts.noToken, "no_token");
  const hash = hashToken(token);
  const verified = await verifyByLink(db, hash, clock());
  if (verified?.before || !verified && (await findLink(db, hash, "verify"))?.usedAt) {
    throw new BadRequest(words.alreadyVerified, "already_verified");
  }
  if (!verified) throw new BadRequest(words.invalidToken, "invalid_token");
  const { userId, inviteId } = verified;
  return { userId, groupId: inviteId ? await joinAsRegistered(deps, userId, inviteId) : undefined };
}

export const verifyEmail = operation({
  call: "GET /auth/verify-email",
  summary: "Verifies an address by the token of a mailed link",
  access: "anyone",
  takes: VerifyQuery,
  says: words.success,
  fails: { 400: ["no_token", "already_verified", "invalid_token"] },
  form: { path: accountPaths.verifyEmail, to: ({ search }) => accountPaths.verifyEmail + search },
  run: async ({ deps }, { token }) => void await verify(deps, token),
});

/** The answer does not tell whether there is such an account. */
export const resendVerification = operation({
  call: "POST /auth/resend-verification",
  summary: "Mails a new verification link to an address that awaits one",
  access: "anyone",
  takes: Address,
  says: verifyTexts.resent,
  form: {
    path: loginPaths.resendVerification,
    to: (_sent, answer) => answer ? loginPaths.login : loginPaths.requestVerification,
  },
  async run({ deps, caller: { address } }, { email }) {
    await limitMail(deps.limiter, { email, address });
    if (!deps.config.requireEmailVerification) return;
    const known = await findCredentials(deps.db, email);
    if (known?.verifiedAt !== null) return;
    const group = await findGroupOfNewcomer(deps.db, { userId: known.id }, deps.clock());
    await mailLink(deps, "verify", { ...known, email, groupName: group?.groupName });
  },
});

/** A few in each commit, so that others write in between. Where none is required, they lose their deadline for good. */
export async function sweepUnverified({ config, db, clock, log }: Deps, stopped: AbortSignal): Promise<void> {
  const { batch } = accountLimits.unverified;
  const sweep = () => config.requireEmailVerification ? removeUnverified(db, clock(), batch) : clearVerifyBy(db, batch);
  let accounts = 0;
  for (let done = batch; done === batch && !stopped.aborted;) accounts += done = await sweep();
  if (accounts > 0 && config.requireEmailVerification) log.info({ accounts }, "unverified accounts removed");
}

const resetUrl = ({ config }: Deps) => config.publicUrl + loginPaths.forgotPassword;

/** Where another account has the new one, its owner gets a mail: the answer does not tell that there is one. */
export const changeEmail = operation({
  call: "PUT /auth/email",
  summary: "Mails a link to a new address, by which it becomes the caller's",
  access: "signedIn",
  takes: EmailChange,
  says: accountTexts.emailRequested,
  fails: { 400: ["same_email", "email_domain", "no_password", "invalid_password"] },
  form: { path: accountPaths.changeEmail, to: () => accountPaths.account },
  async run({ deps, user, caller }, { email, password }) {
    const { db, limiter, mailer, config: { site } } = deps;
    if (email === user.email) throw new BadRequest(accountTexts.sameEmail, "same_email");
    assertOfDomains(deps.config, email);
    await assertPassword(deps, user, { password, caller });
    await limitMail(limiter, { email, address: caller.address });
    const isTaken = await findCredentials(db, email) !== undefined;
    const { url, stored } = newLink(deps, "email", { userId: user.id, email });
    const mail = isTaken ? addressTakenMail({ site }) : emailChangeMail({ site, name: user.name, url });
    await db.write([
      mailer.enqueue({ to: email, ...mail }),
      ...user.email === null ? [] : [
        mailer.enqueue({
          to: user.email,
          ...emailRequestedMail({ site, name: user.name, email, url: resetUrl(deps) }),
        }),
      ],
      ...(isTaken ? [] : [stored]),
    ]);
    mailer.wake();
  },
});

export const confirmEmail = operation({
  call: "POST /auth/confirm-email",
  summary: "Makes a new address the account's, by the token of the mailed link",
  access: "anyone",
  takes: LinkToken,
  gives: Done,
  fails: { 400: ["invalid_token"], 409: ["email_exists"] },
  form: {
    path: accountPaths.confirmEmail,
    read: ({ search }) => ({ token: tokenIn(search) }),
    to: ({ search }) => accountPaths.confirmEmail + search,
  },
  async run({ deps }, { token }) {
    const { db, clock, config: { site } } = deps;
    const changed = await changeEmailByLink(db, hashToken(token), clock()).catch((error) => {
      if (conflict(error).includes("email")) throw emailExists();
      throw error;
    });
    if (!changed) throw new BadRequest(accountTexts.invalidEmailLink, "invalid_token");
    const { userId, former, email } = changed;
    const name = (await findUser(db, userId))?.name;
    await sendMail(deps, former, emailChangedMail({ site, name, email, url: resetUrl(deps) }));
    return { message: accountTexts.emailChanged(email) };
  },
});
