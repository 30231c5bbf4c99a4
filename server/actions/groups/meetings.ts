/** Meetings of a group: any member makes one; its maker and organizers change it and cancel it. */
import { v5, v7 as uuid } from "uuid";
import { cancelMeeting as storeCancelled, updateMeeting } from "../../../db/groups/meeting_changes.ts";
import * as stored from "../../../db/groups/meetings.ts";
import { listExpected } from "../../../db/groups/meeting_replies.ts";
import { isMember } from "../../../db/groups/members.ts";
import { insertMeeting } from "../../../db/groups/new_meetings.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { meetingIn } from "../../contract/groups/meeting_form.ts";
import { Meeting, MeetingChange, type NewMeeting, PlannedMeeting } from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, groupNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { notOpen, requireOpen } from "./conversations.ts";
import { inNumbers, withPosition } from "./meeting_content.ts";
import { notifyOfMeeting, takeBackReminders } from "./meeting_notices.ts";
import { announceMeeting, changedMeanwhile, readMeeting, toMeeting, whyNotChanged } from "./meeting_reads.ts";
import { onlyOrganizers } from "./organizers.ts";

/** @throws NotFound for outsiders */
export async function listMeetings({ db, clock }: Deps, user: User, page: { groupId: string; after?: string }) {
  const answer = await stored.listMeetings(db, user.id, page, clock());
  if (answer.meetings.length === 0 && !await isMember(db, user.id, page.groupId)) throw groupNotFound();
  return answer;
}

export const createMeeting = operation({
  call: "POST /groups/:id/meetings",
  summary: "Plans a meeting of a group",
  access: "member",
  takes: PlannedMeeting,
  gives: { meeting: Meeting },
  status: 201,
  limit: "groupChange",
  fails: { 400: ["group_full", "page_beyond_end"], 403: notOpen, 404: ["group_not_found"] },
  form: {
    path: "/group/:id/new-meeting",
    read: ({ fields }) => meetingIn(fields),
    says: words.saved,
    to: ({ params: { id } }, answer) => answer ? clubPaths.meeting(id, answer.meeting.id) : clubPaths.meetings(id),
  },
  async run({ deps, user, params: { id: groupId } }, { clientId, ...given }) {
    const { db, clock } = deps;
    if (!await isMember(db, user.id, groupId)) throw groupNotFound();
    const content = await withPosition(deps, user, { groupId, given });
    const id = clientId ? v5(JSON.stringify([user.id, groupId, given]), clientId) : uuid();
    if (!await insertMeeting(db, user.id, { ...content, id, groupId }, clock())) {
      const earlier = clientId && await stored.findMeeting(db, user.id, { id }, clock());
      if (earlier) return { meeting: earlier };
      await requireOpen(deps, user, groupId);
      await withPosition(deps, user, { groupId, given });
      throw new BadRequest(words.full, "group_full");
    }
    const meeting = await announceMeeting(deps, user, { id });
    await notifyOfMeeting(deps, user, { meeting, what: "planned" });
    return { meeting };
  },
});

/** Another day or rule changes a series from its next date on, anything else as a whole. */
export const changeMeeting = operation({
  call: "PUT /meetings/:meetingId",
  summary: "Changes a meeting; its maker, an organizer or the creator",
  access: "author",
  takes: MeetingChange,
  gives: { meeting: Meeting },
  limit: "groupChange",
  fails: {
    400: ["page_beyond_end"],
    403: ["organizers_only"],
    404: ["meeting_not_found"],
    409: ["meeting_cancelled", "changed_meanwhile"],
  },
  form: {
    path: "/group/:id/meetings/:meetingId/change",
    read: ({ fields }) => meetingIn(fields),
    says: words.saved,
    to: toMeeting,
  },
  async run({ deps, user, params: { meetingId: id } }, { date: shown, sequence, ...given }) {
    const before = await readMeeting(deps, user, { id });
    const content = await withPosition(deps, user, { groupId: before.groupId, given });
    const date = shown ?? given.startsAt;
    const dated = await stored.findMeeting(deps.db, user.id, { id, date }, deps.clock()) ?? before;
    const series = { ...dated, ...dated.series };
    if (before.mayChange && isSame(given, series)) return { meeting: before };
    const expected = await listExpected(deps.db, before);
    const change = { ...content, id, date, sequence, keepsBook: given.bookId === null && series.bookId === null };
    if (!await updateMeeting(deps.db, user.id, change, deps.clock())) {
      throw await whyNotChanged(deps, user, id, { bookId: content.bookId, otherwise: changedMeanwhile() });
    }
    const meeting = await announceMeeting(deps, user, { id });
    if (meeting.startsAt !== before.startsAt) await takeBackReminders(deps, before);
    const what = haveReplied(before) && !haveReplied(meeting) ? "movedBy" : "changedBy";
    await notifyOfMeeting(deps, user, { meeting, what, expected });
    return { meeting };
  },
});

export const cancelMeeting = operation({
  call: "DELETE /meetings/:meetingId",
  summary: "Cancels a meeting, which stays visible as cancelled; its maker, an organizer or the creator",
  access: "author",
  gives: { meeting: Meeting },
  limit: "groupChange",
  fails: { 403: ["organizers_only"], 404: ["meeting_not_found"], 409: ["meeting_cancelled"] },
  form: { path: "/group/:id/meetings/:meetingId/cancel", says: words.isCancelled, to: toMeeting },
  async run({ deps, user, params: { meetingId: id } }) {
    if (!await storeCancelled(deps.db, user.id, id, deps.clock())) {
      throw await whyNotChanged(deps, user, id, { otherwise: onlyOrganizers(words.notYours) });
    }
    const meeting = await announceMeeting(deps, user, { id });
    await takeBackReminders(deps, meeting);
    await notifyOfMeeting(deps, user, { meeting, what: "cancelledBy" });
    return { meeting };
  },
});

const haveReplied = ({ replies: { yes, maybe, no } }: Meeting) => yes + maybe + no > 0;

function isSame(given: NewMeeting, meeting: Meeting): boolean {
  const before = inNumbers(meeting);
  return (Object.keys(given) as (keyof NewMeeting)[]).every((key) => given[key] === before[key]);
}
