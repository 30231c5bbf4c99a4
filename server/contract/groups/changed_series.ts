/** What becomes of a meeting and its dates when all of it is changed. */
import { occurrences as limits } from "./limits.ts";
import { isDateOf, type MeetingTimes, type Occurrence, occurrences } from "./occurrences.ts";

const clockAt = (time: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);

const dayOf = (time: number, timeZone: string): string => clockAt(time, timeZone).toPlainDate().toString();

export interface ChangedTimes extends MeetingTimes {
  /** Of one that repeats, the date that the times are a change of. */
  date: number;
}

/**
 * When it starts first. Where the date stays on its day, so do all others: one on the 31st that is changed in February
 * stays on the 31st.
 */
export function firstStart(before: MeetingTimes, change: ChangedTimes): number {
  const { date, startsAt, endsAt, timeZone, repeats } = change;
  if (repeats === null || repeats !== before.repeats) return startsAt;
  if (startsAt === date && timeZone === before.timeZone && isDateOf(before, date)) return before.startsAt;
  if (dayOf(date, before.timeZone) !== dayOf(startsAt, timeZone)) return startsAt;
  const day = clockAt(before.startsAt, before.timeZone).toPlainDate();
  const plainTime = clockAt(startsAt, timeZone).toPlainTime();
  const first = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  const series = { timeZone, repeats, startsAt: first, endsAt: first + endsAt - startsAt };
  return isDateOf(series, startsAt) ? first : startsAt;
}

/**
 * Dates that it still has, each with the one that it becomes: at that time, or on that day as the clocks of its zone
 * show it.
 */
export function remainingDates(
  before: MeetingTimes,
  after: MeetingTimes,
  from: number,
): [date: number, remaining: number][] {
  const startsOf = (meeting: MeetingTimes) =>
    occurrences(meeting, { from, most: limits.max }).map(({ startsAt }: Occurrence) => startsAt);
  const starts = startsOf(after);
  const [times, days] = [new Set(starts), new Map(starts.map((start) => [dayOf(start, after.timeZone), start]))];
  return startsOf(before).flatMap((date) => {
    const remaining = times.has(date) ? date : days.get(dayOf(date, before.timeZone));
    return remaining === undefined ? [] : [[date, remaining]];
  });
}
