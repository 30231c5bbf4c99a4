import { findInvitation, type InvitationPreview, isInvited } from "../../../db/groups/invitations.ts";
import type { InviteLinkPreview } from "../../../db/groups/invite_links.ts";
import { findInviteLink } from "../groups/invite_links.ts";
import { hashToken } from "../../auth/secrets.ts";
import { registerServerTexts, registrationTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden } from "../../errors.ts";
import { isOfDomains } from "../../settings/checks.ts";

export const isOpen = ({ config }: Deps): boolean => config.registration !== "closed";

interface RegisteredBy {
  link?: InviteLinkPreview;
  mail?: InvitationPreview;
}

/** @throws TooMany for codes */
export async function findInvitedBy(
  deps: Deps,
  token: string | undefined,
  caller: { address: string },
): Promise<RegisteredBy> {
  if (!token) return {};
  const link = await findInviteLink(deps, token, caller);
  return link ? { link } : { mail: await findInvitation(deps.db, hashToken(token), deps.clock()) };
}

/** @returns whether only by their link, which needs a place left @throws Forbidden, BadRequest */
export async function assertMayRegister(
  { config, db, clock }: Deps,
  { email, by }: { email: string; by: RegisteredBy },
): Promise<boolean> {
  if (config.registration === "closed") throw new Forbidden(registrationTexts.closed, "registration_closed");
  assertOfDomains(config, email);
  if (config.registration === "open" || await isInvited(db, email, clock())) return false;
  if (by.link?.state !== null) throw invitationNeeded();
  return true;
}

export const invitationNeeded = () => new Forbidden(registrationTexts.inviteOnly, "invitation_needed");

export const emailExists = () => new Conflict(registerServerTexts.emailExists, "email_exists");

export function assertOfDomains({ registrationDomains }: Deps["config"], email: string): void {
  if (isOfDomains(email, registrationDomains)) return;
  throw new BadRequest(registrationTexts.domains(registrationDomains), "email_domain");
}

export const mayEverRegister = (
  { registration, registrationDomains }: Pick<Deps["config"], "registration" | "registrationDomains">,
  email: string,
): boolean => registration !== "closed" && isOfDomains(email, registrationDomains);
