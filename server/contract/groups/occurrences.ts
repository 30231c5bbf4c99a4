/** When meetings that repeat take place: each keeps the time that the clocks of its zone show. */
import { meetings, occurrences as limits } from "./limits.ts";
import type { Meeting, Repeats } from "./meeting_shapes.ts";

/** Times are milliseconds since 1970. */
export interface Occurrence {
  startsAt: number;
  endsAt: number;
}

/** One date of a meeting that repeats, as it was moved, changed or cancelled. */
export interface MeetingDate extends Occurrence {
  /** When it would start if it had not been moved: by this it is known. */
  date: number;
  cancelledAt: number | null;
}

export interface MeetingTimes extends Occurrence {
  timeZone: string;
  repeats: Repeats | null;
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
function stepsBefore({ endsAt, timeZone }: MeetingTimes, repeats: Repeats, from: number): number {
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
export const occurrences = (meeting: MeetingTimes, { from, most }: { from: number; most: number }): Occurrence[] =>
  occurrencesAfter(meeting, from).take(most).toArray();

function* occurrencesAfter(meeting: MeetingTimes, from: number): Generator<Occurrence> {
  const { startsAt, endsAt, repeats, timeZone } = meeting;
  if (repeats === null) {
    if (endsAt > from) yield { startsAt, endsAt };
    return;
  }
  const start = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone);
  const [[unit, length]] = Object.entries(stepOf[repeats]);
  const first = stepsBefore(meeting, repeats, from);
  let count = 0;
  for (let step = first; step < first + limits.max + spare && count < limits.max; step += 1) {
    const time = start.add({ [unit]: length * step }).epochMilliseconds;
    const end = time + endsAt - startsAt;
    if (end <= from) continue;
    yield { startsAt: time, endsAt: end };
    count += 1;
  }
}

export function isDateOf(meeting: MeetingTimes, date: number): boolean {
  if (meeting.repeats === null) return false;
  const [first] = occurrences(meeting, { from: date + meeting.endsAt - meeting.startsAt - 1, most: 1 });
  return first?.startsAt === date;
}

/** Neither at the time that it has nor at the one that it would have. */
export const isOver = ({ date, endsAt }: Pick<MeetingDate, "date" | "endsAt">, now: number): boolean =>
  Math.max(date, endsAt) <= now;

/** Of one that repeats, whether this date can be changed, or a reply given. */
export function isToCome({ repeats, ...meeting }: Pick<Meeting, "repeats" | "date" | "endsAt">, now: number): boolean {
  const [date, endsAt] = [meeting.date, meeting.endsAt].map(Date.parse);
  return repeats !== null && !isOver({ date, endsAt }, now) && date < now + meetings.ahead;
}

interface Period {
  from: number;
  /** Whether they start after `from`, or end after it. */
  by?: keyof Occurrence;
}

/** Its dates as they were changed, the earliest first, and those that were cancelled among them. */
export const datesOf = (meeting: MeetingTimes, { most, ...period }: Period & { most: number }): MeetingDate[] =>
  datesAfter(meeting, period).take(most).toArray();

function* datesAfter(meeting: MeetingTimes, { from, by = "endsAt" }: Period): Generator<MeetingDate> {
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
export const heldDates = (meeting: MeetingTimes, period: Period): IteratorObject<MeetingDate, undefined> =>
  datesAfter(meeting, period).filter(({ cancelledAt }) => cancelledAt === null);

/** The one that takes place or comes next; the last one, where all are over. */
export const currentDate = (meeting: MeetingTimes, now: number): MeetingDate => {
  const { startsAt, endsAt } = meeting;
  return heldDates(meeting, { from: now }).next().value ?? { date: startsAt, startsAt, endsAt, cancelledAt: null };
};

interface Cancellable {
  cancelledAt: unknown;
}

/** Neither cancelled nor over: of one that repeats there is always another date. */
export const isUpcoming = (
  { repeats, ...meeting }: Pick<MeetingTimes, "endsAt" | "repeats"> & Cancellable,
  now: number,
): boolean => repeats === null ? isNext(meeting, now) : meeting.cancelledAt === null;

/** Of one date: neither cancelled nor over. */
export const isNext = ({ endsAt, cancelledAt }: Pick<Occurrence, "endsAt"> & Cancellable, now: number): boolean =>
  cancelledAt === null && endsAt > now;
