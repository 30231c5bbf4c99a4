import * as invites from "../../../db/groups/invite_links.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { v7 as uuid } from "uuid";
import { findGroup, isMember } from "../../../db/groups/groups.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import type { Group } from "../../contract/groups/groups.ts";
import type { Invite, NewInvite } from "../../contract/groups/invites.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Forbidden, found, Gone, groupNotFound, NotFound } from "../../errors.ts";
import { groupPaths } from "../../contract/groups/paths.ts";

type Parts = Pick<Deps, "db" | "clock" | "broadcast">;

const day = 24 * 3600_000;

/**
 * Makes an invite link.
 *
 * @returns it with its address, which is not known later
 * @throws NotFound for outsiders, Forbidden for members who may not invite, BadRequest when the group has too many,
 * TooMany after too many
 */
export async function createInvite(
  { config, db, clock, limiter }: Pick<Deps, "config" | "db" | "clock" | "limiter">,
  viewer: User,
  { groupId, days, maxUses }: NewInvite & { groupId: string },
): Promise<Invite & { url: string }> {
  await limiter.take("invite", viewer.id);
  const token = newToken();
  const now = clock();
  const row = { id: uuid(), groupId, hash: hashToken(token), expiresAt: now + days * day, maxUses };
  if (!await invites.insertInvite(db, viewer.id, row, now)) {
    await assertOrganizer(db, viewer, groupId);
    throw new BadRequest(inviteTexts.tooMany(groupsLimits.invites.perGroup), "too_many_invites");
  }
  return {
    id: row.id,
    expiresAt: new Date(row.expiresAt).toISOString(),
    uses: 0,
    maxUses,
    createdBy: viewer.id,
    url: config.publicUrl + groupPaths.join(token),
  };
}

/** The links of a group that can be used. @throws NotFound for outsiders, Forbidden for members who may not invite */
export async function listInvites({ db, clock }: Pick<Deps, "db" | "clock">, viewer: User, groupId: string) {
  const listed = await invites.listInvites(db, viewer.id, groupId, clock());
  if (!listed) await assertOrganizer(db, viewer, groupId);
  return listed ?? [];
}

/** Ends a link at once. @throws NotFound for outsiders or an unknown link, Forbidden for members who may not invite */
export async function revokeInvite(
  { db, clock }: Pick<Deps, "db" | "clock">,
  viewer: User,
  invite: { groupId: string; id: string },
): Promise<void> {
  if (await invites.revokeInvite(db, viewer.id, invite, clock())) return;
  await assertOrganizer(db, viewer, invite.groupId);
  throw new NotFound(inviteTexts.inviteNotFound, "invite_not_found");
}

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export async function assertOrganizer(db: Deps["db"], viewer: User, groupId: string): Promise<void> {
  const { role } = found(await findGroup(db, viewer.id, groupId), groupNotFound);
  if (role === "member") throw new Forbidden(inviteTexts.onlyOrganizers, "not_organizer");
}

/**
 * What the link of a token leads to.
 *
 * @throws NotFound for an unknown one, Gone where it cannot be used any more, TooMany after too many tries
 */
export async function readInvite(
  { db, clock, limiter }: Pick<Deps, "db" | "clock" | "limiter">,
  token: string,
  { address }: { address: string },
): Promise<invites.FoundInvite> {
  await limiter.take("join", address);
  const invite = found(
    await invites.findInvite(db, hashToken(token), clock()),
    () => new NotFound(inviteTexts.notFound, "invite_not_found"),
  );
  assertGood(invite.state);
  return invite;
}

/** @throws Gone, or BadRequest where the group is full */
export function assertGood(state: invites.InviteState): void {
  if (state === "revoked") throw new Gone(inviteTexts.wasRevoked, "invite_revoked");
  if (state === "expired") throw new Gone(inviteTexts.expired, "invite_expired");
  if (state === "usedUp") throw new Gone(inviteTexts.usedUp, "invite_used_up");
  if (state === "full") throw new BadRequest(inviteTexts.full, "group_full");
}

/**
 * Makes the caller a member of the group that a link leads to. Who is in it already stays so, and it costs no use.
 *
 * @throws NotFound for an unknown link, Gone where it cannot be used any more, BadRequest where the group is full,
 * TooMany after too many tries
 */
export async function joinByInvite(
  deps: Parts & Pick<Deps, "limiter">,
  viewer: User,
  token: string,
  { address }: { address: string },
): Promise<Group> {
  const { db, clock, limiter } = deps;
  await limiter.take("join", address);
  const hash = hashToken(token);
  const isAdded = await invites.joinByInvite(db, viewer.id, { hash }, clock());
  const invite = found(
    await invites.findInvite(db, hash, clock()),
    () => new NotFound(inviteTexts.notFound, "invite_not_found"),
  );
  if (isAdded) return await welcome(deps, viewer.id, invite.groupId);
  if (!await isMember(db, viewer.id, invite.groupId)) {
    assertGood(invite.state);
    throw new Gone(inviteTexts.usedUp, "invite_used_up");
  }
  return found(await findGroup(db, viewer.id, invite.groupId), groupNotFound);
}

/** Sends a group that somebody has joined, and them their group. @returns it */
export async function welcome({ db, broadcast }: Pick<Deps, "db" | "broadcast">, userId: string, groupId: string) {
  const group = found(await findGroup(db, userId, groupId), groupNotFound);
  broadcast.memberAdded({ groupId, userId }, group);
  return group;
}

/**
 * Makes somebody whose address was just verified a member of the group by whose link they registered, if it is still
 * good. @returns the group's id; undefined where they are not in it
 */
export async function joinAsRegistered(
  deps: Parts,
  userId: string,
  inviteId: string,
): Promise<string | undefined> {
  const { db, clock } = deps;
  const groupId = await invites.joinByInvite(db, userId, { id: inviteId }, clock());
  return groupId ? (await welcome(deps, userId, groupId)).id : undefined;
}
