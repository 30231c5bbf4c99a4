/** A group that is handed over cannot be taken back, so creators prove who they are first. */
import * as groups from "../../../db/groups/groups.ts";
import { isMember, setRole as storeRole } from "../../../db/groups/members.ts";
import { isCreator } from "../../../db/groups/roles.ts";
import { mailOwner } from "../account/owner_mail.ts";
import { assertRecentlyAuthenticated } from "../account/reauthentication.ts";
import { sendGroupChanged } from "./groups.ts";
import { aboutPaths } from "../../contract/groups/about_paths.ts";
import { Group, RoleChange } from "../../contract/groups/shapes.ts";
import { membersServerTexts, roleTexts } from "../../contract/groups/texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Forbidden, found, groupNotFound, NotFound } from "../../errors.ts";
import { handedOverMail } from "../../mail/group_mails.tsx";
import { operation } from "../../operation.ts";

const unproven = ["password_needed", "invalid_password", "invalid_code"];

export const setRole = operation({
  call: "PUT /groups/:id/members/:userId/role",
  summary: "Changes a member's role, or hands the group over, for which older sessions need a proof; the creator",
  access: "creator",
  takes: RoleChange,
  gives: { group: Group },
  says: (_, _call, { role }) => roleTexts.changed[role],
  limit: "groupChange",
  fails: {
    400: ["own_role", "too_many_groups", "no_password", "invalid_password", "invalid_code"],
    403: ["not_creator", "cannot_take_over", "password_needed"],
    404: ["group_not_found", "not_a_member"],
  },
  form: {
    path: "/group/:id/about/members/:userId/role",
    to: ({ params: { id, userId } }, answer, code) =>
      answer || code && !unproven.includes(code)
        ? aboutPaths.aboutGroup(id, "members")
        : aboutPaths.aboutMember(id, userId),
  },
  async run({ deps, session, user, caller, params: { id: groupId, userId } }, { role, ...proof }) {
    const { db, config: { accountQuota: quota } } = deps;
    const member = { groupId, userId };
    const isHandover = role === "creator";
    if (isHandover && await isCreator(db, user.id, groupId)) {
      await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    }
    const changed = isHandover
      ? await groups.handOver(db, user.id, { ...member, quota })
      : await storeRole(db, user.id, { ...member, role });
    const group = found(await groups.findGroup(db, user.id, groupId), groupNotFound);
    if (!changed) throw await refusal(deps, user, { group, userId });
    await sendGroupChanged(deps, groupId);
    if (isHandover) await mailHandover(deps, user, group);
    return { group };
  },
});

async function refusal({ db }: Deps, viewer: User, { group, userId }: { group: Group; userId: string }) {
  if (group.createdBy !== viewer.id) return new Forbidden(roleTexts.onlyCreator, "not_creator");
  if (userId === viewer.id) return new BadRequest(roleTexts.ownRole, "own_role");
  if (!await isMember(db, userId, group.id)) return new NotFound(membersServerTexts.notMember, "not_a_member");
  if (await groups.hasReachedGroupLimit(db, userId)) return new BadRequest(roleTexts.tooManyGroups, "too_many_groups");
  return new Forbidden(roleTexts.cannotTakeOver, "cannot_take_over");
}

function mailHandover(deps: Deps, former: User, { groupName, ...group }: Group) {
  const { user } = group.members.find(({ user }) => user.id === group.createdBy)!;
  return mailOwner(deps, former, (owner) => handedOverMail({ ...owner, groupName, to: displayName(user) }));
}
