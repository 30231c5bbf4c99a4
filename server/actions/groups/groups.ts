import * as groups from "../../../db/groups/groups.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { v7 as uuid } from "uuid";
import { listNotified } from "../../../db/notices/notices.ts";
import { listActivity } from "../../../db/chat/read_marks.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { blockTexts } from "../../contract/people/texts.ts";
import type { Group, GroupUpdate, NewGroup, Role } from "../../contract/groups/groups.ts";
import type { Session } from "../../auth/sessions.ts";
import { groupsTexts, membersServerTexts, roleTexts } from "../../contract/groups/texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden, found, groupNotFound, NotFound, userNotFound } from "../../errors.ts";
import { handedOverMail } from "../../mail/credential_mails.tsx";
import { noticesRemoved, notifyOfMembership } from "../notices/notices.ts";
import { mailOwner } from "../account/owner_mail.ts";
import { receivePicture } from "../people/pictures.ts";
import { assertRecentlyAuthenticated, type Proof } from "../account/reauthentication.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "broadcast">;

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
  viewer: Pick<User, "id">,
  id: string,
): Promise<void> {
  const { db, broadcast, purge } = deps;
  // They are gone with the group.
  const notified = await listNotified(db, viewer.id, { groupId: id });
  const former = await groups.deleteGroup(db, viewer.id, id);
  if (former.length === 0) {
    found(await groups.findGroup(db, viewer.id, id), groupNotFound);
    throw new Forbidden(groupsTexts.onlyCreatorDeletes, "not_creator");
  }
  broadcast.closeGroup(id, former);
  purge.groupDeleted(id);
  await noticesRemoved(deps, notified.map((userId) => ({ userId })));
}

/**
 * Changes a group's name, description or image, and sends it to its members.
 *
 * @returns the group as it is then
 * @throws NotFound for outsiders, Forbidden for members who do not organize it, BadRequest or TooLarge for a picture
 * that cannot be used, TooMany after too many changes or pictures
 */
export async function updateGroup(
  deps: Parts & Pick<Deps, "limiter">,
  viewer: User,
  id: string,
  { image, ...changes }: GroupUpdate,
): Promise<Group> {
  const { db, limiter } = deps;
  const before = found(await groups.findGroup(db, viewer.id, id), groupNotFound);
  // Saves the work on the picture; the update itself checks it again.
  if (before.role === "member") throw onlyOrganizers();
  await limiter.take("groupChange", viewer.id);
  // Clients may send back the whole group they read, with the address of the picture.
  const isUnchanged = image === undefined || image === before.image;
  const picture = isUnchanged ? undefined : image ? await receivePicture(deps, viewer, image) : null;
  if (!await groups.updateGroup(db, viewer.id, id, { ...changes, picture })) throw onlyOrganizers();
  await sendGroupChanged(deps, id);
  return found(await groups.findGroup(db, viewer.id, id), groupNotFound);
}

/**
 * Changes a member's role, or hands the group over to them, and sends it to the members. Whoever hands it over proves who
 * they are, and is told by mail: they cannot take it back.
 *
 * @returns the group as it is then
 * @throws NotFound for outsiders or someone who is no member, Forbidden for members who are not the creator, BadRequest
 * for one's own role or a member who has made too many groups, Forbidden for a member who is disabled or has no room
 * for what the group holds, TooMany after too many changes; where the group is handed over as
 * `assertRecentlyAuthenticated`
 */
export async function setRole(
  deps: Parts & Pick<Deps, "config" | "limiter" | "mailer" | "passwords">,
  session: Session,
  { role, groupId, userId, ...proof }: Membership & Proof & { role: Role },
): Promise<Group> {
  const { db, config: { accountQuota: quota }, limiter } = deps;
  const viewer = session.user;
  const membership = { groupId, userId };
  await limiter.take("groupChange", viewer.id);
  const isHandover = role === "creator";
  if (isHandover && await groups.isCreator(db, viewer.id, groupId)) {
    await assertRecentlyAuthenticated(deps, session, proof);
  }
  const changed = isHandover
    ? await groups.handOver(db, viewer.id, { ...membership, quota })
    : await groups.setRole(db, viewer.id, { ...membership, role });
  const group = found(await groups.findGroup(db, viewer.id, groupId), groupNotFound);
  if (changed) {
    await sendGroupChanged(deps, groupId);
    if (isHandover) await mailHandover(deps, viewer, group);
    return group;
  }
  if (group.createdBy !== viewer.id) throw new Forbidden(roleTexts.onlyCreator, "not_creator");
  if (userId === viewer.id) throw new BadRequest(roleTexts.ownRole, "own_role");
  if (!await groups.isMember(db, userId, groupId)) throw new NotFound(membersServerTexts.notMember, "not_a_member");
  if (await groups.hasReachedGroupLimit(db, userId)) throw new BadRequest(roleTexts.tooManyGroups, "too_many_groups");
  throw new Forbidden(roleTexts.cannotTakeOver, "cannot_take_over");
}

function mailHandover(deps: Pick<Deps, "config" | "db" | "mailer">, former: User, { groupName, ...group }: Group) {
  const { user } = group.members.find(({ user }) => user.id === group.createdBy)!;
  return mailOwner(deps, former, (owner) => handedOverMail({ ...owner, groupName, to: displayName(user) }));
}

/**
 * Sends the members of a group who are connected how it is now, after a change by whomever, such as one of its creator.
 * Never throws: who misses it reads it with the next page.
 */
export async function sendGroupChanged({ db, broadcast, log }: Pick<Deps, "db" | "broadcast" | "log">, id: string) {
  try {
    const reached = (await groups.listMemberIds(db, id)).filter(broadcast.mayReach);
    const group = reached.length > 0 && await groups.findGroup(db, reached[0], id);
    if (!group) return;
    const [views, activity] = await Promise.all([
      groups.listOwnViews(db, id, reached),
      listActivity(db, id, reached),
    ]);
    const members = group.memberCount > groupsLimits.memberList.page ? [] : group.members;
    const unread = new Map(activity.map(({ groupId: _, userId, ...state }) => [userId, state]));
    for (const { userId, ...view } of views) {
      broadcast.groupChanged(userId, { ...group, members, ...view, ...unread.get(userId) });
    }
  } catch (err) {
    log.error({ err }, "a changed group could not be sent");
  }
}

const onlyOrganizers = () => new Forbidden(roleTexts.onlyOrganizersEdit, "not_organizer");

interface Membership {
  groupId: string;
  userId: string;
}

/**
 * Adds a member.
 *
 * @returns the group with its new member
 * @throws NotFound for outsiders or an unknown user, Forbidden for members who are not the creator, Conflict when the
 * user is a member already, BadRequest when the group is full, Forbidden when they have blocked the viewer, want no
 * invitation into the group, hide their address from the viewer or are disabled, TooMany when the viewer adds them again
 * and again
 */
export async function addMember(
  deps: Parts & Pick<Deps, "log" | "pusher" | "limiter">,
  viewer: User,
  { groupId, userId }: Membership,
): Promise<Group> {
  const { db, clock, broadcast, limiter } = deps;
  assertMayAdd(viewer, found(await groups.findGroup(db, viewer.id, groupId), groupNotFound));
  found(await findUserCard(db, viewer.id, userId), userNotFound);
  // Only by people there are: ids that a caller makes up would fill the memory with counts.
  await limiter.take("addMember", `${viewer.id} ${userId}`);
  const added = await groups.insertMember(db, viewer.id, { groupId, userId }, clock());
  const group = found(await groups.findGroup(db, viewer.id, groupId), groupNotFound);
  if (added) {
    const theirs = await groups.findGroup(db, userId, groupId);
    if (theirs) broadcast.memberAdded({ groupId, userId }, theirs);
    await notifyOfMembership(deps, viewer, { group, userId });
    return group;
  }
  assertMayAdd(viewer, group);
  const isMember = group.members.some(({ user }) => user.id === userId);
  if (isMember) throw new Conflict(membersServerTexts.already, "already_member");
  if (group.memberCount >= groupsLimits.groups.members) {
    throw new BadRequest(membersServerTexts.groupFull, "group_full");
  }
  throw new Forbidden(blockTexts.cannotAdd, "cannot_be_added");
}

function assertMayAdd(viewer: User, { createdBy }: Group): void {
  if (createdBy !== viewer.id) throw new Forbidden(membersServerTexts.onlyCreatorAdds, "not_creator");
}

/**
 * Removes a member: the creator removes another, an organizer one who is not, or a member leaves.
 *
 * @throws NotFound for outsiders or someone who is no member, Forbidden for members who may not, BadRequest for a
 * creator who wants to leave
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
      throw new BadRequest(membersServerTexts.creatorCannotLeave, "creator_cannot_leave");
    }
    const isIn = await groups.isMember(db, userId, groupId);
    if (group.role === "organizer" && isIn) throw new Forbidden(roleTexts.onlyPlainMembers, "not_creator");
    if (group.role === "member") throw new Forbidden(membersServerTexts.onlyCreatorRemoves, "not_creator");
    throw new NotFound(membersServerTexts.notMember, "not_a_member");
  }
  broadcast.evict(groupId, userId);
  await noticesRemoved(deps, notified.map((userId) => ({ userId })));
}

const tooManyGroups = () => new BadRequest(groupsTexts.tooMany, "too_many_groups");
