/** The people whom the operator lets make an account. */
import { findInvitation, type InvitationPreview, isInvited } from "../../../db/groups/invitations.ts";
import { findInviteLink, type InviteLinkPreview } from "../../../db/groups/invite_links.ts";
import { hashToken } from "../../auth/tokens.ts";
import { registerServerTexts, registrationTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden } from "../../errors.ts";
import { isOfDomains } from "../../settings/schemas.ts";

/** Whether anybody at all may make an account, so that pages offer it. */
export const isOpen = ({ config }: Pick<Deps, "config">): boolean => config.registration !== "closed";

/** The invitation by which somebody registers, good or not. */
interface RegisteredBy {
  link?: InviteLinkPreview;
  mail?: InvitationPreview;
}

/** What a token invites to: a link's, or that of a mail. */
export async function findInvitedBy(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string | undefined,
): Promise<RegisteredBy> {
  if (!token) return {};
  const hash = hashToken(token);
  const link = await findInviteLink(db, hash, clock());
  return link ? { link } : { mail: await findInvitation(db, hash, clock()) };
}

/**
 * Whether the operator lets somebody make an account.
 *
 * @returns whether only by the link that they have, which must have a place left for them (see `deleteUninvited`)
 * @throws Forbidden where registration is closed, or open only to people who are invited; BadRequest for an address
 * outside the operator's domains
 */
export async function assertMayRegister(
  { config, db, clock }: Pick<Deps, "config" | "db" | "clock">,
  { email, by }: { email: string; by: RegisteredBy },
): Promise<boolean> {
  if (!isOpen({ config })) throw new Forbidden(registrationTexts.closed, "registration_closed");
  assertOfDomains(config, email);
  if (config.registration === "open" || await isInvited(db, email, clock())) return false;
  if (by.link?.state !== null) throw invitationNeeded();
  return true;
}

export const invitationNeeded = () => new Forbidden(registrationTexts.inviteOnly, "invitation_needed");

export const emailExists = () => new Conflict(registerServerTexts.emailExists, "email_exists");

/** @throws BadRequest for an address outside the operator's domains */
export function assertOfDomains({ registrationDomains }: Deps["config"], email: string): void {
  if (isOfDomains(email, registrationDomains)) return;
  throw new BadRequest(registrationTexts.domains(registrationDomains), "email_domain");
}

/** Whether the operator lets somebody with this address make an account, if they are invited. */
export const mayEverRegister = (
  { registration, registrationDomains }: Pick<Deps["config"], "registration" | "registrationDomains">,
  email: string,
): boolean => registration !== "closed" && isOfDomains(email, registrationDomains);
