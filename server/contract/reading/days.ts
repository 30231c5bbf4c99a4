/** Days of the calendar, as numbers counted from 1 January 1970, and as they are stored: `YYYY-MM-DD`. */

const dayLength = 86_400_000;

export function dayOf(ms: number, timeZone: string): number {
  return dayOfDate(dateAt(ms, timeZone));
}

/** That of `at`, an ISO time, as it is written, with its offset; one that is still to come is now. */
export function calendarDay({ now, at, timeZone = "UTC" }: { now: number; at?: string; timeZone?: string }): string {
  if (at === undefined) return dateAt(now, timeZone);
  const time = Date.parse(at);
  const offset = Date.parse(at.replace(/(Z|[+-]\d\d:?\d\d)$/, "Z")) - time;
  return new Date(Math.min(time, now) + offset).toISOString().slice(0, 10);
}

export const dayOfDate = (date: string): number => Date.parse(date) / dayLength;

export const dateOfDay = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10);

/** The one that was used last, since making one costs much more than using it; each process has its own. */
let last: { timeZone: string; formatter: Intl.DateTimeFormat } | undefined;

function dateAt(ms: number, timeZone: string): string {
  if (last?.timeZone !== timeZone) {
    // The Swedish way of writing a date is ISO 8601.
    last = { timeZone, formatter: new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }) };
  }
  return last.formatter.format(ms);
}
