import { changeEmailByLink, changePassword as storePassword, findPasswordHash } from "../../../db/account/accounts.ts";
import { conflict } from "../../../db/engine/client.ts";
import { findCredentials, findUser } from "../../../db/people/users.ts";
import { browserHash, knownBrowserOf } from "../../auth/known_browsers.ts";
import { newLink } from "../../auth/links.ts";
import { type Caller, endUserOnFailure, type Session } from "../../auth/sessions.ts";
import { hashToken } from "../../auth/tokens.ts";
import { accountTexts, loginServerTexts, registerServerTexts } from "../../contract/account/texts.ts";
import type { EmailChange, PasswordChange } from "../../contract/account/auth.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict } from "../../errors.ts";
import {
  addressTakenMail,
  emailChangedMail,
  emailChangeMail,
  emailRequestedMail,
  passwordChangedMail,
} from "../../mail/account_mails.tsx";
import { limitLogin, limitMail } from "../../rate_limits.ts";
import { judgePassword } from "./passwords.ts";
import { assertOfDomains } from "./registration.ts";
import { accountPaths } from "../../contract/account/paths.ts";

type Parts = Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "mailer">;

/**
 * Checks the password of somebody who is signed in; a wrong one counts as a failed login.
 *
 * @returns the hash that it was checked against
 * @throws BadRequest for a wrong password, or where the account has none, TooMany after too many failures
 */
export async function assertPassword(
  { db, limiter, passwords }: Pick<Deps, "db" | "limiter" | "passwords">,
  { id, email }: User,
  { password, caller }: { password: string; caller: Caller },
): Promise<string> {
  const hash = await findPasswordHash(db, id);
  if (!hash) throw new BadRequest(accountTexts.noPassword, "no_password");
  const source = { email, address: caller.address, browser: await knownBrowserOf(db, id, caller) };
  const isRight = await limitLogin(limiter, source, () => passwords.verify(hash, password));
  if (!isRight) throw new BadRequest(loginServerTexts.invalidPassword, "invalid_password");
  return hash;
}

/**
 * Changes the caller's password, and ends all their other sessions; their owner is told by mail.
 *
 * @returns the text to show
 * @throws BadRequest for a wrong password, where it was changed meanwhile, or where the operator refuses such a new one,
 * TooMany after too many failures
 */
export async function changePassword(
  deps: Parts & Pick<Deps, "broadcast">,
  { hash: currentHash, user }: Session,
  { currentPassword, newPassword }: PasswordChange,
  caller: Caller,
): Promise<string> {
  const { db, passwords, broadcast, mailer } = deps;
  const former = await assertPassword(deps, user, { password: currentPassword, caller });
  const warning = await judgePassword(deps, newPassword, { owner: user, field: "newPassword" });
  const passwordHash = await passwords.hash(newPassword);
  const browser = browserHash(user.id, caller);
  const ended = await storePassword(db, user.id, { former, passwordHash, currentHash, browser })
    .catch(endUserOnFailure(deps, user.id));
  if (!ended) throw new BadRequest(loginServerTexts.invalidPassword, "invalid_password");
  ended.forEach(broadcast.endSession);
  await db.write([
    mailer.enqueue({ to: user.email, ...passwordChangedMail({ site: deps.config.site, name: user.name }) }),
  ]);
  mailer.wake();
  return warning ? `${accountTexts.passwordChanged} ${warning}` : accountTexts.passwordChanged;
}

/**
 * Mails a link to a new address, by which it becomes the caller's, and a note to the present one. Where another account
 * has it, that one's owner is told instead: the answer does not tell who has an account.
 *
 * @throws BadRequest for a wrong password, or for the address they have or one outside the operator's domains, TooMany after too many failures or mails
 */
export async function requestEmailChange(
  deps: Parts,
  user: User,
  { email, password }: EmailChange,
  caller: Caller,
): Promise<void> {
  const { config, db, clock, limiter, mailer } = deps;
  if (email === user.email) throw new BadRequest(accountTexts.sameEmail, "same_email");
  assertOfDomains(config, email);
  await assertPassword(deps, user, { password, caller });
  await limitMail(limiter, { email, address: caller.address });
  const isTaken = await findCredentials(db, email) !== undefined;
  const { path, stored } = newLink(db, "email", { userId: user.id, email, now: clock() });
  const { site } = config;
  const mail = isTaken
    ? addressTakenMail({ site })
    : emailChangeMail({ site, name: user.name, url: config.publicUrl + path });
  await db.write([
    mailer.enqueue({ to: email, ...mail }),
    mailer.enqueue({ to: user.email, ...emailRequestedMail({ site, name: user.name, email, url: resetUrl(deps) }) }),
    ...(isTaken ? [] : [stored]),
  ]);
  mailer.wake();
}

/**
 * Makes a new address the user's by the link that was mailed to it.
 *
 * @returns the address
 * @throws BadRequest where the link is used, expired or unknown, Conflict where another account has the address by now
 */
export async function confirmEmail(
  deps: Pick<Deps, "config" | "db" | "clock" | "mailer">,
  token: string,
): Promise<string> {
  const { db, clock, mailer } = deps;
  const changed = await changeEmailByLink(db, hashToken(token), clock()).catch((error) => {
    if (conflict(error).includes("email")) throw new Conflict(registerServerTexts.emailExists, "email_exists");
    throw error;
  });
  if (!changed) throw new BadRequest(accountTexts.invalidEmailLink, "invalid_token");
  const { userId, former, email } = changed;
  const name = (await findUser(db, userId))?.name;
  await db.write([
    mailer.enqueue({ to: former, ...emailChangedMail({ site: deps.config.site, name, email, url: resetUrl(deps) }) }),
  ]);
  mailer.wake();
  return email;
}

const resetUrl = ({ config }: Pick<Deps, "config">) => config.publicUrl + accountPaths.forgotPassword;
