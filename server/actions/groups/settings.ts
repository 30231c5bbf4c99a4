import { isMember } from "../../../db/groups/members.ts";
import * as stored from "../../../db/groups/settings.ts";
import { z } from "zod";
import { aboutParts, aboutPaths } from "../../contract/groups/about_paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { changesIn, Settings, SettingsUpdate } from "../../contract/groups/settings_shapes.ts";
import { askTexts, settingsTexts } from "../../contract/groups/settings_texts.ts";
import { Sharing } from "../../contract/reading/input_shapes.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, found, groupNotFound } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { takeBackReminder } from "../notices/people_notices.ts";
import { sendGroupChanged } from "./groups.ts";
import { onlyOrganizers } from "./organizers.ts";
import { notOpen, requireOpen } from "./conversations.ts";

export const saveSettings = operation({
  call: "PUT /groups/:id/settings",
  summary: "Changes the settings of a group; what is left out stays; an organizer or the creator",
  access: "organizer",
  takes: SettingsUpdate,
  gives: { settings: Settings },
  says: settingsTexts.saved,
  limit: "groupChange",
  fails: { 403: ["organizers_only"], 404: ["group_not_found"] },
  form: {
    path: "/group/:id/about/settings",
    read: ({ fields }) => changesIn(fields),
    to: ({ params }) => aboutPaths.aboutGroup(params.id, aboutParts.settings),
  },
  async run({ deps, user, params: { id } }, changes) {
    const isSaved = await stored.saveSettings(deps.db, user.id, id, changes);
    const { settings } = await readSettings(deps, user, id);
    if (!isSaved) throw onlyOrganizers(settingsTexts.onlyOrganizers);
    // Some may no longer see the others, or see them again.
    if (changes.hideMembers !== undefined) await sendGroupChanged(deps, id);
    return { settings };
  },
});

/** With the viewer's own answers. @throws NotFound for outsiders */
export const readSettings = async ({ db }: Pick<Deps, "db">, viewer: Pick<User, "id">, groupId: string) =>
  found(await stored.findSettings(db, viewer.id, groupId), groupNotFound);

/** Back to where the question was shown: a book's page, the members, or the page about the group. */
function toQuestion({ params: { id }, search }: SentForm<"/group/:id/sharing">): string {
  const from = new URLSearchParams(search).get("from");
  if (from === "members") return groupPaths.group(id, "members");
  return from ? readingPaths.bookPage(id, from) : aboutPaths.aboutGroup(id);
}

export const sharePages = operation({
  call: "PUT /groups/:id/sharing",
  summary: "Shares the page that the caller is on in all books of a group, or answers that they do not",
  access: "member",
  takes: Sharing,
  gives: { shared: z.boolean() },
  says: ({ shared }) => askTexts.share.done(shared),
  fails: { 403: notOpen, 404: ["group_not_found"] },
  form: { path: "/group/:id/sharing", to: toQuestion },
  async run({ deps, user, params: { id: groupId } }, { shared }) {
    const { db, broadcast } = deps;
    if (!await stored.saveSharesPages(db, user.id, { groupId, shared })) {
      await requireOpen(deps, user, groupId);
      throw groupNotFound();
    }
    broadcast.partChanged({ groupId, part: "pace" });
    return { shared };
  },
});

export const agreeToOverview = operation({
  call: "PUT /groups/:id/overview/agreement",
  summary: "Lets the organizers see how far the caller has read, or no more",
  access: "member",
  takes: Sharing,
  gives: { shared: z.boolean() },
  says: ({ shared }) => askTexts.overview.done(shared),
  fails: { 400: ["no_overview"], 404: ["group_not_found"] },
  form: { path: "/group/:id/overview/agreement", to: toQuestion },
  async run({ deps, user, params: { id: groupId } }, { shared }) {
    const { db, clock } = deps;
    if (!await stored.saveInOverview(db, user.id, { groupId, agreed: shared }, clock())) {
      if (!await isMember(db, user.id, groupId)) throw groupNotFound();
      throw new BadRequest(askTexts.overview.notAsked, "no_overview");
    }
    await takeBackReminder(deps, user, groupId);
    return { shared };
  },
});
