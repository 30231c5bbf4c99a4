import * as actions from "../../../server/actions/groups/groups.ts";
import { z } from "zod";
import { Group } from "../../../server/contract/groups/answers_groups.ts";
import { described } from "../../../server/http/describe.ts";
import { findGroup, listGroups } from "../../../db/groups/groups.ts";
import { GroupUpdate, NewGroup, NewMember, RoleChange } from "../../../server/contract/groups/groups.ts";
import { groupsTexts, membersTexts, roleTexts } from "../../../server/contract/groups/texts.ts";
import { found, groupNotFound } from "../../../server/errors.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

export const groups = router();

groups.get(
  "/",
  described("The caller's groups, latest activity first", { groups: z.array(Group) }),
  signedIn,
  async (c) => {
    const groups = await listGroups(c.var.deps.db, c.var.user.id);
    return c.body(`{"groups":${groups}}`, 200, { "Content-Type": "application/json" });
  },
);

groups.post(
  "/",
  described("Creates a group", { message: z.string(), group: Group }, { status: 201 }),
  signedIn,
  json(NewGroup),
  async (c) => {
    const group = await actions.createGroup(c.var.deps, c.var.user, c.req.valid("json"));
    return c.json({ message: groupsTexts.created, group }, 201);
  },
);

groups.get("/:id", described("A group, to its members", { group: Group }), signedIn, async (c) => {
  const group = await findGroup(c.var.deps.db, c.var.user.id, c.req.param("id"));
  return c.json({ group: found(group, groupNotFound) });
});

groups.put(
  "/:id",
  described("Changes a group's name, description or picture; an organizer or the creator", {
    message: z.string(),
    group: Group,
  }),
  signedIn,
  json(GroupUpdate),
  async (c) => {
    const group = await actions.updateGroup(c.var.deps, c.var.user, c.req.param("id"), c.req.valid("json"));
    return c.json({ message: roleTexts.saved, group });
  },
);

groups.put(
  "/:id/members/:userId/role",
  described("Changes a member's role, or hands the group over, for which older sessions need a proof; the creator", {
    message: z.string(),
    group: Group,
  }),
  signedIn,
  json(RoleChange),
  async (c) => {
    const { id: groupId, userId } = c.req.param();
    const change = { ...c.req.valid("json"), groupId, userId, caller: callerOf(c) };
    const group = await actions.setRole(c.var.deps, c.var.session, change);
    return c.json({ message: roleTexts.changed[change.role], group });
  },
);

groups.delete("/:id", described("Deletes a group; its creator"), signedIn, async (c) => {
  await actions.deleteGroup(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: groupsTexts.deleted });
});

groups.post(
  "/:id/members",
  described("Adds a member; the creator", { message: z.string(), group: Group }, { status: 201 }),
  signedIn,
  json(NewMember),
  async (c) => {
    const membership = { groupId: c.req.param("id"), userId: c.req.valid("json").userId };
    const group = await actions.addMember(c.var.deps, c.var.user, membership);
    return c.json({ message: membersTexts.added, group }, 201);
  },
);

groups.delete("/:id/members/:userId", described("Removes a member, or leaves"), signedIn, async (c) => {
  const { id, userId } = c.req.param();
  await actions.removeMember(c.var.deps, c.var.user, { groupId: id, userId });
  return c.json({ message: userId === c.var.user.id ? membersTexts.left : membersTexts.removed });
});
