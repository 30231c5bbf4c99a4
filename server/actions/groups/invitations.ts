import * as invitations from "../../../db/groups/invitations.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { v7 as uuid } from "uuid";
import { findGroup } from "../../../db/groups/groups.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import type { Group } from "../../contract/groups/groups.ts";
import type { InvitedByMail } from "../../contract/groups/invitations.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { AppError, found, groupNotFound, NotFound } from "../../errors.ts";
import { invitationMail } from "../../mail/invitation.tsx";
import { isWithin } from "../../rate_limits.ts";
import { assertGood, assertOrganizer, welcome } from "./invite_links.ts";
import { notifyOfInvitation } from "../notices/notices.ts";
import { mayEverRegister } from "../account/registration.ts";
import { groupPaths } from "../../contract/groups/paths.ts";

type Parts = Pick<Deps, "db" | "clock" | "broadcast">;

/**
 * Invites people by their addresses: who has an account finds the invitation there, who has none is mailed a link. The
 * answer does not tell them apart, nor who was invited a short while ago, nor whom no invitation reaches as they wish.
 *
 * @throws NotFound for outsiders, Forbidden for members who may not invite, TooMany after too many addresses
 */
export async function inviteByMail(
  deps: Parts & Pick<Deps, "config" | "limiter" | "mailer" | "log" | "pusher">,
  viewer: User,
  { groupId, emails }: { groupId: string; emails: string[] },
): Promise<InvitedByMail> {
  const { config, db, clock, limiter, mailer } = deps;
  await assertOrganizer(db, viewer, groupId);
  await limiter.take("invitation", viewer.id, emails.length);
  const group = found(await findGroup(db, viewer.id, groupId), groupNotFound);
  const now = clock();
  const all = await invitations.findInvitees(db, viewer.id, groupId, emails);
  const invited = all.filter(({ isMember }) => !isMember);
  const isNew = ({ invitedAt }: invitations.Invitee) =>
    invitedAt === null || invitedAt <= now - groupsLimits.invitations.again;
  const rows = [];
  for (const invitee of invited) {
    const { email, userId, refuses } = invitee;
    // Who could not register is not mailed; the answer does not tell them apart either.
    const isMailed = userId === null && !refuses && isNew(invitee) && mayEverRegister(config, email);
    const token = isMailed && await mayMail(limiter, email) ? newToken() : undefined;
    rows.push({
      id: uuid(),
      email,
      hash: token ? hashToken(token) : null,
      mail: token ? mailer.rowOf({ to: email, ...mailOf(deps, { viewer, group, token }) }) : undefined,
    });
  }
  const stored = await invitations.saveInvitations(db, viewer.id, {
    groupId,
    invitees: rows,
    expiresAt: now + groupsLimits.invitations.lifetime,
  }, now);
  mailer.wake();
  const isStored = new Set(stored);
  const userIds = invited.flatMap(({ email, userId, refuses }) =>
    userId && !refuses && isStored.has(email) ? [userId] : []
  );
  await notifyOfInvitation(deps, viewer, { group, userIds });
  return { invited: invited.length, alreadyIn: all.length - invited.length, refused: 0 };
}

const mailOf = (
  { config }: Pick<Deps, "config">,
  { viewer, group, token }: { viewer: User; group: Group; token: string },
) =>
  invitationMail({
    site: config.site,
    inviter: viewer.name,
    groupName: group.groupName,
    url: config.publicUrl + groupPaths.invitation(token),
  });

/** Whoever invites an address, its owner is mailed only so often; the invitation is there all the same. */
const mayMail = (limiter: Deps["limiter"], email: string): Promise<boolean> =>
  isWithin(limiter, "invitationMail", email);

/** Takes an invitation back. @throws NotFound for outsiders or an unknown one, Forbidden for who may not invite */
export async function withdrawInvitation(
  { db }: Pick<Deps, "db">,
  viewer: User,
  invitation: { groupId: string; id: string },
): Promise<void> {
  if (await invitations.withdrawInvitation(db, viewer.id, invitation)) return;
  await assertOrganizer(db, viewer, invitation.groupId);
  throw invitationNotFound();
}

/**
 * What the link of a mailed invitation leads to.
 *
 * @throws NotFound for an unknown one, Gone where it is not good any more, TooMany after too many tries
 */
export async function readInvitation(
  { db, clock, limiter }: Pick<Deps, "db" | "clock" | "limiter">,
  token: string,
  { address }: { address: string },
): Promise<invitations.FoundInvitation> {
  await limiter.take("join", address);
  const invitation = found(await invitations.findInvitation(db, hashToken(token), clock()), invitationNotFound);
  assertGood(invitation.state);
  return invitation;
}

/**
 * Makes the caller a member of the group that they are invited into.
 *
 * @param which its id, or the token of the mailed link
 * @throws NotFound where there is no such invitation for them, BadRequest where the group is full
 */
export async function acceptInvitation(
  deps: Parts,
  viewer: Pick<User, "id">,
  which: { id: string } | { token: string },
): Promise<Group> {
  const { db, clock } = deps;
  const by: invitations.Which = "token" in which ? { hash: hashToken(which.token) } : { ...which, userId: viewer.id };
  const accepted = await invitations.acceptInvitation(db, viewer.id, by, clock());
  if (accepted?.isAdded) return await welcome(deps, viewer.id, accepted.groupId);
  if (accepted) return found(await findGroup(db, viewer.id, accepted.groupId), groupNotFound);
  assertGood(await stateOf(deps, viewer.id, by));
  throw invitationNotFound();
}

/** Why an invitation could not be accepted. Of those that are listed every one could, but for a full group. */
async function stateOf({ db, clock }: Pick<Deps, "db" | "clock">, viewerId: string, by: invitations.Which) {
  if ("hash" in by) return (await invitations.findInvitation(db, by.hash, clock()))?.state ?? null;
  return (await invitations.listInvitations(db, viewerId, clock())).some(({ id }) => id === by.id) ? "full" : null;
}

/**
 * The same for somebody who has just registered by the link of the mail: what hinders it does not hinder that.
 *
 * @returns the group's id, if they are in it
 */
export const joinAsInvited = (deps: Parts, user: Pick<User, "id">, token: string): Promise<string | undefined> =>
  acceptInvitation(deps, user, { token }).then(({ id }) => id, (error) => {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  });

/**
 * Declines an invitation, once or for all.
 *
 * @throws NotFound where there is no such invitation for them
 */
export async function declineInvitation(
  { db, clock }: Pick<Deps, "db" | "clock">,
  viewer: Pick<User, "id"> | undefined,
  which: { id: string } | { token: string },
  { never = false }: { never?: boolean },
): Promise<void> {
  const by = "token" in which ? { hash: hashToken(which.token) } : { ...which, userId: viewer!.id };
  if (!await invitations.declineInvitation(db, by, { never, now: clock() })) throw invitationNotFound();
}

const invitationNotFound = () => new NotFound(inviteTexts.invitationNotFound, "invitation_not_found");
