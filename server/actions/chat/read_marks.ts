import * as readMarks from "../../../db/chat/read_marks.ts";
import { sendUnread } from "../notices/notify.ts";
import { ReadPosition, ReadState } from "../../contract/chat/shapes.ts";
import { chatServerTexts } from "../../contract/chat/texts.ts";
import { aboutPaths } from "../../contract/groups/about_paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { NotifySetting } from "../../contract/groups/shapes.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import { mailSettingsServerTexts } from "../../contract/notices/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { found, groupNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

/** @param mark without `seq`: all */
export async function markRead(deps: Deps, reader: User, mark: { groupId: string; seq?: number }): Promise<ReadState> {
  const { db, clock, broadcast } = deps;
  const { state, hasRisen, noticeIds } = found(await readMarks.markRead(db, reader.id, mark, clock()), groupNotFound);
  if (noticeIds.length > 0) await sendUnread(deps, reader.id, { ids: noticeIds });
  if (hasRisen) broadcast.readUpdated(reader.id, { groupId: mark.groupId, ...state });
  return state;
}

export const markGroupRead = operation({
  call: "PUT /groups/:id/read",
  summary: "Marks messages as read",
  access: "member",
  takes: ReadPosition,
  gives: ReadState,
  fails: { 404: ["group_not_found"] },
  form: {
    path: "/group/:id/read",
    says: chatServerTexts.markedRead,
    to: ({ params, search }, answer) => groupPaths.group(params.id) + (answer ? "" : search),
  },
  run: ({ deps, user, params }, { seq }) => markRead(deps, user, { groupId: params.id, seq }),
});

export const setNotify = operation({
  call: "PUT /groups/:id/notify",
  summary: "Chooses which messages of a group make notices",
  access: "member",
  takes: NotifySetting,
  says: chatServerTexts.notifySaved,
  fails: { 404: ["group_not_found"] },
  form: [
    { path: "/group/:id/notify", says: mailSettingsServerTexts.saved, to: () => noticePaths.notices },
    { path: "/group/:id/about/notify", to: ({ params }) => aboutPaths.aboutGroup(params.id, "notifications") },
  ],
  async run({ deps, user, params }, { level }) {
    if (!await readMarks.setNotify(deps.db, user.id, { groupId: params.id, level })) throw groupNotFound();
  },
});
