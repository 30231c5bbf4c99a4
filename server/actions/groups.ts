import { v7 as uuid } from "uuid";
import * as groups from "../../db/groups.ts";
import { listNotified } from "../../db/notices.ts";
import { findUserCard } from "../../db/users.ts";
import type { Group, NewGroup } from "../contract/groups.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Conflict, Forbidden, found, groupNotFound, NotFound, userNotFound } from "../errors.ts";
import { noticesRemoved, notifyOfMembership } from "./notices.ts";
import { receivePicture } from "./pictures.ts";

type Parts = Pick<Deps, "db" | "clock" | "broadcast">;

/**
 * Creates a group with its creator as first member.
 *
 * @param draft its `id` makes the call idempotent: a group stored under that id already is returned as it is
 * @throws BadRequest when the creator has as many groups as one person may create, BadRequest or TooLarge for a picture
 * that cannot be used, TooMany after too many pictures
 */
export async function createGroup(
  deps: Parts & Pick<Deps, "limiter">,
  creator: User,
  { id = uuid(), groupName, description = null, image }: NewGroup & { id?: string },
): Promise<Group> {
  const { db, clock } = deps;
  // Saves the work on the picture; the insert itself checks the number again.
  const mayFit = !await groups.hasReachedGroupLimit(db, creator.id);
  const picture = image && mayFit ? await receivePicture(deps, creator, image) : undefined;
  if (mayFit) await groups.insertGroup(db, creator.id, { id, groupName, description, picture }, clock());
  const group = await groups.findGroup(db, creator.id, id);
  if (group) return group;
  throw await groups.hasReachedGroupLimit(db, creator.id) ? tooManyGroups() : groupNotFound();
}

/**
 * Deletes a group for everyone at once; its content is removed later.
 *
 * @throws NotFound for outsiders, Forbidden for members who are not the creator
 */
export async function deleteGroup(
  deps: Parts & Pick<Deps, "log" | "pusher" | "purge">,
  viewer: User,
  id: string,
): Promise<void> {
  const { db, broadcast, purge } = deps;
  // They are gone with the group.
  const notified = await listNotified(db, viewer.id, { groupId: id });
  const former = await groups.deleteGroup(db, viewer.id, id);
  if (former.length === 0) {
    found(await groups.findGroup(db, viewer.id, id), groupNotFound);
    throw new Forbidden(texts.groups.onlyCreatorDeletes, "not_creator");
  }
  broadcast.closeGroup(id, former);
  purge.groupDeleted(id);
  await noticesRemoved(deps, notified.map((userId) => ({ userId })));
}

interface Membership {
  groupId: string;
  userId: string;
}

/**
 * Adds a member.
 *
 * @returns the group with its new member
 * @throws NotFound for outsiders or an unknown user, Forbidden for members who are not the creator, Conflict when the
 * user is a member already, BadRequest when the group is full, TooMany when the viewer adds them again and again
 */
export async function addMember(
  deps: Parts & Pick<Deps, "log" | "pusher" | "limiter">,
  viewer: User,
  { groupId, userId }: Membership,
): Promise<Group> {
  const { db, clock, broadcast } = deps;
  await deps.limiter.take("addMember", `${viewer.id} ${userId}`);
  const added = await groups.insertMember(db, viewer.id, { groupId, userId }, clock());
  const group = found(await groups.findGroup(db, viewer.id, groupId), groupNotFound);
  if (added) {
    const theirs = await groups.findGroup(db, userId, groupId);
    if (theirs) broadcast.memberAdded({ groupId, userId }, theirs);
    await notifyOfMembership(deps, viewer, { group, userId });
    return group;
  }
  if (group.createdBy !== viewer.id) throw new Forbidden(texts.members.onlyCreatorAdds, "not_creator");
  found(await findUserCard(db, viewer.id, userId), userNotFound);
  const isMember = group.members.some(({ user }) => user.id === userId);
  if (!isMember) throw new BadRequest(texts.members.groupFull, "group_full");
  throw new Conflict(texts.members.already, "already_member");
}

/**
 * Removes a member: the creator removes another, or a member leaves.
 *
 * @throws NotFound for outsiders or someone who is no member, Forbidden for members who are not the creator, BadRequest
 * for a creator who wants to leave
 */
export async function removeMember(
  deps: Parts & Pick<Deps, "log" | "pusher">,
  viewer: User,
  { groupId, userId }: Membership,
): Promise<void> {
  const { db, broadcast } = deps;
  const notified = await listNotified(db, viewer.id, { groupId, userId });
  if (!await groups.deleteMember(db, viewer.id, { groupId, userId })) {
    const group = found(await groups.findGroup(db, viewer.id, groupId), groupNotFound);
    const isCreator = group.createdBy === viewer.id;
    if (isCreator && userId === viewer.id) {
      throw new BadRequest(texts.members.creatorCannotLeave, "creator_cannot_leave");
    }
    if (!isCreator) throw new Forbidden(texts.members.onlyCreatorRemoves, "not_creator");
    throw new NotFound(texts.members.notMember, "not_a_member");
  }
  broadcast.evict(groupId, userId);
  await noticesRemoved(deps, notified.map((userId) => ({ userId })));
}

const tooManyGroups = () => new BadRequest(texts.groups.tooMany, "too_many_groups");
