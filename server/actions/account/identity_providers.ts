/** Signing in with an account elsewhere (OpenID Connect), and linking one. */
import * as identities from "../../../db/account/identity_providers.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import * as peopleLimits from "../../contract/people/limits.ts";
import { v7 as uuid } from "uuid";
import { insertTicket, takeTicket } from "../../../db/account/tickets.ts";
import { findCredentials, findSignInState, type NewUser } from "../../../db/people/users.ts";
import type { Attempt, Claims, Provider } from "../../auth/oidc.ts";
import { type Caller, endUserOnFailure, type Session } from "../../auth/sessions.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import {
  accountTexts,
  identityProblems,
  identityTexts,
  loginServerTexts,
  registrationTexts,
} from "../../contract/account/texts.ts";
import { Address, type TwoStepNeeded } from "../../contract/account/auth.ts";
import { requiredText } from "../../contract/site/fields.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden, NotFound } from "../../errors.ts";
import { identityLinkedMail, identityUnlinkedMail } from "../../mail/credential_mails.tsx";
import { storeUser } from "./auth.ts";
import { joinAsRegistered } from "../groups/invite_links.ts";
import { assertMayRegister, findInvitedBy } from "./registration.ts";
import { mailOwner } from "./owner_mail.ts";
import { assertRecentlyAuthenticated, type Proof } from "./reauthentication.ts";
import { isReserved } from "./reserved_names.ts";
import { type SignedIn, signIn } from "./sign_in.ts";
import { usernameFrom } from "./usernames.ts";
import { ownPath } from "../../contract/site/paths.ts";

/** What is stored of a sign-in that was begun. */
interface Begun extends Omit<Attempt, "state"> {
  issuer: string;
  next?: string;
}

export interface Beginning {
  /** Where to send the browser. */
  url: URL;
  /** What the browser must bring back, beside what the provider sends it back with. */
  token: string;
}

/** A ticket is found by both together: by what only the browser has, and by what goes through the provider. */
const ticketHash = (token: string, state: string) => hashToken(`${token}.${state}`);

const providerOf = ({ provider }: Pick<Deps, "provider">): Provider => {
  if (!provider) throw new NotFound();
  return provider;
};

/**
 * Begins to sign in elsewhere.
 *
 * @param next where to go on to
 * @throws NotFound where the settings name no provider, AppError where it does not answer, TooMany
 */
export async function beginElsewhere(
  deps: Pick<Deps, "provider" | "db" | "clock" | "limiter">,
  next: string | undefined,
  { address }: Caller,
): Promise<Beginning> {
  providerOf(deps);
  await deps.limiter.take("elsewhere", address);
  const path = ownPath(next);
  return await begin(deps, { next: path && path.length <= accountLimits.elsewhere.next ? path : undefined });
}

/**
 * Begins to link an account elsewhere to the caller's.
 *
 * @throws as `beginElsewhere`; Forbidden where they signed in a while ago and gave no password, BadRequest for a wrong one
 */
export async function beginLink(
  deps: Pick<Deps, "config" | "provider" | "db" | "clock" | "limiter" | "passwords" | "mailer">,
  session: Session,
  proof: Proof,
): Promise<Beginning> {
  providerOf(deps);
  await deps.limiter.take("newKey", session.user.id);
  await assertRecentlyAuthenticated(deps, session, proof);
  return await begin(deps, { userId: session.user.id });
}

async function begin(
  deps: Pick<Deps, "provider" | "db" | "clock">,
  { next, userId }: { next?: string; userId?: string },
): Promise<Beginning> {
  const { db, clock } = deps;
  const provider = providerOf(deps);
  const [token, state] = [newToken(), newToken()];
  const secrets = { nonce: newToken(), codeVerifier: newToken() };
  // On a computer that people share somebody else may be signed in there.
  const url = await provider.address({ state, ...secrets }, userId !== undefined);
  const data = { ...secrets, issuer: provider.issuer, next } satisfies Begun;
  const expiresAt = clock() + accountLimits.elsewhere.lifetime;
  await db.write([insertTicket(db, { hash: ticketHash(token, state), kind: "oidc", userId, data, expiresAt })]);
  return { url, token };
}

interface Return {
  /** That of the browser. */
  token?: string;
  /** Of the address to which the provider has sent it back. */
  query: string;
  session?: Session;
  /** The token of the invitation that it has. */
  invite?: string;
  caller: Caller;
}

/** Either somebody signs in, or has linked an account. */
export type Finished =
  | { answer: SignedIn | TwoStepNeeded; next?: string; linked?: undefined }
  | { linked: true };

/**
 * Finishes what was begun: once, in the browser that began it.
 *
 * @throws AppError whose code is one of `identityProblems`
 */
export async function finishElsewhere(
  deps: Deps,
  { token, query, session, invite, caller }: Return,
): Promise<Finished> {
  const { db, clock, limiter } = deps;
  const provider = providerOf(deps);
  await limiter.take("elsewhere", caller.address);
  const state = new URLSearchParams(query).get("state");
  const ticket = token && state && await takeTicket(db, { hash: ticketHash(token, state), kind: "oidc", now: clock() });
  const { issuer, next, ...secrets } = (ticket ? ticket.data : {}) as unknown as Begun;
  if (!ticket || issuer !== provider.issuer) {
    throw new BadRequest(identityProblems.sign_in_expired(), "sign_in_expired");
  }
  if (ticket.userId && ticket.userId !== session?.user.id) {
    throw new Forbidden(identityProblems.other_account(), "other_account");
  }
  const claims = await provider.identify(query, { state, ...secrets });
  if (!claims.subject || claims.subject.length > accountLimits.elsewhere.subject) {
    throw new BadRequest(identityProblems.invalid_answer(provider.name), "invalid_answer");
  }
  if (ticket.userId) return await link(deps, session!, claims);
  return { answer: await signInAs(deps, claims, { invite, caller }), next };
}

/** @throws Conflict where the account elsewhere is linked to another one here, or the user has linked too many */
async function link(deps: Deps, { user, hash }: Session, claims: Claims): Promise<Finished> {
  const { db, clock } = deps;
  const before = await identities.findIdentity(db, claims);
  if (!before) await identities.linkIdentity(db, hash, claims, clock());
  const owner = await identities.findIdentity(db, claims);
  if (owner && owner.userId !== user.id) {
    throw new Conflict(identityProblems.identity_taken(providerOf(deps).name), "identity_taken");
  }
  if (!owner) await assertRoom(deps, user.id);
  // Signed out meanwhile.
  if (!owner) throw new Forbidden(identityProblems.other_account(), "other_account");
  if (!before) await mailLinked(deps, user, false);
  return { linked: true };
}

async function assertRoom({ db }: Deps, userId: string): Promise<void> {
  if (await identities.countIdentities(db, userId) >= accountLimits.elsewhere.max) {
    throw new Conflict(identityProblems.too_many_identities(), "too_many_identities");
  }
}

const mailLinked = (deps: Deps, to: { name: string; email: string }, isClaimed: boolean): Promise<void> =>
  mailOwner(deps, to, (owner) => identityLinkedMail({ ...owner, provider: providerOf(deps).name, isClaimed }));

type Visitor = Pick<Return, "invite" | "caller">;

async function signInAs(deps: Deps, claims: Claims, visitor: Visitor): Promise<SignedIn | TwoStepNeeded> {
  const { config, db } = deps;
  const known = await identities.findIdentity(db, claims);
  if (!known) return await signIn(deps, await newOwner(deps, claims, visitor), { caller: visitor.caller });
  if (config.requireEmailVerification && known.verifiedAt === null) {
    throw new Forbidden(loginServerTexts.unverified, "email_unverified");
  }
  return await signIn(deps, known.userId, { caller: visitor.caller });
}

/** Who signs in twice at once for the first time is the same person both times. */
const newOwner = (deps: Deps, claims: Claims, visitor: Visitor): Promise<string> =>
  linkOrRegister(deps, claims, visitor).catch(async (error) => {
    const owner = await identities.findIdentity(deps.db, claims);
    if (!owner) throw error;
    return owner.userId;
  });

/** Whose address the issuer says is theirs: has an account already, or gets one. @returns the account's id */
async function linkOrRegister(deps: Deps, claims: Claims, visitor: Visitor): Promise<string> {
  const { config, db, clock, broadcast } = deps;
  const { name } = providerOf(deps);
  const address = Address.safeParse({ email: claims.email });
  if (!claims.email || !address.success) {
    throw new Forbidden(identityProblems.email_not_verified(name), "email_not_verified");
  }
  const { email } = address.data;
  // Whoever runs the other service would operate this one.
  if (config.operators.includes(email)) {
    throw new Conflict(identityProblems.operator_address(name), "operator_address");
  }
  const account = await findCredentials(db, email);
  if (!account) return await register(deps, { ...claims, email }, visitor);
  if (!claims.isAuthority) throw new Conflict(identityProblems.link_first(name), "link_first");
  // Nothing of it changes until an operator enables it.
  if ((await findSignInState(db, account.id))?.disabledAt) {
    throw new Forbidden(accountTexts.disabled, "account_disabled");
  }
  const { issuer, subject } = claims;
  const linked = await identities.linkByAddress(db, { issuer, subject, userId: account.id, email }, clock())
    .catch(endUserOnFailure(deps, account.id));
  if (!linked) {
    await assertRoom(deps, account.id);
    throw new Conflict(identityProblems.email_exists(), "email_exists");
  }
  if (linked.isClaimed) broadcast.endUser(account.id);
  await mailLinked(deps, { name: account.fullName, email }, linked.isClaimed);
  return account.id;
}

/** Makes an account without a password. */
async function register(
  deps: Deps,
  { email, name, ...identity }: Claims & { email: string },
  { invite, caller }: Visitor,
): Promise<string> {
  const { config, db, clock, limiter } = deps;
  await limiter.take("register", caller.address);
  const by = await findInvitedBy(deps, invite);
  const isOnlyByLink = await assertMayRegister(deps, { email, by });
  const createdAt = clock();
  const siteName = config.site.name;
  const given = requiredText(peopleLimits.fullName.max).safeParse(name?.slice(0, peopleLimits.fullName.max)).data;
  const fullName = [given, email.split("@")[0]].find((name) => name && !isReserved(name, siteName)) ??
    registrationTexts.unnamed;
  const user: NewUser = {
    id: uuid(),
    username: usernameFrom(fullName, { siteName }),
    email,
    fullName,
    passwordHash: "",
    verifiedAt: createdAt,
    createdAt,
    inviteId: by.link?.id,
  };
  await storeUser(deps, user, { isOnlyByLink, also: [identities.insertIdentity(db, user.id, identity, createdAt)] });
  if (by.link) await joinAsRegistered(deps, user.id, by.link.id);
  // A mailed invitation is accepted on its own page, where the browser goes next.
  return user.id;
}

/** How somebody may get in beside what they have: by an account at the provider, and by a link that is mailed. */
export const waysBeside = ({ config, provider }: Pick<Deps, "config" | "provider">) => ({
  present: provider?.issuer,
  mailed: config.mailUrl !== undefined,
});

/**
 * Unlinks an account elsewhere from the caller's, and tells them by mail.
 *
 * @throws Conflict where it is the only way to sign in, NotFound where it is not linked; as `assertRecentlyAuthenticated`
 */
export async function unlinkIdentity(
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "mailer" | "provider">,
  session: Session,
  { issuer, subject, ...proof }: identities.Identity & Proof,
): Promise<void> {
  const { db } = deps;
  const { user } = session;
  const identity = { issuer, subject };
  if ((await identities.findIdentity(db, identity))?.userId !== user.id) {
    throw new NotFound(identityTexts.notFound, "identity_not_found");
  }
  await assertRecentlyAuthenticated(deps, session, proof);
  if (!await identities.deleteIdentity(db, user.id, identity, waysBeside(deps))) {
    throw new Conflict(accountTexts.lastWay, "last_sign_in");
  }
  await mailOwner(deps, user, (owner) => identityUnlinkedMail({ ...owner, provider: issuerName(deps, issuer) }));
}

/** What the button calls an issuer; of one that the settings name no more, its host. */
export const issuerName = ({ provider }: Pick<Deps, "provider">, issuer: string): string =>
  provider?.issuer === issuer ? provider.name : URL.parse(issuer)?.host ?? issuer;
