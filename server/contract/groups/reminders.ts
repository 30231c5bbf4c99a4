/** When members are reminded of a meeting: a day before it starts, and an hour before. */
import { meetings as limits } from "./limits.ts";
import { heldDates, type MeetingDate, type MeetingTimes } from "./occurrences.ts";

export const reminders = ["day", "hour"] as const;
export type Reminder = (typeof reminders)[number];

const hour = 3_600_000;
const before: Record<Reminder, number> = { day: 24 * hour, hour };

/** The earliest first. */
const notBegun = (meeting: MeetingTimes, now: number): IteratorObject<MeetingDate, undefined> =>
  heldDates(meeting, { from: now, by: "startsAt" });

/** When the next one is due, after `now`; null where there is none any more. */
export function nextReminderAt(meeting: MeetingTimes, now: number): number | null {
  let next: number | null = null;
  for (const { startsAt } of notBegun(meeting, now)) {
    const times = reminders.map((reminder) => startsAt - before[reminder]).filter((time) => time > now);
    if (times.length > 0) next = Math.min(next ?? Infinity, ...times);
    // All others start later.
    if (times.length === reminders.length) break;
  }
  return next;
}

interface DueReminder extends Pick<MeetingDate, "date" | "startsAt"> {
  reminder: Reminder;
}

/** Of each date the one for this moment, also where its own moment was missed; none of what has begun. */
export function dueReminders(meeting: MeetingTimes, now: number): DueReminder[] {
  const due: DueReminder[] = [];
  for (const { date, startsAt } of notBegun(meeting, now).take(limits.dates)) {
    const reminder = reminders.findLast((reminder) => startsAt - before[reminder] <= now);
    if (!reminder) break;
    due.push({ date, startsAt, reminder });
  }
  return due;
}
