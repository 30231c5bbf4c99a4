/** Meetings of a group: any member makes one; its maker and organizers change it and cancel it. */
import { v7 as uuid } from "uuid";
import { isMember } from "../../../db/groups/members.ts";
import * as stored from "../../../db/groups/meetings.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { meetingIn } from "../../contract/groups/meeting_form.ts";
import { Meeting, NewMeeting, NewReply } from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { positionOf } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, beyondEnd, Conflict, found, groupNotFound, Invalid, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { notOpen, requireOpen } from "./conversations.ts";
import { notifyOfMeeting, takeBackReminders } from "./meeting_notices.ts";
import { onlyOrganizers } from "./organizers.ts";

export const meetingNotFound = () => new NotFound(words.notFound, "meeting_not_found");

const readMeeting = async ({ db, clock }: Deps, { id: userId }: User, id: string): Promise<Meeting> =>
  found(await stored.findMeeting(db, userId, id, clock()), meetingNotFound);

async function readChanged(deps: Deps, user: User, id: string): Promise<Meeting> {
  const meeting = await readMeeting(deps, user, id);
  deps.broadcast.partChanged({ groupId: meeting.groupId, part: "meetings" });
  return meeting;
}

/** @throws NotFound for outsiders */
export async function listMeetings({ db, clock }: Deps, user: User, page: { groupId: string; after?: string }) {
  const listed = await stored.listMeetings(db, user.id, page, clock());
  if (listed.meetings.length === 0 && !await isMember(db, user.id, page.groupId)) throw groupNotFound();
  return listed;
}

/** @throws Invalid for a book of another group */
async function contentOf(
  { db }: Deps,
  user: User,
  { groupId, given }: { groupId: string; given: NewMeeting },
): Promise<stored.MeetingContent> {
  const { bookId, upTo } = given;
  if (bookId === null) return { ...given, upTo: null };
  const reader = await findReader(db, user.id, bookId);
  if (reader?.groupId !== groupId) throw new Invalid([{ path: "bookId", message: words.unknownBook }]);
  if (upTo !== null && upTo > reader.edition.pageCount) throw beyondEnd(reader.edition.pageCount);
  return { ...given, upTo: upTo === null ? null : positionOf(reader.edition, upTo) };
}

function toMeeting({ params: { id, meetingId } }: { params: { id: string; meetingId: string } }): string {
  return clubPaths.meeting(id, meetingId);
}

export const createMeeting = operation({
  call: "POST /groups/:id/meetings",
  summary: "Plans a meeting of a group",
  access: "member",
  takes: NewMeeting,
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
  async run({ deps, user, params: { id: groupId } }, given) {
    const { db, clock } = deps;
    if (!await isMember(db, user.id, groupId)) throw groupNotFound();
    const content = await contentOf(deps, user, { groupId, given });
    const id = uuid();
    if (!await stored.insertMeeting(db, user.id, { ...content, id, groupId }, clock())) {
      await requireOpen(deps, user, groupId);
      throw new BadRequest(words.full, "group_full");
    }
    const meeting = await readChanged(deps, user, id);
    await notifyOfMeeting(deps, user, { meeting, what: "planned" });
    return { meeting };
  },
});

/** Of one that repeats it changes the series from its next time on. */
export const changeMeeting = operation({
  call: "PUT /meetings/:meetingId",
  summary: "Changes a meeting; its maker, an organizer or the creator",
  access: "author",
  takes: NewMeeting,
  gives: { meeting: Meeting },
  limit: "groupChange",
  fails: {
    400: ["page_beyond_end"],
    403: ["organizers_only"],
    404: ["meeting_not_found"],
    409: ["meeting_cancelled"],
  },
  form: {
    path: "/group/:id/meetings/:meetingId/change",
    read: ({ fields }) => meetingIn(fields),
    says: words.saved,
    to: toMeeting,
  },
  async run({ deps, user, params: { meetingId: id } }, given) {
    const before = await readMeeting(deps, user, id);
    const content = await contentOf(deps, user, { groupId: before.groupId, given });
    const isSameTime = areSame(given, before, times);
    if (before.mayChange && isSameTime && areSame(given, before, facts)) return { meeting: before };
    if (!await stored.updateMeeting(deps.db, user.id, { ...content, id, isSameTime }, deps.clock())) {
      throw await whyNotChanged(deps, user, id);
    }
    const meeting = await readChanged(deps, user, id);
    if (!isSameTime) await takeBackReminders(deps, before);
    await notifyOfMeeting(deps, user, { meeting, what: "changedBy", before });
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
    if (!await stored.cancelMeeting(deps.db, user.id, id, deps.clock())) throw await whyNotChanged(deps, user, id);
    const meeting = await readChanged(deps, user, id);
    await takeBackReminders(deps, meeting);
    await notifyOfMeeting(deps, user, { meeting, what: "cancelledBy" });
    return { meeting };
  },
});

const times = ["startsAt", "endsAt", "timeZone", "repeats"] as const;
const facts = ["title", "place", "url", "bookId", "upTo"] as const;

const areSame = (given: NewMeeting, { startsAt, endsAt, ...meeting }: Meeting, keys: readonly (keyof NewMeeting)[]) => {
  const before = { ...meeting, startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
  return keys.every((key) => given[key] === before[key]);
};

async function whyNotChanged(deps: Deps, user: User, id: string) {
  const { cancelledAt } = await readMeeting(deps, user, id);
  return cancelledAt === null ? onlyOrganizers(words.notYours) : isCancelled();
}

const isCancelled = () => new Conflict(words.cancelled, "meeting_cancelled");

export const replyToMeeting = operation({
  call: "PUT /meetings/:meetingId/reply",
  summary: "Says whether the caller comes; to a meeting that repeats, the next time",
  access: "member",
  takes: NewReply,
  gives: { meeting: Meeting },
  limit: "talk",
  fails: { 403: notOpen, 404: ["meeting_not_found"], 409: ["meeting_cancelled"] },
  form: { path: "/group/:id/meetings/:meetingId/reply", says: words.replied, to: toMeeting },
  async run({ deps, user, params: { meetingId: id } }, { reply }) {
    const { startsAt, groupId } = await readMeeting(deps, user, id);
    const replied = { id, startsAt: Date.parse(startsAt), reply };
    if (!await stored.saveReply(deps.db, user.id, replied, deps.clock())) {
      await requireOpen(deps, user, groupId);
      throw isCancelled();
    }
    return { meeting: await readChanged(deps, user, id) };
  },
});
