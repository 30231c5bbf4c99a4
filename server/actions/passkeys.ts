import { iso } from "../../db/columns.ts";
import * as passkeys from "../../db/passkeys.ts";
import { insertTicket, takeTicket } from "../../db/tickets.ts";
import type { Caller, Session } from "../auth/sessions.ts";
import { hashToken, newToken } from "../auth/tokens.ts";
import { challengeOf, loginOptions, registrationOptions, verifyLogin, verifyRegistration } from "../auth/webauthn.ts";
import * as constants from "../contract/constants.ts";
import { accountTexts } from "../contract/account_texts.ts";
import { passkeyTexts as words } from "../contract/passkey_texts.ts";
import type { NewPasskey, Passkey, PasskeyLogin } from "../contract/passkeys.ts";
import { formPaths } from "../contract/form_paths.ts";
import { texts } from "../contract/texts.ts";
import type { TicketKind } from "../contract/tickets.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Conflict, Forbidden, NotFound } from "../errors.ts";
import { passkeyAddedMail } from "../mail/key_messages.tsx";
import { waysBeside } from "./identities.ts";
import { assertRecentlyAuthenticated } from "./reauthentication.ts";
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
async function newChallenge({ db, clock }: Parts, kind: TicketKind, userId?: string): Promise<string> {
  const challenge = newToken();
  const expiresAt = clock() + constants.passkeys.challenge;
  await db.write([insertTicket(db, { hash: hashToken(challenge), kind, userId, data: {}, expiresAt })]);
  return challenge;
}

/** Uses up the challenge that an answer is to. @returns it, and for whom it was */
async function takeChallenge({ db, clock }: Parts, kind: TicketKind, answer: NewPasskey["response"] | PasskeyLogin) {
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
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords">,
  session: Session,
  proof: { password?: string; caller: Caller },
) {
  const { config, db, limiter } = deps;
  const { user } = session;
  await limiter.take("newKey", user.id);
  await assertRecentlyAuthenticated(deps, session, proof);
  const existing = await passkeys.listPasskeys(db, user.id);
  if (existing.length >= constants.passkeys.max) throw tooMany();
  const challenge = await newChallenge(deps, "passkey", user.id);
  return await registrationOptions(config, { challenge, user, existing });
}

const tooMany = () => new Conflict(words.tooMany(constants.passkeys.max), "too_many_passkeys");

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
  const { config, db, clock, mailer } = deps;
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
  await db.write([
    mailer.enqueue({
      to: user.email,
      ...passkeyAddedMail({ site: deps.config.site, name: user.name, key: name, url: accountUrl(deps) }),
    }),
  ]);
  mailer.wake();
  return { id: credential.id, name, createdAt: iso(createdAt), lastUsedAt: null };
}

const existing = () => new Conflict(words.existing, "passkey_exists");

const accountUrl = ({ config }: Pick<Deps, "config">) => config.publicUrl + formPaths.account;

const notFound = () => new NotFound(words.notFound, "passkey_not_found");

/** Renames a passkey of the caller's. @throws NotFound where it is not theirs */
export async function renamePasskey({ db }: Pick<Deps, "db">, userId: string, key: { id: string; name: string }) {
  if (!await passkeys.renamePasskey(db, userId, key)) throw notFound();
}

/** Removes a passkey of the caller's. @throws Conflict where it is the only way to sign in, NotFound where it is not theirs */
export async function removePasskey(
  { config, db, provider }: Pick<Deps, "config" | "db" | "provider">,
  userId: string,
  id: string,
): Promise<void> {
  if (await passkeys.deletePasskey(db, userId, id, waysBeside({ config, provider }))) return;
  const isTheirs = (await passkeys.findPasskey(db, id))?.userId === userId;
  throw isTheirs ? new Conflict(accountTexts.lastWay, "last_sign_in") : notFound();
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
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter">,
  answer: PasskeyLogin,
  caller: Caller,
): Promise<SignedIn> {
  const { config, db, clock, limiter } = deps;
  await limiter.take("passkeyLogin", caller.address);
  const { challenge } = await takeChallenge(deps, "passkeyLogin", answer);
  const passkey = await passkeys.findPasskey(db, answer.id);
  const counter = passkey && await verifyLogin(config, { challenge, answer, passkey });
  if (counter === undefined || !await passkeys.usePasskey(db, answer.id, { counter, now: clock() })) {
    throw new BadRequest(words.refused, "invalid_passkey");
  }
  if (config.requireEmailVerification && passkey!.verifiedAt === null) {
    throw new Forbidden(texts.login.unverified, "email_unverified");
  }
  const signedIn = await signIn(deps, passkey!.userId, { caller, isTwoStep: true });
  if (signedIn.twoFactor) throw new Error("a passkey needs no code");
  return signedIn;
}
