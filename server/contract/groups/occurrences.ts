/** When meetings that repeat take place: each keeps the time that the clocks of its zone show. */
import { occurrences as limits } from "./limits.ts";
import type { Repeats } from "./meeting_shapes.ts";

/** Times are milliseconds since 1970. */
export interface Occurrence {
  startsAt: number;
  endsAt: number;
}

interface Repeating extends Occurrence {
  timeZone: string;
  repeats: Repeats | null;
}

/** One date of a meeting that repeats, as it was moved, changed or cancelled. */
export interface MeetingDate extends Occurrence {
  /** When it would start if it had not been moved: by this it is known. */
  date: number;
  cancelledAt: number | null;
}

export interface Dated extends Repeating {
  changed?: readonly MeetingDate[];
}

const stepOf = {
  weekly: { weeks: 1 },
  fortnightly: { weeks: 2 },
  monthly: { months: 1 },
};

const day = 86_400_000;

/**
 * How many of the first steps are surely over by then: one or two too few, as months and days with another hour are.
 */
function stepsBefore({ endsAt, timeZone }: Repeating, repeats: Repeats, from: number): number {
  const [end, then] = [endsAt, from].map((time) => Temporal.Instant.fromEpochMilliseconds(time));
  const steps = repeats === "monthly"
    ? monthsBetween(end.toZonedDateTimeISO(timeZone), then.toZonedDateTimeISO(timeZone)) - 1
    : Math.floor((from - endsAt) / (stepOf[repeats].weeks * 7 * day));
  return Math.max(0, steps - 1);
}

const monthsBetween = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): number =>
  12 * (other.year - one.year) + other.month - one.month;

/** What `stepsBefore` may be short of. */
const spare = 4;

/**
 * Those that end after `from`, the earliest first. Where a month has no such day, it is the month's last; where the
 * clocks skip a time, it is as much later.
 */
export function occurrences(meeting: Repeating, { from, most }: { from: number; most: number }): Occurrence[] {
  const { startsAt, endsAt, repeats } = meeting;
  if (repeats === null) return endsAt > from ? [{ startsAt, endsAt }] : [];
  const first = stepsBefore(meeting, repeats, from);
  const wanted = Math.min(most, limits.max);
  const found: Occurrence[] = [];
  for (let number = first; number < first + wanted + spare && found.length < wanted; number += 1) {
    const occurrence = at(meeting, repeats, number);
    if (occurrence.endsAt > from) found.push(occurrence);
  }
  return found;
}

export function isDateOf(meeting: Repeating, date: number): boolean {
  if (meeting.repeats === null) return false;
  const [first] = occurrences(meeting, { from: date + meeting.endsAt - meeting.startsAt - 1, most: 1 });
  return first?.startsAt === date;
}

interface Asked {
  from: number;
  most: number;
  /** Whether they start after `from`, or end after it. */
  by?: keyof Occurrence;
}

/** Its dates as they were changed, the earliest first, and those that were cancelled among them. */
export function datesOf(meeting: Dated, { from, most, by = "endsAt" }: Asked): MeetingDate[] {
  const changed = (meeting.changed ?? []).filter(({ date }) => isDateOf(meeting, date));
  const known = new Set(changed.map(({ date }) => date));
  const end = by === "endsAt" ? from : from + meeting.endsAt - meeting.startsAt;
  const others = occurrences(meeting, { from: end, most: most + changed.length })
    .filter(({ startsAt }) => !known.has(startsAt))
    .map((occurrence) => ({ ...occurrence, date: occurrence.startsAt, cancelledAt: null }));
  return [...others, ...changed.filter((date) => date[by] > from)]
    .sort((a, b) => a.startsAt - b.startsAt).slice(0, most);
}

/** Those of `datesOf` that take place. */
export const heldDates = (meeting: Dated, { most, ...asked }: Asked): MeetingDate[] =>
  datesOf(meeting, { ...asked, most: most + (meeting.changed?.length ?? 0) })
    .filter(({ cancelledAt }) => cancelledAt === null).slice(0, most);

/** The one that takes place or comes next; the last one, where all are over. */
export const currentDate = (meeting: Dated, now: number): MeetingDate => {
  const { startsAt, endsAt } = meeting;
  return heldDates(meeting, { from: now, most: 1 })[0] ?? { date: startsAt, startsAt, endsAt, cancelledAt: null };
};

function at({ startsAt, endsAt, timeZone }: Repeating, repeats: Repeats, number: number): Occurrence {
  const step = Object.entries(stepOf[repeats]).map(([unit, count]) => [unit, count * number]);
  const moved = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).add(Object.fromEntries(step));
  const start = moved(startsAt).epochMilliseconds;
  return { startsAt: start, endsAt: start + endsAt - startsAt };
}
