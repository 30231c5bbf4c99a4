/** When members are reminded of a meeting: a day before it starts, and an hour before. */
import { type Dated, heldDates, type MeetingDate } from "./occurrences.ts";

export const reminders = ["day", "hour"] as const;
export type Reminder = (typeof reminders)[number];

const hour = 3_600_000;
const before: Record<Reminder, number> = { day: 24 * hour, hour };

/** Those that have not begun, the earliest first. */
const upcoming = (meeting: Dated, { now, most }: { now: number; most: number }): MeetingDate[] =>
  heldDates(meeting, { from: now, most, by: "startsAt" });

/** When the next one is due, after `now`; null where there is none any more. */
export function nextReminderAt(meeting: Dated, now: number): number | null {
  const times = upcoming(meeting, { now, most: 2 })
    .flatMap(({ startsAt }) => reminders.map((reminder) => startsAt - before[reminder]))
    .filter((time) => time > now);
  return times.length === 0 ? null : Math.min(...times);
}

/** The one for this moment, also where its own moment was missed; none for a meeting that has begun. */
export function dueReminder(
  meeting: Dated,
  now: number,
): Pick<MeetingDate, "date" | "startsAt"> & { reminder: Reminder } | undefined {
  const [next] = upcoming(meeting, { now, most: 1 });
  const reminder = reminders.findLast((reminder) => next !== undefined && next.startsAt - before[reminder] <= now);
  return reminder && { date: next.date, startsAt: next.startsAt, reminder };
}
