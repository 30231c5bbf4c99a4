/** One date of a meeting that repeats: its maker and organizers change it and cancel it. */
import * as stored from "../../../db/groups/meeting_date_changes.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { meetings as limits } from "../../contract/groups/limits.ts";
import { dateIn } from "../../contract/groups/meeting_form.ts";
import { DateChange, Meeting, type NewDate, wrongIn } from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { sentTime } from "../../contract/site/fields.ts";
import type { Deps } from "../../deps.ts";
import { type AppError, BadRequest, Invalid } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { inNumbers, withPosition } from "./meeting_content.ts";
import { notifyOfMeeting, takeBackReminders } from "./meeting_notices.ts";
import { announceMeeting, changedMeanwhile, isCancelled, readDateToCome, whyNotChanged } from "./meeting_reads.ts";

function toDate({ params: { id, meetingId, date } }: { params: { id: string; meetingId: string; date: string } }) {
  return clubPaths.meetingDate(id, meetingId, date);
}

/** @throws Invalid where with what the series has it is no meeting */
async function ownContent(
  deps: Deps,
  user: User,
  { meeting, given }: { meeting: Meeting; given: DateChange },
): Promise<{ content: NewDate; own: DateChange }> {
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
  return { content, own: await withPosition(deps, user, { groupId: meeting.groupId, given: content }) };
}

/** A cancelled date takes place again. */
export const changeDate = operation({
  call: "PUT /meetings/:meetingId/dates/:date",
  summary: "Changes one date of a meeting that repeats, or brings it back; its maker, an organizer or the creator",
  access: "author",
  takes: DateChange,
  params: { date: sentTime(words.noTime) },
  gives: { meeting: Meeting },
  limit: "groupChange",
  fails: {
    400: ["page_beyond_end", "group_full"],
    403: ["organizers_only"],
    404: ["meeting_not_found", "date_not_found"],
    409: ["meeting_cancelled", "changed_meanwhile"],
  },
  form: {
    path: "/group/:id/meetings/:meetingId/dates/:date/change",
    read: ({ fields }) => dateIn(fields),
    says: words.dateSaved,
    to: toDate,
  },
  async run({ deps, user, params: { meetingId: id, date } }, { sequence, ...given }) {
    const before = await readDateToCome(deps, user, { id, date });
    const { content, own } = await ownContent(deps, user, { meeting: before, given });
    const contentBefore = inNumbers(before);
    const isSame = (Object.keys(content) as (keyof NewDate)[]).every((key) => content[key] === contentBefore[key]);
    if (before.mayChange && before.cancelledAt === null && isSame) return { meeting: before };
    const changed = { date, startsAt: content.startsAt, endsAt: content.endsAt, cancelledAt: null };
    const keepsBook = given.bookId === null && before.bookId === null;
    if (!await stored.saveDate(deps.db, user.id, { id, changed, sequence, own, keepsBook }, deps.clock())) {
      throw await whyNotChanged(deps, user, id, { bookId: own.bookId, otherwise: await fullOrChanged(deps, id, date) });
    }
    const meeting = await announceMeeting(deps, user, { id, date });
    if (before.startsAt !== meeting.startsAt) await takeBackReminders(deps, before);
    await notifyOfMeeting(deps, user, { meeting, what: "dateChangedBy" });
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
    409: ["meeting_cancelled", "changed_meanwhile"],
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
    if (!await stored.cancelDate(deps.db, user.id, { id, changed }, cancelledAt)) {
      throw await whyNotChanged(deps, user, id, { otherwise: await fullOrChanged(deps, id, date) });
    }
    await takeBackReminders(deps, before);
    const meeting = await announceMeeting(deps, user, { id, date });
    await notifyOfMeeting(deps, user, { meeting, what: "dateCancelledBy" });
    return { meeting };
  },
});

async function fullOrChanged({ db, clock }: Deps, id: string, date: number): Promise<AppError> {
  const isFull = await stored.areDatesFull(db, { id, date }, clock());
  return isFull ? new BadRequest(words.datesFull, "group_full") : changedMeanwhile();
}
