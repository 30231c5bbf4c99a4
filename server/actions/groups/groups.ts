import { v7 as uuid } from "uuid";
import { listActivity } from "../../../db/chat/read_marks.ts";
import * as groups from "../../../db/groups/groups.ts";
import * as members from "../../../db/groups/members.ts";
import { listNotified } from "../../../db/notices/notices.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { receivePicture, unusablePicture } from "../people/profiles.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { aboutPaths } from "../../contract/groups/about_paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { Group, GroupUpdate, NewGroup } from "../../contract/groups/shapes.ts";
import { groupsTexts, roleTexts } from "../../contract/groups/texts.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Forbidden, found, groupNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { withForm } from "../../writing/mod.ts";

export const createGroup = operation({
  call: "POST /groups",
  summary: "Creates a group",
  access: "signedIn",
  takes: NewGroup,
  gives: { group: Group },
  status: 201,
  says: groupsTexts.created,
  body: "picture",
  fails: { 400: ["too_many_groups", ...unusablePicture], 404: ["group_not_found"] },
  form: { path: groupPaths.groups, to: (_, answer) => answer ? sitePaths.dashboard : groupPaths.newGroup },
  /** @param group its `id` makes the call idempotent: a group stored under that id already is answered as it is */
  async run(
    { deps, user: creator },
    { id = uuid(), groupName, description = null, image }: NewGroup & { id?: string },
  ) {
    const { db, clock, broadcast } = deps;
    // Saves the work on the picture; the insert itself checks the number again.
    const mayFit = !await groups.hasReachedGroupLimit(db, creator.id);
    const picture = image && mayFit ? await receivePicture(deps, creator, image) : undefined;
    const { form } = withForm(description ?? "");
    if (mayFit) await groups.insertGroup(db, creator.id, { id, groupName, description, form, picture }, clock());
    const group = await groups.findGroup(db, creator.id, id);
    if (group) {
      broadcast.follow(creator.id, [id]);
      // For the creator's other windows.
      broadcast.groupChanged(creator.id, group);
      return { group };
    }
    if (await groups.hasReachedGroupLimit(db, creator.id)) {
      throw new BadRequest(groupsTexts.tooMany, "too_many_groups");
    }
    throw groupNotFound();
  },
});

export const updateGroup = operation({
  call: "PUT /groups/:id",
  summary: "Changes a group's name, description or picture; an organizer or the creator",
  access: "organizer",
  takes: GroupUpdate,
  gives: { group: Group },
  says: roleTexts.saved,
  limit: "groupChange",
  body: "picture",
  fails: { 400: unusablePicture, 403: ["not_organizer"], 404: ["group_not_found"] },
  form: {
    path: "/group/:id/about/edit",
    read: ({ fields: { removeImage, ...typed }, files: { image } }) => (
      { ...typed, image: image ?? (removeImage ? "" : undefined) }
    ),
    to: ({ params }) => aboutPaths.aboutGroup(params.id),
  },
  async run({ deps, user, params: { id } }, { image, ...changes }) {
    const { db } = deps;
    const before = found(await groups.findGroup(db, user.id, id), groupNotFound);
    if (before.role === "member") throw onlyOrganizers();
    // Clients may send back the whole group they read, with the address of the picture.
    const isUnchanged = image === undefined || image === before.image;
    const picture = isUnchanged ? undefined : image ? await receivePicture(deps, user, image) : null;
    const { form } = withForm(changes.description ?? "");
    if (!await groups.updateGroup(db, user.id, id, { ...changes, form, picture })) throw onlyOrganizers();
    await sendGroupChanged(deps, id);
    return { group: found(await groups.findGroup(db, user.id, id), groupNotFound) };
  },
});

const onlyOrganizers = () => new Forbidden(roleTexts.onlyOrganizersEdit, "not_organizer");

/** Never throws: members who miss it read it with the next page. */
export async function sendGroupChanged({ db, broadcast, log }: Pick<Deps, "db" | "broadcast" | "log">, id: string) {
  try {
    const reached = (await members.listMemberIds(db, id)).filter(broadcast.mayReach);
    const group = reached.length > 0 && await groups.findGroup(db, reached[0], id);
    if (!group) return;
    const [views, activity, organizers] = await Promise.all([
      groups.listOwnViews(db, id, reached),
      listActivity(db, id, reached),
      members.findOrganizersOfHidden(db, id),
    ]);
    const isLeftOut = group.memberCount > groupsLimits.memberList.page || organizers !== undefined;
    const sent = { ...group, members: isLeftOut ? [] : group.members };
    const unread = new Map(activity.map(({ groupId: _, userId, ...state }) => [userId, state]));
    for (const { userId, ...view } of views) {
      broadcast.groupChanged(userId, { ...sent, ...view, ...unread.get(userId) });
    }
  } catch (err) {
    log.error({ err }, "a changed group could not be sent");
  }
}

export const deleteGroup = operation({
  call: "DELETE /groups/:id",
  summary: "Deletes a group; its creator",
  access: "creator",
  says: groupsTexts.deleted,
  fails: { 403: ["not_creator"], 404: ["group_not_found"] },
  form: {
    path: "/dashboard/groups/:id/delete",
    failed: groupsTexts.deleteFailed,
    to: ({ params }, answer, code) => answer || code ? sitePaths.dashboard : groupPaths.confirmDeleteGroup(params.id),
  },
  run: ({ deps, user, params }) => deleteOwnGroup(deps, user.id, params.id),
});

/** Its content is removed later. @throws NotFound for outsiders, Forbidden for members who are not the creator */
export async function deleteOwnGroup(deps: Deps, creatorId: string, id: string): Promise<void> {
  const { db, broadcast, purge } = deps;
  const notified = await listNotified(db, creatorId, { groupId: id });
  const former = await groups.deleteGroup(db, creatorId, id);
  if (former.length === 0) {
    found(await groups.findGroup(db, creatorId, id), groupNotFound);
    throw new Forbidden(groupsTexts.onlyCreatorDeletes, "not_creator");
  }
  broadcast.closeGroup(id, former);
  purge.groupDeleted(id);
  await noticesRemoved(deps, notified.map((userId) => ({ userId })));
}
