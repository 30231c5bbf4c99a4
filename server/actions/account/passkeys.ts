import * as passkeys from "../../../db/account/passkeys.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { iso } from "../../../db/people/columns.ts";
import { insertTicket, takeTicket } from "../../../db/account/tickets.ts";
import type { Caller, Session } from "../../auth/sessions.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import {
  challengeOf,
  loginOptions,
  registrationOptions,
  verifyLogin,
  verifyRegistration,
} from "../../auth/webauthn.ts";
import { accountTexts, loginServerTexts, passkeyTexts as words } from "../../contract/account/texts.ts";
import type { NewPasskey, Passkey, PasskeyLogin } from "../../contract/account/passkeys.ts";
import type { TicketKind } from "../../contract/account/tickets.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden, NotFound } from "../../errors.ts";
import { passkeyAddedMail, passkeyRemovedMail } from "../../mail/credential_mails.tsx";
import { waysBeside } from "./identity_providers.ts";
import { mailOwner } from "./owner_mail.ts";
import { assertRecentlyAuthenticated, type Proof } from "./reauthentication.ts";
import { type SignedIn, signIn } from "./sign_in.ts";

type Parts = Pick<Deps, "db" | "clock">;

/** The caller's passkeys, the newest first. */
export async function listPasskeys({ db }: Pick<Deps, "db">, userId: string): Promise<Passkey[]> {
  const listed = await passkeys.listPasskeys(db, userId);
  return listed.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: iso(createdAt),
    lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
  }));
}

/** A challenge that is answered once, within minutes. Its hash finds it again by the answer. */
export async function newChallenge({ db, clock }: Parts, kind: TicketKind, userId?: string): Promise<string> {
  const challenge = newToken();
  const expiresAt = clock() + accountLimits.passkeys.challenge;
  await db.write([insertTicket(db, { hash: hashToken(challenge), kind, userId, data: {}, expiresAt })]);
  return challenge;
}

/** Uses up the challenge that an answer is to. @returns it, and for whom it was */
export async function takeChallenge(
  { db, clock }: Parts,
  kind: TicketKind,
  answer: NewPasskey["response"] | PasskeyLogin,
) {
  const challenge = challengeOf(answer);
  const ticket = challenge && await takeTicket(db, { hash: hashToken(challenge), kind, now: clock() });
  if (!ticket) throw new BadRequest(words.expired, "challenge_expired");
  return { challenge, userId: ticket.userId };
}

/**
 * What the caller's browser is asked for to make a passkey.
 *
 * @throws Forbidden where they signed in a while ago and gave no password, BadRequest for a wrong one, Conflict where
 * they have as many passkeys as they may, TooMany
 */
export async function beginPasskey(
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "mailer">,
  session: Session,
  proof: Proof,
) {
  const { config, db, limiter } = deps;
  const { user } = session;
  await limiter.take("newKey", user.id);
  await assertRecentlyAuthenticated(deps, session, proof);
  const existing = await passkeys.listPasskeys(db, user.id);
  if (existing.length >= accountLimits.passkeys.max) throw tooMany();
  const challenge = await newChallenge(deps, "passkey", user.id);
  return await registrationOptions(config, { challenge, user, existing });
}

const tooMany = () => new Conflict(words.tooMany(accountLimits.passkeys.max), "too_many_passkeys");

/**
 * Adds the passkey that the caller's browser has made, and tells them by mail.
 *
 * @throws BadRequest where the answer is not genuine, is to another's challenge, or comes too late or again; Conflict
 */
export async function addPasskey(
  deps: Pick<Deps, "config" | "db" | "clock" | "mailer">,
  user: User,
  { name, response }: NewPasskey,
): Promise<Passkey> {
  const { config, db, clock } = deps;
  const { challenge, userId } = await takeChallenge(deps, "passkey", response);
  const credential = userId === user.id ? await verifyRegistration(config, challenge, response) : undefined;
  if (!credential) throw new BadRequest(words.failed, "invalid_passkey");
  const createdAt = clock();
  const added = await passkeys.insertPasskey(db, {
    id: credential.id,
    userId: user.id,
    name,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    createdAt,
  });
  if (!added) throw await passkeys.findPasskey(db, credential.id) ? existing() : tooMany();
  await mailOwner(deps, user, (owner) => passkeyAddedMail({ ...owner, key: name }));
  return { id: credential.id, name, createdAt: iso(createdAt), lastUsedAt: null };
}

const existing = () => new Conflict(words.existing, "passkey_exists");

const notFound = () => new NotFound(words.notFound, "passkey_not_found");

/** Renames a passkey of the caller's. @throws NotFound where it is not theirs */
export async function renamePasskey({ db }: Pick<Deps, "db">, userId: string, key: { id: string; name: string }) {
  if (!await passkeys.renamePasskey(db, userId, key)) throw notFound();
}

/**
 * Removes a passkey of the caller's, and tells them by mail.
 *
 * @throws Conflict where it is the only way to sign in, NotFound where it is not theirs; as `assertRecentlyAuthenticated`
 */
export async function removePasskey(
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "mailer" | "provider">,
  session: Session,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  const { db } = deps;
  const { user } = session;
  const passkey = await passkeys.findPasskey(db, id);
  if (passkey?.userId !== user.id) throw notFound();
  await assertRecentlyAuthenticated(deps, session, proof);
  if (!await passkeys.deletePasskey(db, user.id, id, waysBeside(deps))) {
    throw new Conflict(accountTexts.lastWay, "last_sign_in");
  }
  await mailOwner(deps, user, (owner) => passkeyRemovedMail({ ...owner, key: passkey.name }));
}

/** Checks and counts the use of a passkey. @returns it; undefined where the answer is not genuine, or it was removed */
export async function acceptPasskey(
  { config, db, clock }: Pick<Deps, "config" | "db" | "clock">,
  challenge: string,
  answer: PasskeyLogin,
) {
  const passkey = await passkeys.findPasskey(db, answer.id);
  const counter = passkey && await verifyLogin(config, { challenge, answer, passkey });
  if (counter === undefined) return undefined;
  return await passkeys.usePasskey(db, answer.id, { counter, now: clock() }) ? passkey : undefined;
}

/** What a visitor's browser is asked for to sign in. @throws TooMany */
export async function beginPasskeyLogin(deps: Pick<Deps, "config" | "db" | "clock" | "limiter">, { address }: Caller) {
  await deps.limiter.take("passkeyLogin", address);
  return await loginOptions(deps.config, await newChallenge(deps, "passkeyLogin"));
}

/**
 * Signs in with a passkey. Its owner has it and unlocks it, so that no code is asked for.
 *
 * @throws BadRequest where the answer is not genuine, comes too late or again, or the passkey was removed; Forbidden
 * for an email address that is not verified or an account that is disabled, TooMany
 */
export async function logInWithPasskey(
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "mailer" | "broadcast">,
  answer: PasskeyLogin,
  caller: Caller,
): Promise<SignedIn> {
  const { config, limiter } = deps;
  await limiter.take("passkeyLogin", caller.address);
  const { challenge } = await takeChallenge(deps, "passkeyLogin", answer);
  const passkey = await acceptPasskey(deps, challenge, answer);
  if (!passkey) throw new BadRequest(words.refused, "invalid_passkey");
  if (config.requireEmailVerification && passkey.verifiedAt === null) {
    throw new Forbidden(loginServerTexts.unverified, "email_unverified");
  }
  const signedIn = await signIn(deps, passkey.userId, { caller, isTwoStep: true });
  if (signedIn.twoFactor) throw new Error("a passkey needs no code");
  return signedIn;
}
