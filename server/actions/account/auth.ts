import * as accountLimits from "../../contract/account/limits.ts";
import { v7 as uuid } from "uuid";
import { findLink, resetByLink, verifyByLink } from "../../../db/account/links.ts";
import { conflict, type Statement } from "../../../db/engine/client.ts";
import { deleteUninvited } from "../../../db/groups/invite_links.ts";
import { insertMailTo } from "../../../db/notices/mail_queue.ts";
import { emailIsTaken, findCredentials, findUser, insertUser, type NewUser } from "../../../db/people/users.ts";
import { removeLapsed } from "../../../db/account/unverified.ts";
import { knownBrowserOf } from "../../auth/known_browsers.ts";
import { newLink } from "../../auth/links.ts";
import { type Caller, startSession } from "../../auth/sessions.ts";
import { hashToken } from "../../auth/tokens.ts";
import {
  Address,
  type Authenticated,
  type Availability,
  type Credentials,
  type PasswordReset,
  type Registration,
  type TwoStepNeeded,
} from "../../contract/account/auth.ts";
import {
  accountTexts,
  loginServerTexts,
  registerServerTexts,
  registerTexts,
  registrationTexts,
  resetServerTexts,
  verifyServerTexts,
  verifyTexts,
} from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden, NotFound } from "../../errors.ts";
import { isOfDomains } from "../../settings/mail_domains.ts";
import { resetMail, verificationMail } from "../../mail/mail_texts.tsx";
import { clearLogins, limitLogin, limitMail } from "../../rate_limits.ts";
import { joinAsInvited } from "../groups/invitations.ts";
import { joinAsRegistered } from "../groups/invite_links.ts";
import { judgePassword } from "./passwords.ts";
import { assertMayRegister, findInvitedBy, invitationNeeded } from "./registration.ts";
import { assertOwnName, isReserved } from "./reserved_names.ts";
import { type SignedIn, signIn } from "./sign_in.ts";
import { usernameFrom } from "./usernames.ts";

/**
 * Creates an account. Unless the operator requires no verification, a verification link is mailed; otherwise the user
 * is signed in at once.
 *
 * @throws Conflict when the email address or the chosen username is taken, TooMany after too many registrations, and
 * where the operator does not let everybody in, or any password, Forbidden or BadRequest
 */
export async function registerUser(
  deps: Deps,
  { fullname, email, password, username, invite }: Registration,
  caller: Caller,
): Promise<Authenticated> {
  const { config, db, clock, limiter, mailer, passwords } = deps;
  await limiter.take("register", caller.address);
  const siteName = config.site.name;
  assertOwnName(deps, fullname, "fullname");
  if (username && isReserved(username, siteName)) throw usernameExists();
  const by = await findInvitedBy(deps, invite);
  const isOnlyByLink = await assertMayRegister(deps, { email, by });
  if (await emailIsTaken(db, email, clock())) throw emailExists();
  await judgePassword(deps, password, { owner: { email, fullName: fullname, username } });
  const passwordHash = await passwords.hash(password);
  const createdAt = clock();
  // Who registers with the address that an invitation was mailed to has read that mail.
  const isProven = by.mail?.email === email;
  const mustVerify = config.requireEmailVerification && !isProven;
  const user: NewUser = {
    id: uuid(),
    username: username ?? usernameFrom(fullname, { siteName }),
    email,
    fullName: fullname,
    passwordHash,
    verifiedAt: isProven ? createdAt : null,
    verifyBy: mustVerify ? createdAt + accountLimits.unverified.lifetime : null,
    createdAt,
    inviteId: by.link?.id,
  };
  await storeUser(deps, user, { isChosen: username !== undefined, isOnlyByLink });
  mailer.wake();
  const token = mustVerify ? null : await startSession(deps, user.id, caller);
  const byLink = token && by.link ? await joinAsRegistered(deps, user.id, by.link.id) : undefined;
  const byMail = by.mail && isProven ? await joinAsInvited(deps, user, invite!) : undefined;
  const message = mustVerify ? registerTexts.success : registerServerTexts.successVerified;
  return { message, user: (await findUser(db, user.id))!, token, groupId: byLink ?? byMail };
}

/** How many digits each next try appends to a username that is taken: few at first, enough for any name at last. */
const suffixDigits = [4, 4, 6, 9, 9, 9];

const usernameExists = () => new Conflict(registerServerTexts.usernameExists, "username_exists");

export const emailExists = () => new Conflict(registerServerTexts.emailExists, "email_exists");

/**
 * Stores the user with verification link and mail. A username that was not chosen is changed while it is taken.
 *
 * @throws Conflict where the address or the chosen username is taken, Forbidden where they may register only by a link
 * that has no place left
 */
export async function storeUser(
  deps: Deps,
  user: NewUser,
  { isChosen = false, isOnlyByLink = false, tries = 0, also = [] }: StoreOptions = {},
): Promise<void> {
  try {
    const { config, db, clock } = deps;
    const link = config.requireEmailVerification && user.verifiedAt === null ? linkMail(deps, "verify", user) : [];
    const uninvited = isOnlyByLink ? [deleteUninvited(db, user.id, clock())] : [];
    await db.write([...removeLapsed(db, user, clock()), insertUser(db, user), ...uninvited, ...link, ...also]);
    if (isOnlyByLink && !await findUser(db, user.id)) throw invitationNeeded();
  } catch (error) {
    const columns = conflict(error);
    if (columns.includes("email")) throw emailExists();
    if (!columns.includes("username")) throw error;
    if (isChosen || tries === suffixDigits.length) throw usernameExists();
    const siteName = deps.config.site.name;
    const username = usernameFrom(user.fullName, { digits: suffixDigits[tries], siteName });
    await storeUser(deps, { ...user, username }, { isChosen, isOnlyByLink, tries: tries + 1, also });
  }
}

interface StoreOptions {
  /** Whether the username was chosen. */
  isChosen?: boolean;
  /** Whether they may register only by their link, which must have a place left. */
  isOnlyByLink?: boolean;
  tries?: number;
  /** Statements about the new user, which are stored with them: they do nothing where there is none. */
  also?: Statement[];
}

type MailParts = Pick<Deps, "config" | "db" | "clock" | "mailer">;

const linkMails = { verify: verificationMail, reset: resetMail };

interface Recipient {
  id: string;
  fullName: string;
  email: string;
}

/** The statements that store a link and the mail that contains it, where there is the user. */
function linkMail(
  { config, db, clock, mailer }: MailParts,
  kind: keyof typeof linkMails,
  { id, fullName, email }: Recipient,
): [Statement, Statement] {
  const { path, stored } = newLink(db, kind, { userId: id, now: clock() });
  const content = linkMails[kind]({ site: config.site, name: fullName, url: config.publicUrl + path });
  return [stored, insertMailTo(db, id, mailer.rowOf({ to: email, ...content }))];
}

async function mailLink(deps: MailParts, kind: keyof typeof linkMails, recipient: Recipient): Promise<void> {
  await deps.db.write(linkMail(deps, kind, recipient));
  deps.mailer.wake();
}

/**
 * Signs in, or answers that a code is needed too.
 *
 * @throws NotFound for an unknown email address, BadRequest for a wrong password, Forbidden for an email address that
 * is not verified or an account that is disabled, TooMany after too many failures; the first takes as long as the second
 */
export async function logIn(
  deps: Deps,
  { email, password }: Credentials,
  caller: Caller,
): Promise<SignedIn | TwoStepNeeded> {
  const { config, db, limiter, passwords } = deps;
  const known = await findCredentials(db, email);
  const check = () => passwords.verify(known?.passwordHash, password);
  const browser = known && await knownBrowserOf(db, known.id, caller);
  const isRight = await limitLogin(limiter, { email, address: caller.address, browser }, check);
  if (!known) throw new NotFound(loginServerTexts.userNotFound, "user_not_found");
  if (!isRight) throw new BadRequest(loginServerTexts.invalidPassword, "invalid_password");
  if (config.requireEmailVerification && known.verifiedAt === null) {
    throw new Forbidden(loginServerTexts.unverified, "email_unverified");
  }
  return await signIn(deps, known.id, { caller, passwordHash: known.passwordHash });
}

/** Whether an email address can be registered, with the text the form shows. */
export async function checkEmail(
  { config, db, clock }: Pick<Deps, "config" | "db" | "clock">,
  email: string,
): Promise<Availability> {
  const parsed = Address.safeParse({ email });
  if (!parsed.success) return { available: false, isValid: false, message: registerTexts.invalidEmail };
  const unavailable = (message: string): Availability => ({ available: false, isValid: true, message });
  if (config.registration === "closed") return unavailable(registrationTexts.closed);
  if (!isOfDomains(parsed.data.email, config.registrationDomains)) {
    return unavailable(registrationTexts.domains(config.registrationDomains));
  }
  const available = !await emailIsTaken(db, parsed.data.email, clock());
  return {
    available,
    isValid: true,
    message: available ? registerServerTexts.emailAvailable : registerServerTexts.emailTaken,
  };
}

/**
 * Verifies the email address a link was mailed to. Who registered by an invite link is in its group then.
 *
 * @returns the id of that group, where there is one
 * @throws BadRequest when there is no token, the address is verified already, or the link is unknown or expired
 */
export async function verifyEmail(
  deps: Pick<Deps, "db" | "clock" | "broadcast">,
  token: string | undefined,
): Promise<string | undefined> {
  const { db, clock } = deps;
  if (!token) throw new BadRequest(verifyTexts.noToken, "no_token");
  const hash = hashToken(token);
  const verified = await verifyByLink(db, hash, clock());
  if (verified?.before || !verified && (await findLink(db, hash, "verify"))?.usedAt) {
    throw new BadRequest(verifyServerTexts.alreadyVerified, "already_verified");
  }
  if (!verified) throw new BadRequest(verifyServerTexts.invalidToken, "invalid_token");
  return verified.inviteId ? await joinAsRegistered(deps, verified.userId, verified.inviteId) : undefined;
}

/** Mails a new verification link if the account is waiting for one. @throws TooMany after too many mails */
export async function resendVerification(
  deps: MailParts & Pick<Deps, "limiter">,
  email: string,
  { address }: Caller,
): Promise<void> {
  await limitMail(deps.limiter, { email, address });
  if (!deps.config.requireEmailVerification) return;
  const known = await findCredentials(deps.db, email);
  if (known?.verifiedAt === null) await mailLink(deps, "verify", { ...known, email });
}

/** Mails a link to choose a new password if there is an account. @throws TooMany after too many mails */
export async function requestReset(
  deps: MailParts & Pick<Deps, "limiter">,
  email: string,
  { address }: Caller,
): Promise<void> {
  await limitMail(deps.limiter, { email, address });
  const known = await findCredentials(deps.db, email);
  if (known) await mailLink(deps, "reset", { ...known, email });
}

/**
 * Sets a new password by a mailed link, ends every session of the account and clears its failed logins. Where that
 * verifies the address, who registered by an invite link is in its group then.
 *
 * @returns the text to show
 * @throws BadRequest when the link is unknown, used or expired, or the operator refuses such a password
 */
export async function resetPassword(
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "broadcast">,
  { token, password }: PasswordReset,
  { address }: Caller,
): Promise<string> {
  const { db, clock, limiter, passwords, broadcast } = deps;
  const hash = hashToken(token);
  const link = await findLink(db, hash, "reset");
  // Checked before the password is hashed, which is expensive; checked again by the write itself.
  const isUsable = link && !link.usedAt && link.expiresAt > clock();
  if (!isUsable) throw invalidResetLink();
  const warning = await judgePassword(deps, password, { owner: await findUser(db, link.userId) ?? {} });
  const passwordHash = await passwords.hash(password);
  // Also where the write fails, since it may be stored all the same.
  const owner = await resetByLink(db, hash, { passwordHash, now: clock() })
    .finally(() => broadcast.endUser(link.userId));
  if (!owner) throw invalidResetLink();
  await clearLogins(limiter, { email: owner.email, address });
  if (owner.inviteId) await joinAsRegistered(deps, owner.id, owner.inviteId);
  const said = [resetServerTexts.success, owner.lostKeys && accountTexts.keysRemoved, warning];
  return said.filter(Boolean).join(" ");
}

const invalidResetLink = () => new BadRequest(resetServerTexts.invalidToken, "invalid_token");
