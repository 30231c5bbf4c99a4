/** Meetings of a group: any member makes one; its maker and organizers change it and cancel it, or one date of it. */
import { v7 as uuid } from "uuid";
import { isMember } from "../../../db/groups/members.ts";
import * as stored from "../../../db/groups/meetings.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { meetings as limits } from "../../contract/groups/limits.ts";
import { dateIn, meetingIn } from "../../contract/groups/meeting_form.ts";
import {
  ChangedDate,
  type DateContent,
  Meeting,
  type NewDate,
  NewMeeting,
  NewReply,
  wrongIn,
} from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import { isToCome } from "../../contract/groups/occurrences.ts";
import type { User } from "../../contract/people/shapes.ts";
import { positionOf } from "../../contract/reading/positions.ts";
import { sentTime } from "../../contract/site/fields.ts";
import type { Deps } from "../../deps.ts";
import {
  type AppError,
  BadRequest,
  beyondEnd,
  Conflict,
  found,
  groupNotFound,
  Invalid,
  NotFound,
} from "../../errors.ts";
import { operation } from "../../operation.ts";
import { notOpen, requireOpen } from "./conversations.ts";
import { notifyOfMeeting, takeBackReminders } from "./meeting_notices.ts";
import { onlyOrganizers } from "./organizers.ts";

export const meetingNotFound = () => new NotFound(words.notFound, "meeting_not_found");

const readMeeting = async ({ db, clock }: Deps, { id: userId }: User, id: string): Promise<Meeting> =>
  found(await stored.findMeeting(db, userId, { id }, clock()), meetingNotFound);

/** @throws NotFound for outsiders, and where it has no such date */
async function readDate(deps: Deps, user: User, { id, date }: { id: string; date: number }): Promise<Meeting> {
  const meeting = await stored.findMeeting(deps.db, user.id, { id, date }, deps.clock());
  if (meeting) return meeting;
  await readMeeting(deps, user, id);
  throw dateNotFound();
}

const dateNotFound = () => new NotFound(words.dateNotFound, "date_not_found");

/** @param date the current one of one that repeats, if left out */
async function readChanged(deps: Deps, user: User, id: string, date?: number): Promise<Meeting> {
  const meeting = date === undefined ? await readMeeting(deps, user, id) : await readDate(deps, user, { id, date });
  deps.broadcast.partChanged({ groupId: meeting.groupId, part: "meetings" });
  return meeting;
}

/** @throws NotFound for outsiders */
export async function listMeetings({ db, clock }: Deps, user: User, page: { groupId: string; after?: string }) {
  const listed = await stored.listMeetings(db, user.id, page, clock());
  if (listed.meetings.length === 0 && !await isMember(db, user.id, page.groupId)) throw groupNotFound();
  return listed;
}

/** With `upTo` as a position. @throws Invalid for a book of another group */
async function contentOf<Content extends Pick<NewMeeting, "bookId" | "upTo">>(
  deps: Deps,
  user: User,
  { groupId, given }: { groupId: string; given: Content },
): Promise<Content> {
  const { bookId, upTo } = given;
  if (bookId === null) return { ...given, upTo: null };
  const { edition } = await readShelved(deps, user, { groupId, bookId });
  if (upTo !== null && upTo > edition.pageCount) throw beyondEnd(edition.pageCount, "upTo");
  return { ...given, upTo: upTo === null ? null : positionOf(edition, upTo) };
}

/** @throws Invalid for a book that is not on the shelf of the group */
async function readShelved({ db }: Deps, user: User, { groupId, bookId }: { groupId: string; bookId: string }) {
  const reader = await findReader(db, user.id, bookId);
  if (reader?.groupId !== groupId) throw new Invalid([{ path: "bookId", message: words.unknownBook }]);
  return reader;
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
      await contentOf(deps, user, { groupId, given });
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
    409: ["meeting_cancelled", "changed_meanwhile"],
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
    const series = { ...before, ...before.series };
    const keepsStart = areSame(given, series, ["startsAt", "timeZone", "repeats"]);
    const keepsRest = areSame(given, series, ["endsAt", "title", "place", "url", "bookId", "upTo"]);
    if (before.mayChange && keepsStart && keepsRest) return { meeting: before };
    const change = { ...content, id, keepsStart, keepsBook: given.bookId === null && series.bookId === null };
    if (!await stored.updateMeeting(deps.db, user.id, change, deps.clock())) {
      throw await whyNotChanged(deps, user, id, { bookId: content.bookId, otherwise: changedMeanwhile() });
    }
    const meeting = await readChanged(deps, user, id);
    if (!keepsStart) await takeBackReminders(deps, before);
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
    if (!await stored.cancelMeeting(deps.db, user.id, id, deps.clock())) {
      throw await whyNotChanged(deps, user, id, { otherwise: onlyOrganizers(words.notYours) });
    }
    const meeting = await readChanged(deps, user, id);
    await takeBackReminders(deps, meeting);
    await notifyOfMeeting(deps, user, { meeting, what: "cancelledBy" });
    return { meeting };
  },
});

const inNumbers = <Content extends DateContent>({ startsAt, endsAt, ...content }: Content) => ({
  ...content,
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
});

function areSame(given: NewMeeting, meeting: Meeting, keys: readonly (keyof NewMeeting)[]): boolean {
  const before = inNumbers(meeting);
  return keys.every((key) => given[key] === before[key]);
}

interface Refused {
  /** The book that it was to have. */
  bookId?: string | null;
  /** What is wrong where they may, and the book is on the shelf. */
  otherwise: AppError;
}

/** @throws NotFound for outsiders, Invalid for a book that has left the shelf */
async function whyNotChanged(deps: Deps, user: User, id: string, { bookId, otherwise }: Refused): Promise<AppError> {
  const { groupId, cancelledAt, mayChange } = await readMeeting(deps, user, id);
  if (cancelledAt !== null) return isCancelled();
  if (!mayChange) return onlyOrganizers(words.notYours);
  if (bookId) await readShelved(deps, user, { groupId, bookId });
  return otherwise;
}

const changedMeanwhile = () => new Conflict(words.changedMeanwhile, "changed_meanwhile");

const tooMany = () => new BadRequest(words.datesFull, "group_full");

const isCancelled = (message = words.cancelled) => new Conflict(message, "meeting_cancelled");

/** One of a meeting that repeats. @throws NotFound for outsiders, for what is over and what is further ahead than a year */
async function readDateToCome(deps: Deps, user: User, { id, date }: { id: string; date: number }): Promise<Meeting> {
  const meeting = await readDate(deps, user, { id, date });
  const endsAt = Date.parse(meeting.endsAt);
  if (meeting.repeats === null || !isToCome({ date, endsAt }, deps.clock())) throw dateNotFound();
  return meeting;
}

function toDate({ params: { id, meetingId, date } }: { params: { id: string; meetingId: string; date: string } }) {
  return clubPaths.meetingDate(id, meetingId, date);
}

/** @throws Invalid where with what the series has it is no meeting */
async function ownContent(
  deps: Deps,
  user: User,
  { meeting, given }: { meeting: Meeting; given: ChangedDate },
): Promise<{ content: NewDate; own: stored.OwnContent }> {
  const { startsAt, endsAt, place, url, bookId, upTo } = inNumbers(meeting.series ?? meeting);
  const start = given.startsAt ?? startsAt;
  const content = {
    startsAt: start,
    endsAt: given.endsAt ?? start + endsAt - startsAt,
    place: given.place === undefined ? place : given.place,
    url: given.url === undefined ? url : given.url,
    bookId: given.bookId === undefined ? bookId : given.bookId,
    upTo: given.upTo === undefined && given.bookId === undefined ? upTo : given.upTo ?? null,
  };
  const issues = wrongIn(content);
  if (content.endsAt <= deps.clock()) issues.push({ path: "endsAt", message: words.dateMovedBack });
  if (Math.abs(start - Date.parse(meeting.date)) > limits.moved) {
    issues.push({ path: "startsAt", message: words.dateMovedFar });
  }
  if (issues.length > 0) throw new Invalid(issues);
  const { bookId: _, upTo: __, ...own } = content;
  const isBookOfSeries = content.bookId === bookId && content.upTo === upTo;
  if (isBookOfSeries) return { content, own };
  return { content, own: await contentOf(deps, user, { groupId: meeting.groupId, given: content }) };
}

/** A cancelled date takes place again. */
export const changeDate = operation({
  call: "PUT /meetings/:meetingId/dates/:date",
  summary: "Changes one date of a meeting that repeats, or brings it back; its maker, an organizer or the creator",
  access: "author",
  takes: ChangedDate,
  params: { date: sentTime(words.noTime) },
  gives: { meeting: Meeting },
  limit: "groupChange",
  fails: {
    400: ["page_beyond_end", "group_full"],
    403: ["organizers_only"],
    404: ["meeting_not_found", "date_not_found"],
    409: ["meeting_cancelled"],
  },
  form: {
    path: "/group/:id/meetings/:meetingId/dates/:date/change",
    read: ({ fields }) => dateIn(fields),
    says: words.dateSaved,
    to: toDate,
  },
  async run({ deps, user, params: { meetingId: id, date } }, given) {
    const before = await readDateToCome(deps, user, { id, date });
    const { content, own } = await ownContent(deps, user, { meeting: before, given });
    const shown = inNumbers(before);
    const isSame = (Object.keys(content) as (keyof NewDate)[]).every((key) => content[key] === shown[key]);
    if (before.mayChange && before.cancelledAt === null && isSame) return { meeting: before };
    const after = { startsAt: content.startsAt, endsAt: content.endsAt, cancelledAt: null };
    const remindAt = await stored.findNextReminder(deps.db, { id, changed: { date, ...after } }, deps.clock());
    const keepsBook = given.bookId === null && before.bookId === null;
    if (!await stored.saveDate(deps.db, user.id, { id, date, remindAt, own, keepsBook }, deps.clock())) {
      throw await whyNotChanged(deps, user, id, { bookId: own.bookId, otherwise: tooMany() });
    }
    const meeting = await readChanged(deps, user, id, date);
    if (before.startsAt !== meeting.startsAt) await takeBackReminders(deps, before);
    await notifyOfMeeting(deps, user, { meeting, what: "dateChangedBy", before });
    return { meeting };
  },
});

export const cancelDate = operation({
  call: "DELETE /meetings/:meetingId/dates/:date",
  summary: "Cancels one date of a meeting that repeats; its maker, an organizer or the creator",
  access: "author",
  params: { date: sentTime(words.noTime) },
  gives: { meeting: Meeting },
  limit: "groupChange",
  fails: {
    400: ["group_full"],
    403: ["organizers_only"],
    404: ["meeting_not_found", "date_not_found"],
    409: ["meeting_cancelled"],
  },
  form: {
    path: "/group/:id/meetings/:meetingId/dates/:date/cancel",
    says: words.dateIsCancelled,
    to: toDate,
  },
  async run({ deps, user, params: { meetingId: id, date } }) {
    const before = await readDateToCome(deps, user, { id, date });
    if (before.mayChange && before.cancelledAt !== null) throw isCancelled(words.dateCancelled);
    const { startsAt, endsAt } = inNumbers(before);
    const cancelledAt = deps.clock();
    const changed = { date, startsAt, endsAt, cancelledAt };
    const remindAt = await stored.findNextReminder(deps.db, { id, changed }, cancelledAt);
    if (!await stored.cancelDate(deps.db, user.id, { id, date, remindAt }, cancelledAt)) {
      throw await whyNotChanged(deps, user, id, { otherwise: tooMany() });
    }
    await takeBackReminders(deps, before);
    const meeting = await readChanged(deps, user, id, date);
    await notifyOfMeeting(deps, user, { meeting, what: "dateCancelledBy" });
    return { meeting };
  },
});

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
  async run({ deps, user, params: { meetingId: id } }, { reply, date: asked }) {
    const current = await readMeeting(deps, user, id);
    const before = asked === undefined || asked === Date.parse(current.date)
      ? current
      : await readDateToCome(deps, user, { id, date: asked });
    const date = Date.parse(before.date);
    if (!await stored.saveReply(deps.db, user.id, { id, date, reply }, deps.clock())) {
      await requireOpen(deps, user, before.groupId);
      throw isCancelled();
    }
    return { meeting: await readChanged(deps, user, id, date) };
  },
});
