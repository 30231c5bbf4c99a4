/** Members hear of a meeting that is planned, changed or cancelled, and are reminded before it starts. */
import * as stored from "../../../db/groups/meeting_reminders.ts";
import { listExpected } from "../../../db/groups/meeting_replies.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { meetings as limits } from "../../contract/groups/limits.ts";
import type { Meeting } from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import { dueReminders, type Reminder, reminders } from "../../contract/groups/reminders.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { notifyOfNews, takeBackNotices } from "../notices/news.ts";

interface News {
  meeting: Meeting;
  what: "planned" | "changedBy" | "movedBy" | "cancelledBy" | "dateChangedBy" | "dateCancelledBy";
  /** Those who said that they come hear of it: if left out, to this date as it is by now. */
  expected?: string[];
}

/** One notice of each meeting, and of each date, says how it is by now; nobody needs one of what is over. */
export async function notifyOfMeeting(deps: Deps, user: User, { meeting, what, expected }: News) {
  const { id, groupId, title, endsAt, date } = meeting;
  if (Date.parse(endsAt) <= deps.clock()) return;
  const isOfDate = what === "dateChangedBy" || what === "dateCancelledBy";
  const textIn = (timeZone: string, groupName: string) =>
    words[what](displayName(user), { title, groupName, time: timeIn(timeZone, meeting.startsAt) });
  await notifyOfNews(deps, user, {
    kind: "meeting",
    groupId,
    subject: isOfDate ? `${id} ${Date.parse(date)}` : id,
    url: isOfDate ? clubPaths.meetingDate(groupId, id, date) : clubPaths.meeting(groupId, id),
    text: (groupName) => textIn(meeting.timeZone, groupName),
    textIn,
    many: "latest",
    also: expected ?? await listExpected(deps.db, meeting),
  });
}

/** In the zone of its reader, or of the meeting where that is not known. */
const timeIn = (timeZone: string, startsAt: string | number): string => {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone });
  return words.at(format.format(new Date(startsAt)), timeZone);
};

const reminderOf = ({ id, date }: { id: string; date: number }, reminder: Reminder): string =>
  `${id} ${date} ${reminder}`;

/** What a notice with this subject is about: a meeting, or one date of it. */
export function meetingOf(subject: string): { id: string; date?: number } {
  const [id, date] = subject.split(" ");
  return { id, date: date === undefined ? undefined : Number(date) };
}

/** It takes place at another time, or not at all. */
export async function takeBackReminders(deps: Deps, { id, groupId, date }: Meeting): Promise<void> {
  for (const reminder of reminders) {
    const subject = reminderOf({ id, date: Date.parse(date) }, reminder);
    await takeBackNotices(deps, { kind: "meeting", groupId, subject });
  }
}

/** Each minute. By its subject nobody gets a reminder twice, whatever ends or repeats this. */
export async function remindOfMeetings(deps: Deps, stopped: AbortSignal): Promise<void> {
  let due: stored.RemindedMeeting[];
  do {
    due = await stored.listToRemind(deps.db, deps.clock());
    for (const meeting of due) {
      if (stopped.aborted) return;
      await remind(deps, meeting);
      await stored.saveNextReminder(deps.db, meeting, deps.clock());
    }
  } while (due.length === limits.swept);
}

async function remind(deps: Deps, meeting: stored.RemindedMeeting): Promise<void> {
  const { id, groupId, title, timeZone, repeats } = meeting;
  for (const { date, startsAt, reminder } of dueReminders(meeting, deps.clock())) {
    const textIn = (timeZone: string, groupName: string) =>
      words.reminder({ title, groupName, time: timeIn(timeZone, startsAt) });
    const to = await stored.listReminded(deps.db, { id, date, reminder });
    await notifyOfNews(deps, null, {
      kind: "meeting",
      groupId,
      subject: reminderOf({ id, date }, reminder),
      url: repeats === null
        ? clubPaths.meeting(groupId, id)
        : clubPaths.meetingDate(groupId, id, new Date(date).toISOString()),
      text: (groupName) => textIn(timeZone, groupName),
      textIn,
      to,
      also: to,
      isUrgent: true,
    });
  }
}
