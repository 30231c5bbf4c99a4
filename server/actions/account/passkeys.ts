import { Buffer } from "node:buffer";
import * as passkeys from "../../../db/account/credentials.ts";
import { insertTicket, takeTicket, type TicketKind } from "../../../db/account/tokens.ts";
import { iso } from "../../../db/engine/query.ts";
import { credentialSettings } from "./linked_accounts.ts";
import { assertVerified, signInByTwoSteps, signInFails } from "./login.ts";
import { mailOwner } from "./owner_mail.ts";
import { assertRecentlyAuthenticated, reauthenticationFails } from "./reauthentication.ts";
import { hashToken, newToken } from "../../auth/secrets.ts";
import {
  challengeOf,
  loginOptions,
  registrationOptions,
  verifyLogin,
  verifyRegistration,
} from "../../auth/webauthn.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { toAccountSection } from "../../contract/account/paths.ts";
import {
  CreationOptions,
  NewPasskey,
  Passkey,
  PasskeyLogin,
  PasskeyName,
  Reauthentication,
  RequestOptions,
  SignedIn,
} from "../../contract/account/shapes.ts";
import { accountTexts, passkeyTexts as words } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, NotFound } from "../../errors.ts";
import { passkeyAddedMail, passkeyRemovedMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";

export async function listPasskeys({ db }: Deps, userId: string): Promise<Passkey[]> {
  const listed = await passkeys.listPasskeys(db, userId);
  return listed.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: iso(createdAt),
    lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
  }));
}

export async function newChallenge({ db, clock }: Deps, kind: TicketKind, userId?: string): Promise<string> {
  const challenge = newToken();
  const expiresAt = clock() + accountLimits.passkeys.challenge;
  await db.write([insertTicket(db, { hash: hashToken(challenge), kind, userId, data: {}, expiresAt })]);
  return challenge;
}

export async function takeChallenge(
  { db, clock }: Deps,
  kind: TicketKind,
  answer: NewPasskey["response"] | PasskeyLogin,
) {
  const challenge = challengeOf(answer);
  const ticket = challenge && await takeTicket(db, { hash: hashToken(challenge), kind, now: clock() });
  if (!ticket) throw new BadRequest(words.expired, "challenge_expired");
  return { challenge, userId: ticket.userId };
}

/** @returns undefined where the answer is not genuine, or the passkey was removed */
export async function acceptPasskey({ config, db, clock }: Deps, challenge: string, answer: PasskeyLogin) {
  const passkey = await passkeys.findPasskey(db, answer.id);
  const counter = passkey && await verifyLogin(config, { challenge, answer, passkey });
  if (counter === undefined) return undefined;
  return await passkeys.usePasskey(db, answer.id, { counter, now: clock() }) ? passkey : undefined;
}

const tooMany = () => new Conflict(words.tooMany(accountLimits.passkeys.max), "too_many_passkeys");

export const beginPasskey = operation({
  call: "POST /auth/passkeys/options",
  summary: "What a browser needs to make a passkey, as WebAuthn names it",
  access: "signedIn",
  takes: Reauthentication,
  gives: CreationOptions,
  limit: "newKey",
  fails: { ...reauthenticationFails, 409: ["too_many_passkeys"] },
  async run({ deps, session, user, caller }, proof) {
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    const existing = await passkeys.listPasskeys(deps.db, user.id);
    if (existing.length >= accountLimits.passkeys.max) throw tooMany();
    const challenge = await newChallenge(deps, "passkey", user.id);
    return { ...await registrationOptions(deps.config, { challenge, user, existing }) };
  },
});

export const addPasskey = operation({
  call: "POST /auth/passkeys",
  summary: "Adds the passkey that a browser has made",
  access: "signedIn",
  takes: NewPasskey,
  gives: { passkey: Passkey },
  status: 201,
  says: words.added,
  fails: { 400: ["challenge_expired", "invalid_passkey"], 409: ["passkey_exists", "too_many_passkeys"] },
  async run({ deps, user }, { name, response }) {
    const { config, db, clock } = deps;
    const { challenge, userId } = await takeChallenge(deps, "passkey", response);
    const credential = userId === user.id ? await verifyRegistration(config, challenge, response) : undefined;
    if (!credential) throw new BadRequest(words.failed, "invalid_passkey");
    const { id, counter } = credential;
    const createdAt = clock();
    const added = await passkeys.insertPasskey(db, {
      id,
      userId: user.id,
      name,
      publicKey: Buffer.from(credential.publicKey),
      counter,
      transports: response.response.transports ?? [],
      createdAt,
    });
    if (!added) {
      throw await passkeys.findPasskey(db, id) ? new Conflict(words.existing, "passkey_exists") : tooMany();
    }
    await mailOwner(deps, user, (owner) => passkeyAddedMail({ ...owner, key: name }));
    return { passkey: { id, name, createdAt: iso(createdAt), lastUsedAt: null } };
  },
});

const notFound = () => new NotFound(words.notFound, "passkey_not_found");

const to = toAccountSection("passkeys");

export const renamePasskey = operation({
  call: "PUT /auth/passkeys/:id",
  summary: "Renames a passkey",
  access: "owner",
  takes: PasskeyName,
  says: words.renamed,
  fails: { 404: ["passkey_not_found"] },
  form: { path: "/account/passkeys/:id/rename", to },
  async run({ deps, user, params: { id } }, { name }) {
    if (!await passkeys.renamePasskey(deps.db, user.id, { id, name })) throw notFound();
  },
});

export const removePasskey = operation({
  call: "DELETE /auth/passkeys/:id",
  summary: "Removes a passkey; a session older than ten minutes needs a proof",
  access: "owner",
  takes: Reauthentication,
  says: words.removed,
  fails: { ...reauthenticationFails, 404: ["passkey_not_found"], 409: ["last_sign_in"] },
  form: { path: "/account/passkeys/:id/remove", says: words.removedHint, to },
  async run({ deps, session, user, params: { id }, caller }, proof) {
    const passkey = await passkeys.findPasskey(deps.db, id);
    if (passkey?.userId !== user.id) throw notFound();
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    if (!await passkeys.deletePasskey(deps.db, user.id, { id, settings: credentialSettings(deps) })) {
      throw new Conflict(accountTexts.lastCredential, "last_sign_in");
    }
    await mailOwner(deps, user, (owner) => passkeyRemovedMail({ ...owner, key: passkey.name }));
  },
});

export const beginPasskeyLogin = operation({
  call: "POST /auth/passkeys/login/options",
  summary: "What a browser needs to log in with a passkey, as WebAuthn names it",
  access: "anyone",
  gives: RequestOptions,
  async run({ deps, caller: { address } }) {
    await deps.limiter.take("passkeyLogin", address);
    return { ...await loginOptions(deps.config, await newChallenge(deps, "passkeyLogin")) };
  },
});

/** Its owner has the passkey and unlocks it, so that no code is asked for. */
export const logInWithPasskey = operation({
  call: "POST /auth/passkeys/login",
  summary: "Signs in with a passkey, and sets the cookie",
  access: "anyone",
  takes: PasskeyLogin,
  gives: SignedIn,
  fails: {
    400: [...signInFails[400], "challenge_expired", "invalid_passkey"],
    403: [...signInFails[403], "email_unverified"],
  },
  async run({ deps, caller }, answer) {
    await deps.limiter.take("passkeyLogin", caller.address);
    const { challenge } = await takeChallenge(deps, "passkeyLogin", answer);
    const passkey = await acceptPasskey(deps, challenge, answer);
    if (!passkey) throw new BadRequest(words.refused, "invalid_passkey");
    assertVerified(deps, passkey);
    return await signInByTwoSteps(deps, passkey.userId, { caller });
  },
});
