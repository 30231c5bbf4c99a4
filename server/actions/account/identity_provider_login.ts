import { v7 as uuid } from "uuid";
import { findCredentials, findSignInState } from "../../../db/account/accounts.ts";
import { findAccountOwner, insertLinkedAccount, linkByAddress } from "../../../db/account/credentials.ts";
import { insertTicket, takeTicket } from "../../../db/account/tokens.ts";
import { assertMayLink, linkAccount, mailLinked, providerOf } from "./linked_accounts.ts";
import { assertVerified, signIn } from "./login.ts";
import { isReserved, usernameFrom } from "./names.ts";
import { assertRecentlyAuthenticated, type Proof } from "./reauthentication.ts";
import { storeUser } from "./register.ts";
import { assertMayRegister, findInvitedBy } from "./registration.ts";
import { joinAsRegistered } from "../groups/invite_links.ts";
import type { Attempt, IdentifiedPerson } from "../../auth/identity_provider.ts";
import { type Caller, endUserOnFailure, type Session } from "../../auth/sessions.ts";
import { hashToken, newToken } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import {
  Address,
  IdentityProviderCallback,
  IdentityProviderQuery,
  type SignedIn,
  type TwoStepNeeded,
} from "../../contract/account/shapes.ts";
import { accountTexts, identityProviderProblems as problems, registrationTexts } from "../../contract/account/texts.ts";
import * as peopleLimits from "../../contract/people/limits.ts";
import { requiredText } from "../../contract/site/fields.ts";
import { ownPath } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden } from "../../errors.ts";
import { operation } from "../../operation.ts";

/** Done by its door: browsers come here by links, and other failures than these are shown on a page. */
export const beginIdentityProviderLogin = operation({
  call: "GET /auth/oidc",
  summary: "Leads to the identity provider, to log in by an account there",
  access: "anyone",
  takes: IdentityProviderQuery,
  status: 302,
  fails: { 404: ["not_found"] },
});

export const finishIdentityProviderLogin = operation({
  call: "GET /auth/oidc/callback",
  summary: "Ends that in a session, and leads to where it was begun",
  access: "anyone",
  takes: IdentityProviderCallback,
  status: 303,
  fails: { 404: ["not_found"] },
});

type StoredAttempt = Omit<Attempt, "state"> & { issuer: string; next?: string };
type StartedAttempt = { url: URL; token: string };

/** A ticket is found by both together: by what only the browser has, and by what goes through the provider. */
const ticketHash = (token: string, state: string) => hashToken(`${token}.${state}`);

/** @throws NotFound where the settings name no provider, AppError where it does not answer, TooMany */
export async function beginLogin(deps: Deps, next: string | undefined, { address }: Caller): Promise<StartedAttempt> {
  providerOf(deps);
  await deps.limiter.take("elsewhere", address);
  const path = ownPath(next);
  return await begin(deps, { next: path && path.length <= accountLimits.identityProvider.next ? path : undefined });
}

export async function beginLink(deps: Deps, session: Session, proof: Proof): Promise<StartedAttempt> {
  providerOf(deps);
  await deps.limiter.take("newKey", session.user.id);
  await assertRecentlyAuthenticated(deps, session, proof);
  return await begin(deps, { userId: session.user.id });
}

async function begin(deps: Deps, { next, userId }: { next?: string; userId?: string }): Promise<StartedAttempt> {
  const { db, clock } = deps;
  const provider = providerOf(deps);
  const [token, state] = [newToken(), newToken()];
  const secrets = { nonce: newToken(), codeVerifier: newToken() };
  // On a computer that people share somebody else may be logged in there.
  const url = await provider.address({ state, ...secrets }, userId !== undefined);
  const data = { ...secrets, issuer: provider.issuer, next } satisfies StoredAttempt;
  const expiresAt = clock() + accountLimits.identityProvider.lifetime;
  await db.write([insertTicket(db, { hash: ticketHash(token, state), kind: "oidc", userId, data, expiresAt })]);
  return { url, token };
}

interface ReturnedBrowser {
  token?: string;
  query: string;
  session?: Session;
  invite?: string;
  caller: Caller;
}

type FinishedAttempt = { answer: SignedIn | TwoStepNeeded; next?: string; isLinked?: undefined } | { isLinked: true };

/** Once, in the browser that began it. @throws AppError whose code is one of `identityProviderProblems` */
export async function finish(
  deps: Deps,
  { token, query, session, invite, caller }: ReturnedBrowser,
): Promise<FinishedAttempt> {
  const { db, clock, limiter } = deps;
  const provider = providerOf(deps);
  await limiter.take("elsewhere", caller.address);
  const state = new URLSearchParams(query).get("state");
  const ticket = token && state && await takeTicket(db, { hash: ticketHash(token, state), kind: "oidc", now: clock() });
  const { issuer, next, ...secrets } = (ticket ? ticket.data : {}) as unknown as StoredAttempt;
  if (!ticket || issuer !== provider.issuer) throw new BadRequest(problems.sign_in_expired(), "sign_in_expired");
  if (ticket.userId && ticket.userId !== session?.user.id) {
    throw new Forbidden(problems.other_account(), "other_account");
  }
  const person = await provider.identify(query, { state, ...secrets });
  if (!person.subject || person.subject.length > accountLimits.identityProvider.subject) {
    throw new BadRequest(problems.invalid_answer(provider.name), "invalid_answer");
  }
  if (!ticket.userId) return { answer: await signInAs(deps, person, { invite, caller }), next };
  await linkAccount(deps, session!, person);
  return { isLinked: true };
}

type Visitor = Pick<ReturnedBrowser, "invite" | "caller">;

async function signInAs(deps: Deps, person: IdentifiedPerson, visitor: Visitor): Promise<SignedIn | TwoStepNeeded> {
  const known = await findAccountOwner(deps.db, person);
  if (!known) return await signIn(deps, await newOwner(deps, person, visitor), { caller: visitor.caller });
  assertVerified(deps, known);
  return await signIn(deps, known.userId, { caller: visitor.caller });
}

/** Somebody who logs in twice at once for the first time is the same person both times. */
const newOwner = (deps: Deps, person: IdentifiedPerson, visitor: Visitor): Promise<string> =>
  linkOrRegister(deps, person, visitor).catch(async (error) => {
    const owner = await findAccountOwner(deps.db, person);
    if (!owner) throw error;
    return owner.userId;
  });

async function linkOrRegister(deps: Deps, person: IdentifiedPerson, visitor: Visitor): Promise<string> {
  const { config, db, clock, broadcast } = deps;
  const { name } = providerOf(deps);
  const email = Address.safeParse({ email: person.email }).data?.email;
  if (!email) throw new Forbidden(problems.email_not_verified(name), "email_not_verified");
  // The people who run the provider would operate this service too.
  const account = await findCredentials(db, email);
  if (config.operators.includes(email) || account && account.id === config.firstOperatorId) {
    throw new Conflict(problems.operator_address(name), "operator_address");
  }
  if (!account) return await register(deps, { ...person, email }, visitor);
  if (!person.isAuthority) throw new Conflict(problems.link_first(name), "link_first");
  // Nothing of it changes until an operator enables it.
  if ((await findSignInState(db, account.id))?.disabledAt) {
    throw new Forbidden(accountTexts.disabled, "account_disabled");
  }
  const { issuer, subject } = person;
  const linked = await linkByAddress(db, { issuer, subject, userId: account.id, email, now: clock() })
    .catch(endUserOnFailure(deps, account.id));
  if (!linked) {
    await assertMayLink(deps, account.id);
    throw new Conflict(problems.email_exists(), "email_exists");
  }
  if (linked.isClaimed) broadcast.endUser(account.id);
  await mailLinked(deps, { name: account.fullName, email }, linked);
  return account.id;
}

async function register(
  deps: Deps,
  { email, name, issuer, subject }: IdentifiedPerson & { email: string },
  { invite, caller }: Visitor,
): Promise<string> {
  const { config, db, clock, limiter } = deps;
  await limiter.take("register", caller.address);
  const by = await findInvitedBy(deps, invite, caller);
  const isOnlyByLink = await assertMayRegister(deps, { email, by });
  const createdAt = clock();
  const siteName = config.site.name;
  const given = requiredText(peopleLimits.fullName.max).safeParse(name?.slice(0, peopleLimits.fullName.max)).data;
  const fullName = [given, email.split("@")[0]].find((name) => name && !isReserved(name, siteName)) ??
    registrationTexts.unnamed;
  const user = {
    id: uuid(),
    username: usernameFrom(fullName, { siteName }),
    email,
    fullName,
    passwordHash: "",
    verifiedAt: createdAt,
    createdAt,
    inviteId: by.link?.id,
  };
  const linked = insertLinkedAccount(db, user.id, { issuer, subject, now: createdAt });
  await storeUser(deps, user, { isOnlyByLink, also: [linked] });
  if (by.link) await joinAsRegistered(deps, user.id, by.link.id);
  // A mailed invitation is accepted on its own page, where the browser goes next.
  return user.id;
}
