/** Days are numbers (see `days.ts`), those of the week from 0, Sunday. Which day is today depends on the reader. */
import { dayOfDate } from "./days.ts";
import * as readingLimits from "./limits.ts";
import { pageAt, textEnd } from "./positions.ts";
import type { Copy, Plan } from "./shapes.ts";
import { paceTexts } from "./texts.ts";

export interface Schedule {
  startsOn: string;
  targetOn: string;
  days: number[];
}

export function planProblem(schedule: Schedule): string | undefined {
  const length = dayOfDate(schedule.targetOn) - dayOfDate(schedule.startsOn);
  if (length <= 0) return paceTexts.targetBeforeStart;
  if (length > readingLimits.plan.days) return paceTexts.tooLong;
  return readingDays(schedule) === 0 ? paceTexts.noReadingDay : undefined;
}

export const asPlan = ({ startsOn, targetOn, days }: Schedule, createdBy: string | null): Plan => ({
  startsAt: `${startsOn}T00:00:00.000Z`,
  targetAt: `${targetOn}T00:00:00.000Z`,
  days,
  createdBy,
});

/** How many of a plan's reading days are not before one day and not after another; of all its days, if left out. */
function readingDays(
  { startsOn, targetOn, days }: Schedule,
  from = dayOfDate(startsOn),
  to = dayOfDate(targetOn),
): number {
  const first = Math.max(from, dayOfDate(startsOn));
  const last = Math.min(to, dayOfDate(targetOn));
  if (last < first) return 0;
  return days.reduce((sum, weekday) => sum + countUntil(last, weekday) - countUntil(first - 1, weekday), 0);
}

/** Those that are not before one day and not after another. */
export function listReadingDays({ startsOn, targetOn, days }: Schedule, from: number, to: number): number[] {
  const first = Math.max(from, dayOfDate(startsOn));
  const last = Math.min(to, dayOfDate(targetOn));
  const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  return all.filter((day) => days.includes((day + 4) % 7));
}

/** How many of a weekday there were until a day; only differences mean something. 1 January 1970 was a Thursday. */
const countUntil = (day: number, weekday: number): number => Math.floor((day + 4 - weekday) / 7);

/** The position that a group has reached at the end of a day: the part of its reading days that have passed. */
export const expectedAt = (plan: Schedule, day: number): number =>
  Math.floor(textEnd * (readingDays(plan, -Infinity, day) / readingDays(plan)));

interface ReaderState {
  edition: Copy;
  position: number;
  finishedAt: number | null;
  readOn: number | null;
}

/** Rounded up. Today counts until they have read something today. @returns null once they, or the plan, are through */
export function pagesPerDay(plan: Schedule, { edition, position, finishedAt, readOn }: ReaderState, today: number) {
  if (finishedAt !== null || today > dayOfDate(plan.targetOn)) return null;
  const left = edition.pageCount - pageAt(edition, position);
  return Math.ceil(left / Math.max(1, readingDays(plan, readOn === today ? today + 1 : today)));
}

/** Behind is a reader by at least one day's part of what should have been read before today. */
export function behindUpTo(plan: Schedule, today: number): number | undefined {
  const limit = expectedAt(plan, today - 1) - Math.floor(textEnd / readingDays(plan));
  return limit < 0 ? undefined : limit;
}

export const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** Each day of the week has a field of its own: of several with one name one is read. */
export const weekdayField = (day: number): string => `day${day}`;

export const planIn = (fields: Record<string, string>) => ({
  startsAt: fields.startsAt,
  targetAt: fields.targetAt,
  days: weekdays.filter((day) => fields[weekdayField(day)] === "on"),
});
