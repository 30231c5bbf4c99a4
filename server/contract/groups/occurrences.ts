/** When meetings that repeat take place: each keeps the time that the clocks of its zone show. */
import { meetings, occurrences as limits } from "./limits.ts";
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

interface Asked {
  from: number;
  most: number;
}

/**
 * Those that end after `from`, the earliest first. Where a month has no such day, it is the month's last; where the
 * clocks skip a time, it is as much later.
 */
export const occurrences = (meeting: Repeating, { from, most }: Asked): Occurrence[] =>
  occurrencesAfter(meeting, from).take(most).toArray();

function* occurrencesAfter(meeting: Repeating, from: number): Generator<Occurrence> {
  const { startsAt, endsAt, repeats, timeZone } = meeting;
  if (repeats === null) {
    if (endsAt > from) yield { startsAt, endsAt };
    return;
  }
  const start = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone);
  const [[unit, count]] = Object.entries(stepOf[repeats]);
  const first = stepsBefore(meeting, repeats, from);
  let found = 0;
  for (let number = first; number < first + limits.max + spare && found < limits.max; number += 1) {
    const time = start.add({ [unit]: count * number }).epochMilliseconds;
    const end = time + endsAt - startsAt;
    if (end <= from) continue;
    yield { startsAt: time, endsAt: end };
    found += 1;
  }
}

export function isDateOf(meeting: Repeating, date: number): boolean {
  if (meeting.repeats === null) return false;
  const [first] = occurrences(meeting, { from: date + meeting.endsAt - meeting.startsAt - 1, most: 1 });
  return first?.startsAt === date;
}

/** Neither at the time that it has nor at the one that it would have. */
export const isOver = ({ date, endsAt }: Pick<MeetingDate, "date" | "endsAt">, now: number): boolean =>
  Math.max(date, endsAt) <= now;

/** Whether it can be changed, or a reply given. */
export const isToCome = (meeting: Pick<MeetingDate, "date" | "endsAt">, now: number): boolean =>
  !isOver(meeting, now) && meeting.date < now + meetings.ahead;

interface After {
  from: number;
  /** Whether they start after `from`, or end after it. */
  by?: keyof Occurrence;
}

/** Its dates as they were changed, the earliest first, and those that were cancelled among them. */
export const datesOf = (meeting: Dated, { most, ...after }: After & Asked): MeetingDate[] =>
  datesAfter(meeting, after).take(most).toArray();

function* datesAfter(meeting: Dated, { from, by = "endsAt" }: After): Generator<MeetingDate> {
  const all = meeting.changed ?? [];
  const known = new Set(all.map(({ date }) => date));
  const changed = all.filter((date) => date[by] > from).sort((a, b) => b.startsAt - a.startsAt);
  const end = by === "endsAt" ? from : from + meeting.endsAt - meeting.startsAt;
  for (const occurrence of occurrencesAfter(meeting, end)) {
    if (known.has(occurrence.startsAt)) continue;
    while (changed.length > 0 && changed.at(-1)!.startsAt < occurrence.startsAt) yield* ofMeeting(changed.pop()!);
    yield { ...occurrence, date: occurrence.startsAt, cancelledAt: null };
  }
  while (changed.length > 0) yield* ofMeeting(changed.pop()!);

  function ofMeeting(date: MeetingDate): MeetingDate[] {
    return isDateOf(meeting, date.date) ? [date] : [];
  }
}

/** Those that take place, the earliest first. */
export const heldDates = (meeting: Dated, after: After): IteratorObject<MeetingDate, undefined> =>
  datesAfter(meeting, after).filter(({ cancelledAt }) => cancelledAt === null);

/** The one that takes place or comes next; the last one, where all are over. */
export const currentDate = (meeting: Dated, now: number): MeetingDate => {
  const { startsAt, endsAt } = meeting;
  return heldDates(meeting, { from: now }).next().value ?? { date: startsAt, startsAt, endsAt, cancelledAt: null };
};
