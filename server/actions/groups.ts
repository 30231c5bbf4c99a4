import { v7 as uuid } from "uuid";
import * as groups from "../../db/groups.ts";
import { findUserCard } from "../../db/users.ts";
import type { Group, NewGroup } from "../contract/groups.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Conflict, Forbidden, NotFound } from "../errors.ts";
import { receivePicture } from "./pictures.ts";

type Parts = Pick<Deps, "db" | "clock" | "broadcast">;

/**
 * Makes a group with its creator as first member.
 *
 * @param draft with its `id` where the caller knows it; a group that is there under it already is the one that is given
 * @throws BadRequest for who has made as many as one person may, BadRequest or TooLarge for a picture that cannot be
 * used, TooMany after too many pictures
 */
export async function createGroup(
  deps: Parts & Pick<Deps, "limiter">,
  creator: User,
  { id = uuid(), groupName, description = null, image }: NewGroup & { id?: string },
): Promise<Group> {
  const { db, clock } = deps;
  // Before the work that a picture makes; whether there is room is decided where the group is stored.
  const mayFit = !await groups.hasMadeMost(db, creator.id);
  const picture = image && mayFit ? await receivePicture(deps, creator, image) : undefined;
  if (mayFit) await groups.insertGroup(db, creator.id, { id, groupName, description, picture }, clock());
  const group = await groups.findGroup(db, creator.id, id);
  if (group) return group;
  throw await groups.hasMadeMost(db, creator.id) ? tooManyGroups() : groupNotFound();
}

/**
 * A group, to a member of it.
 *
 * @throws NotFound to everyone else, who cannot tell it from one that does not exist
 */
export async function findGroup({ db }: Pick<Deps, "db">, viewer: User, id: string): Promise<Group> {
  const group = await groups.findGroup(db, viewer.id, id);
  if (!group) throw groupNotFound();
  return group;
}

/**
 * Deletes a group: for everyone at once, and what is in it soon after.
 *
 * @throws NotFound to strangers, Forbidden to members who did not make it
 */
export async function deleteGroup(deps: Parts & Pick<Deps, "purge">, viewer: User, id: string): Promise<void> {
  if (!await groups.deleteGroup(deps.db, viewer.id, id)) {
    await findGroup(deps, viewer, id);
    throw new Forbidden(texts.groups.onlyCreatorDeletes, "not_creator");
  }
  deps.broadcast.closeGroup(id);
  deps.purge.groupDeleted(id);
}

/**
 * Adds a member.
 *
 * @returns the group as it now is
 * @throws NotFound to strangers or for an unknown user, Forbidden to members who did not make the group, Conflict for
 * someone who is in already, BadRequest where the group is full
 */
export async function addMember(deps: Parts, viewer: User, groupId: string, userId: string): Promise<Group> {
  const added = await groups.insertMember(deps.db, viewer.id, { groupId, userId }, deps.clock());
  const group = await findGroup(deps, viewer, groupId);
  if (added) return group;
  if (group.createdBy !== viewer.id) throw new Forbidden(texts.members.onlyCreatorAdds, "not_creator");
  if (!await findUserCard(deps.db, userId)) throw new NotFound(texts.users.notFound, "user_not_found");
  const isMember = group.members.some(({ user }) => user.id === userId);
  if (!isMember) throw new BadRequest(texts.members.groupFull, "group_full");
  throw new Conflict(texts.members.already, "already_member");
}

/**
 * Removes a member: the creator another one, or a member herself, who leaves.
 *
 * @throws NotFound to strangers or for someone who is no member, Forbidden to members who did not make the group,
 * BadRequest to the creator who would leave
 */
export async function removeMember(deps: Parts, viewer: User, groupId: string, userId: string): Promise<void> {
  if (!await groups.deleteMember(deps.db, viewer.id, { groupId, userId })) {
    const group = await findGroup(deps, viewer, groupId);
    const isCreator = group.createdBy === viewer.id;
    if (isCreator && userId === viewer.id) {
      throw new BadRequest(texts.members.creatorCannotLeave, "creator_cannot_leave");
    }
    if (!isCreator) throw new Forbidden(texts.members.onlyCreatorRemoves, "not_creator");
    throw new NotFound(texts.members.notMember, "not_a_member");
  }
  deps.broadcast.evict(groupId, userId);
}

const tooManyGroups = () => new BadRequest(texts.groups.tooMany, "too_many_groups");

/** To a stranger a group is as one that does not exist. */
export const groupNotFound = () => new NotFound(texts.groups.notFound, "group_not_found");
