import { findGroup } from "../../../db/groups/groups.ts";
import * as members from "../../../db/groups/members.ts";
import { listNotified } from "../../../db/notices/notices.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { notifyOfMembership } from "../notices/people_notices.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { Group, NewMember } from "../../contract/groups/shapes.ts";
import { membersServerTexts, membersTexts, roleTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { blockTexts } from "../../contract/people/texts.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import {
  AppError,
  BadRequest,
  Conflict,
  Forbidden,
  found,
  groupNotFound,
  NotFound,
  userNotFound,
} from "../../errors.ts";
import { operation } from "../../operation.ts";

export const addMember = operation({
  call: "POST /groups/:id/members",
  summary: "Adds a member; the creator",
  access: "creator",
  takes: NewMember,
  gives: { group: Group },
  status: 201,
  says: membersTexts.added,
  fails: {
    400: ["group_full"],
    403: ["not_creator", "cannot_be_added"],
    404: ["group_not_found", "user_not_found"],
    409: ["already_member"],
  },
  form: {
    path: "/group/:id/members",
    to({ params, search }, answer, code) {
      const dialog = answer || code ? "" : search.replace("?", "&");
      return groupPaths.group(params.id, "members") + dialog;
    },
  },
  async run({ deps, user: viewer, params: { id: groupId } }, { userId }) {
    const { db, clock, broadcast, limiter } = deps;
    assertMayAdd(viewer, found(await findGroup(db, viewer.id, groupId), groupNotFound));
    found(await findUserCard(db, viewer.id, userId), userNotFound);
    // Only by people there are: ids that a caller makes up would fill the memory with counts.
    await limiter.take("addMember", `${viewer.id} ${userId}`);
    const isAdded = await members.insertMember(db, viewer.id, { groupId, userId }, clock());
    const group = found(await findGroup(db, viewer.id, groupId), groupNotFound);
    if (!isAdded) throw whyNotAdded(viewer, group, userId);
    const theirs = await findGroup(db, userId, groupId);
    const organizers = await members.findOrganizersOfHidden(db, groupId);
    if (theirs) broadcast.memberAdded({ groupId, userId }, theirs, organizers);
    await notifyOfMembership(deps, viewer, { group, userId });
    return { group };
  },
});

function assertMayAdd(viewer: User, { createdBy }: Group): void {
  if (createdBy !== viewer.id) throw new Forbidden(membersServerTexts.onlyCreatorAdds, "not_creator");
}

function whyNotAdded(viewer: User, group: Group, userId: string): AppError {
  assertMayAdd(viewer, group);
  const isMember = group.members.some(({ user }) => user.id === userId);
  if (isMember) return new Conflict(membersServerTexts.already, "already_member");
  if (group.memberCount >= groupsLimits.groups.members) {
    return new BadRequest(membersServerTexts.groupFull, "group_full");
  }
  return new Forbidden(blockTexts.cannotAdd, "cannot_be_added");
}

export const removeMember = operation({
  call: "DELETE /groups/:id/members/:userId",
  summary: "Removes a member, or leaves",
  access: "member",
  guests: false,
  says: (_, { user, params }) => params.userId === user.id ? membersTexts.left : membersTexts.removed,
  fails: { 400: ["creator_cannot_leave"], 403: ["not_creator"], 404: ["group_not_found", "not_a_member"] },
  form: {
    path: "/group/:id/members/:userId/remove",
    to({ params: { id, userId }, userId: viewerId }, answer, code) {
      if (!answer && !code) return groupPaths.confirmRemoveMember(id, userId);
      return answer && userId === viewerId ? sitePaths.dashboard : groupPaths.group(id, "members");
    },
  },
  async run({ deps, user, params: { id: groupId, userId } }) {
    const { db, broadcast } = deps;
    const member = { groupId, userId };
    const notified = await listNotified(db, user.id, member);
    if (!await members.deleteMember(db, user.id, member)) throw await whyNotRemoved(deps, user, member);
    broadcast.evict(groupId, userId, await members.findOrganizersOfHidden(db, groupId));
    await noticesRemoved(deps, notified.map((userId) => ({ userId })));
  },
});

async function whyNotRemoved(
  { db }: Deps,
  viewer: User,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<AppError> {
  const group = found(await findGroup(db, viewer.id, groupId), groupNotFound);
  if (group.createdBy === viewer.id && userId === viewer.id) {
    return new BadRequest(membersServerTexts.creatorCannotLeave, "creator_cannot_leave");
  }
  const isIn = await members.isMember(db, userId, groupId);
  if (group.role === "organizer" && isIn) return new Forbidden(roleTexts.onlyPlainMembers, "not_creator");
  if (group.role === "member") return new Forbidden(membersServerTexts.onlyCreatorRemoves, "not_creator");
  return new NotFound(membersServerTexts.notMember, "not_a_member");
}
