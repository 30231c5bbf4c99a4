import { v7 as uuid } from "uuid";
import { findLink, resetByLink, verifyByLink } from "../../db/auth.ts";
import { conflict, type Statement } from "../../db/client.ts";
import { emailIsTaken, findCredentials, findUser, insertUser, type NewUser } from "../../db/users.ts";
import { removeLapsed } from "../../db/unverified.ts";
import { newLink } from "../auth/links.ts";
import { startSession, startSessionByPassword } from "../auth/sessions.ts";
import { hashToken } from "../auth/tokens.ts";
import type { Authenticated, Availability, Credentials, PasswordReset, Registration } from "../contract/auth.ts";
import { Address } from "../contract/auth.ts";
import * as constants from "../contract/constants.ts";
import { texts } from "../contract/texts.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Conflict, Forbidden, NotFound } from "../errors.ts";
import { resetMail, verificationMail } from "../mail/messages.tsx";
import { clearLogins, limitLogin } from "../rate_limits.ts";
import { usernameFrom } from "./usernames.ts";

/**
 * Makes an account. It awaits the verification of its address, for which a mail goes out, unless the operator
 * asks for none: then it is signed in at once.
 *
 * @throws Conflict when the address, or a username that was asked for, is taken
 */
export async function registerUser(
  deps: Deps,
  { fullname, email, password, username }: Registration,
): Promise<Authenticated> {
  const { config, db, clock, mailer, passwords } = deps;
  if (await emailIsTaken(db, email, clock())) throw emailExists();
  const passwordHash = await passwords.hash(password);
  const createdAt = clock();
  const user: NewUser = {
    id: uuid(),
    username: username ?? usernameFrom(fullname),
    email,
    fullName: fullname,
    passwordHash,
    verifiedAt: null,
    verifyBy: config.requireEmailVerification ? createdAt + constants.unverified.lifetime : null,
    createdAt,
  };
  await storeUser(deps, user, { named: username !== undefined });
  mailer.wake();
  const token = config.requireEmailVerification ? null : await startSession(deps, user.id);
  const message = config.requireEmailVerification ? texts.register.success : texts.register.successVerified;
  return { message, user: (await findUser(db, user.id))!, token };
}

/** By how many digits: short ones first, and room for all who share a name, or have one in no Latin letters. */
const numberings = [4, 4, 6, 9, 9, 9];

const emailExists = () => new Conflict(texts.register.emailExists, "email_exists");

/** Stores the user with her verification link and mail. A name we made up gives way to one that is taken. */
async function storeUser(
  deps: Deps,
  user: NewUser,
  { named, tries = 0 }: { named: boolean; tries?: number },
): Promise<void> {
  try {
    const { db, clock } = deps;
    await db.write([...removeLapsed(db, user, clock()), insertUser(db, user), ...await verification(deps, user)]);
  } catch (error) {
    const columns = conflict(error);
    if (columns.includes("email")) throw emailExists();
    if (!columns.includes("username")) throw error;
    if (named || tries === numberings.length) throw new Conflict(texts.register.usernameExists, "username_exists");
    const username = usernameFrom(user.fullName, { digits: numberings[tries] });
    await storeUser(deps, { ...user, username }, { named, tries: tries + 1 });
  }
}

async function verification(deps: Deps, user: Addressee): Promise<Statement[]> {
  return deps.config.requireEmailVerification ? await linkMail(deps, "verify", user) : [];
}

interface Addressee {
  id: string;
  fullName: string;
  email: string;
}

const letters = { verify: verificationMail, reset: resetMail };

/** The statements that store a link and the mail that holds it. */
async function linkMail(
  { config, db, clock, mailer }: Deps,
  kind: keyof typeof letters,
  { id, fullName, email }: Addressee,
): Promise<[Statement, Statement]> {
  const { path, stored } = await newLink(db, kind, id, clock());
  const letter = letters[kind]({ name: fullName, url: config.publicUrl + path });
  return [stored, mailer.enqueue({ to: email, ...letter })];
}

/**
 * Mails a link, or does the same work in vain where there is nobody to write to: how long the answer takes tells
 * nobody who has an account.
 */
async function mailLink(deps: Deps, kind: keyof typeof letters, addressee: Addressee | undefined): Promise<void> {
  const { config, db, clock, mailer } = deps;
  if (addressee) await db.write(await linkMail(deps, kind, addressee));
  else {
    const { path } = await newLink(db, kind, "nobody", clock());
    await db.write(mailer.feign(letters[kind]({ name: "Nobody", url: config.publicUrl + path })));
  }
  mailer.wake();
}

/**
 * Signs in.
 *
 * @param address where the login comes from
 * @throws NotFound for an unknown address, BadRequest for a wrong password, Forbidden for an address that is not
 * verified, TooMany after too many failures; the first takes as long as the others
 */
export async function logIn(
  deps: Deps,
  { email, password }: Credentials,
  address: string,
): Promise<Authenticated & { token: string }> {
  const known = await findCredentials(deps.db, email);
  const check = () => deps.passwords.verify(known?.passwordHash, password);
  const right = await limitLogin(deps.limiter, { email, address }, check);
  if (!known) throw new NotFound(texts.login.userNotFound, "user_not_found");
  if (!right) throw invalidPassword();
  if (deps.config.requireEmailVerification && known.verifiedAt === null) {
    throw new Forbidden(texts.login.unverified, "email_unverified");
  }
  const token = await startSessionByPassword(deps, known);
  if (!token) throw invalidPassword();
  return { message: texts.login.success, token, user: (await findUser(deps.db, known.id))! };
}

const invalidPassword = () => new BadRequest(texts.login.invalidPassword, "invalid_password");

/** Whether an address can be registered, in words for the form. */
export async function checkEmail({ db, clock }: Pick<Deps, "db" | "clock">, email: string): Promise<Availability> {
  const address = Address.safeParse({ email });
  if (!address.success) return { available: false, isValid: false, message: texts.register.invalidEmail };
  const available = !await emailIsTaken(db, address.data.email, clock());
  return { available, isValid: true, message: available ? texts.register.emailAvailable : texts.register.emailTaken };
}

/**
 * Verifies the address a link was mailed to.
 *
 * @throws BadRequest when there is no token, the address is verified already, or the link is unknown or expired
 */
export async function verifyEmail({ db, clock }: Deps, token: string | undefined): Promise<void> {
  if (!token) throw new BadRequest(texts.verify.noToken, "no_token");
  const hash = await hashToken(token);
  const verified = await verifyByLink(db, hash, clock());
  if (verified?.before || !verified && (await findLink(db, hash, "verify"))?.usedAt) {
    throw new BadRequest(texts.verify.alreadyVerified, "already_verified");
  }
  if (!verified) throw new BadRequest(texts.verify.invalidToken, "invalid_token");
}

/** Mails a new verification link, to an address that waits for one and to no other. */
export async function resendVerification(deps: Deps, email: string): Promise<void> {
  if (!deps.config.requireEmailVerification) return;
  const known = await findCredentials(deps.db, email);
  await mailLink(deps, "verify", known?.verifiedAt === null ? { ...known, email } : undefined);
}

/** Mails a link to choose a new password, to an address that has an account and to no other. */
export async function requestReset(deps: Deps, email: string): Promise<void> {
  const known = await findCredentials(deps.db, email);
  await mailLink(deps, "reset", known && { ...known, email });
}

/**
 * Sets a new password by a mailed link, ends every session of that user, and forgets their failed logins.
 *
 * @param address where the request comes from
 * @throws BadRequest when the link is unknown, used or expired
 */
export async function resetPassword(
  { db, clock, limiter, passwords, broadcast }: Deps,
  { token, password }: PasswordReset,
  address: string,
): Promise<void> {
  const hash = await hashToken(token);
  const link = await findLink(db, hash, "reset");
  // Looked at before hashing, which is what an attacker would want us to do for nothing.
  const live = link && !link.usedAt && link.expiresAt > clock();
  const owner = live && await resetByLink(db, hash, await passwords.hash(password), clock());
  if (!owner) throw new BadRequest(texts.reset.invalidToken, "invalid_token");
  broadcast.endUser(owner.id);
  await clearLogins(limiter, { email: owner.email, address });
}
