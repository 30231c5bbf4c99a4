import { saveReply } from "../../../db/groups/meeting_replies.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { Meeting, NewReply } from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import { operation } from "../../operation.ts";
import { notOpen, requireOpen } from "./conversations.ts";
import { announceMeeting, isCancelled, readDateToCome, readMeeting, toMeeting } from "./meeting_reads.ts";

export const replyToMeeting = operation({
  call: "PUT /meetings/:meetingId/reply",
  summary: "Says whether the caller comes; to a meeting that repeats, on one date",
  access: "member",
  takes: NewReply,
  gives: { meeting: Meeting },
  limit: "talk",
  fails: { 403: notOpen, 404: ["meeting_not_found", "date_not_found"], 409: ["meeting_cancelled"] },
  form: {
    path: "/group/:id/meetings/:meetingId/reply",
    says: words.replied,
    to: ({ params: { id, meetingId } }, answer) =>
      answer?.meeting.repeats
        ? clubPaths.meetingDate(id, meetingId, answer.meeting.date)
        : toMeeting({ params: { id, meetingId } }),
  },
  async run({ deps, user, params: { meetingId: id } }, { reply, date: replied }) {
    const current = await readMeeting(deps, user, { id });
    const isOfCurrent = replied === undefined || replied === Date.parse(current.date);
    const before = isOfCurrent ? current : await readDateToCome(deps, user, { id, date: replied });
    const date = Date.parse(before.date);
    if (!await saveReply(deps.db, user.id, { id, date, reply }, deps.clock())) {
      await requireOpen(deps, user, before.groupId);
      throw isCancelled(before.cancelledAt !== null && before.repeats ? words.dateCancelled : undefined);
    }
    return { meeting: await announceMeeting(deps, user, { id, date }) };
  },
});
