import * as linked from "../../../db/account/credentials.ts";
import type { CredentialSettings } from "../../../db/account/credentials.ts";
import { type Addressee, mailOwner } from "./owner_mail.ts";
import { assertRecentlyAuthenticated, type Proof } from "./reauthentication.ts";
import type { IdentifiedPerson, IdentityProvider } from "../../auth/identity_provider.ts";
import type { Session } from "../../auth/sessions.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import {
  accountTexts,
  identityProviderProblems as problems,
  identityProviderTexts as words,
} from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { Conflict, Forbidden, NotFound } from "../../errors.ts";
import { identityLinkedMail, identityUnlinkedMail } from "../../mail/account_mails.tsx";

/** @throws NotFound where the settings name none */
export function providerOf({ identityProvider }: Deps): IdentityProvider {
  if (!identityProvider) throw new NotFound();
  return identityProvider;
}

export const issuerName = ({ identityProvider }: Deps, issuer: string): string =>
  identityProvider?.issuer === issuer ? identityProvider.name : URL.parse(issuer)?.host ?? issuer;

export const credentialSettings = ({ config, identityProvider }: Deps): CredentialSettings => (
  { issuer: identityProvider?.issuer, isMailSent: config.mailUrl !== undefined }
);

/** @throws Conflict where it is linked to another account here, or the user has linked too many */
export async function linkAccount(deps: Deps, { user, hash }: Session, person: IdentifiedPerson): Promise<void> {
  const { db, clock } = deps;
  const before = await linked.findAccountOwner(db, person);
  if (!before) await linked.linkAccount(db, hash, { ...person, now: clock() });
  const owner = await linked.findAccountOwner(db, person);
  if (owner && owner.userId !== user.id) {
    throw new Conflict(problems.identity_taken(providerOf(deps).name), "identity_taken");
  }
  if (!owner) await assertMayLink(deps, user.id);
  if (!owner) throw new Forbidden(problems.other_account(), "other_account");
  if (!before) await mailLinked(deps, user, { isClaimed: false });
}

export async function assertMayLink({ db }: Deps, userId: string): Promise<void> {
  if (await linked.countLinkedAccounts(db, userId) >= accountLimits.identityProvider.max) {
    throw new Conflict(problems.too_many_identities(), "too_many_identities");
  }
}

/** @param isClaimed whether the address was not verified before, and what was added to the account is void */
export const mailLinked = (deps: Deps, to: Addressee, { isClaimed }: { isClaimed: boolean }): Promise<void> =>
  mailOwner(deps, to, (owner) => identityLinkedMail({ ...owner, provider: providerOf(deps).name, isClaimed }));

/** @throws Conflict where it is their only credential, NotFound where it is not linked */
export async function unlinkAccount(
  deps: Deps,
  session: Session,
  { issuer, subject, ...proof }: linked.LinkedAccount & Proof,
): Promise<void> {
  const { db } = deps;
  const { user } = session;
  const account: linked.LinkedAccount = { issuer, subject };
  if ((await linked.findAccountOwner(db, account))?.userId !== user.id) {
    throw new NotFound(words.notFound, "identity_not_found");
  }
  await assertRecentlyAuthenticated(deps, session, proof);
  if (!await linked.deleteLinkedAccount(db, user.id, { account, settings: credentialSettings(deps) })) {
    throw new Conflict(accountTexts.lastCredential, "last_sign_in");
  }
  await mailOwner(deps, user, (owner) => identityUnlinkedMail({ ...owner, provider: issuerName(deps, issuer) }));
}
