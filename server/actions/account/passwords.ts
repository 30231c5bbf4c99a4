import { changePassword as storePassword, findCredentials, findPasswordHash } from "../../../db/account/accounts.ts";
import { findLink, setPasswordByLink as setPassword } from "../../../db/account/tokens.ts";
import { findUser } from "../../../db/people/users.ts";
import { mailLink, sendMail } from "./owner_mail.ts";
import { joinAsRegistered } from "../groups/invite_links.ts";
import { judgePassword, weaknessOf } from "../../auth/passwords.ts";
import { browserHash, type Caller, endUserOnFailure, knownBrowserOf } from "../../auth/sessions.ts";
import { hashToken } from "../../auth/secrets.ts";
import { accountPaths, loginPaths } from "../../contract/account/paths.ts";
import { passwordStrength } from "../../contract/account/rules.ts";
import {
  ForgottenBy,
  PasswordChange,
  PasswordChangeForm,
  PasswordReset,
  PasswordResetForm,
  PasswordToCheck,
  PasswordVerdict,
} from "../../contract/account/shapes.ts";
import {
  accountTexts,
  loginServerTexts,
  passwordTexts as words,
  resetServerTexts,
} from "../../contract/account/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { tokenIn } from "../../contract/site/paths.ts";
import { Done } from "../../contract/site/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";
import { passwordChangedMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";
import { clearLogins, limitLogin, limitMail } from "../../rate_limits.ts";

const wrongPassword = () => new BadRequest(loginServerTexts.invalidPassword, "invalid_password");

/** A wrong one counts as a failed login. @returns the hash that it was checked against @throws BadRequest, TooMany */
export async function assertPassword(
  { db, limiter, passwords }: Deps,
  { id }: Pick<User, "id">,
  { password, caller }: { password: string; caller: Caller },
): Promise<string> {
  const hash = await findPasswordHash(db, id);
  if (!hash) throw new BadRequest(accountTexts.noPassword, "no_password");
  const source = { account: id, address: caller.address, browser: await knownBrowserOf(db, id, caller) };
  const isRight = await limitLogin(limiter, source, () => passwords.verify(hash, password));
  if (!isRight) throw wrongPassword();
  return hash;
}

export const checkPassword = operation({
  call: "POST /users/check-password",
  summary: "How strong a new password would be, and why it is weak where it is a common one or the owner's name",
  access: "anyone",
  takes: PasswordToCheck,
  gives: PasswordVerdict,
  countedAs: { limit: "checkPassword", byAddress: true },
  isSecret: true,
  async run(_, { password, email, fullname }) {
    const weakness = await weaknessOf(password, { email, fullName: fullname });
    return { strength: weakness ? "Weak" : passwordStrength(password), reason: weakness ? words.weak[weakness] : null };
  },
});

export const changePassword = operation({
  call: "PUT /auth/password",
  summary: "Changes the caller's password, and ends their other sessions",
  access: "signedIn",
  takes: PasswordChange,
  gives: Done,
  fails: { 400: ["no_password", "invalid_password", "common_password"] },
  form: {
    path: accountPaths.changePassword,
    takes: PasswordChangeForm,
    says: ({ message }) => message,
    to: () => accountPaths.account,
  },
  async run({ deps, session: { hash: currentHash, user }, caller }, { currentPassword, newPassword }) {
    const { db, passwords, broadcast, config: { site } } = deps;
    const former = await assertPassword(deps, user, { password: currentPassword, caller });
    const warning = await judgePassword(deps, newPassword, { owner: user, field: "newPassword" });
    const passwordHash = await passwords.hash(newPassword);
    const browser = browserHash(user.id, caller);
    const ended = await storePassword(db, user.id, { former, passwordHash, currentHash, browser })
      .catch(endUserOnFailure(deps, user.id));
    if (!ended) throw wrongPassword();
    ended.forEach(broadcast.endSession);
    await sendMail(deps, user.email, passwordChangedMail({ site, name: user.name }));
    return { message: [accountTexts.passwordChanged, warning].filter(Boolean).join(". ") };
  },
});

export const requestPasswordReset = operation({
  call: "POST /auth/forgot-password",
  summary: "Mails a link to choose a new password",
  access: "anyone",
  takes: ForgottenBy,
  says: resetServerTexts.requested,
  form: { path: loginPaths.forgotPassword, to: () => `${loginPaths.forgotPassword}?sent` },
  async run({ deps, caller: { address } }, { email }) {
    const known = await findCredentials(deps.db, email);
    await limitMail(deps.limiter, { email: known?.email ?? email, address });
    if (known?.email) await mailLink(deps, "reset", { ...known, email: known.email });
  },
});

interface NewPasswordByLink {
  hash: string;
  password: string;
  address: string;
}

/** Ends all sessions. @returns no owner where the link is not good, or not any more @throws BadRequest */
export async function setPasswordByLink(
  { db, clock, limiter, passwords, broadcast, config }: Deps,
  kind: "reset" | "card",
  { hash, password, address }: NewPasswordByLink,
) {
  const link = await findLink(db, hash, kind);
  // Checked before the password is hashed, which is expensive; checked again by the write itself.
  if (!link || link.usedAt || link.expiresAt <= clock()) return {};
  const warning = await judgePassword({ config }, password, { owner: await findUser(db, link.userId) ?? {} });
  const passwordHash = await passwords.hash(password);
  // Also where the write fails, since it may be stored all the same.
  const owner = await setPassword(db, hash, { kind, passwordHash, now: clock() })
    .finally(() => broadcast.endUser(link.userId));
  if (owner) await clearLogins(limiter, { account: owner.id, address });
  return { owner, warning, passwordHash };
}

const invalidLink = () => new BadRequest(resetServerTexts.invalidToken, "invalid_token");

export const resetPassword = operation({
  call: "POST /auth/reset-password",
  summary: "Sets a new password by a mailed link, and ends every session of the account",
  access: "anyone",
  takes: PasswordReset,
  gives: Done,
  fails: { 400: ["invalid_token", "common_password"] },
  form: {
    path: accountPaths.resetPassword,
    takes: PasswordResetForm,
    read: ({ fields, search }) => ({ ...fields, token: tokenIn(search) }),
    says: ({ message }) => message,
    to: () => loginPaths.login,
  },
  async run({ deps, caller: { address } }, { token, password }) {
    const { owner, warning } = await setPasswordByLink(deps, "reset", { hash: hashToken(token), password, address });
    if (!owner) throw invalidLink();
    if (owner.inviteId) await joinAsRegistered(deps, owner.id, owner.inviteId);
    const sentences = [resetServerTexts.success, owner.lostCredentials && accountTexts.credentialsRemoved, warning];
    return { message: sentences.filter(Boolean).join(". ") };
  },
});
