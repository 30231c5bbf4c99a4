/** Days of the calendar, as numbers counted from 1 January 1970, and as they are stored: `YYYY-MM-DD`. */

const dayLength = 86_400_000;

/** The number of the day that it is somewhere. */
export function dayOf(ms: number, timeZone: string): number {
  // The Swedish way of writing a date is ISO 8601.
  return dayOfDate(dayFormatter(timeZone).format(ms));
}

/** The number of a day that is written as `YYYY-MM-DD`. */
export const dayOfDate = (date: string): number => Date.parse(date) / dayLength;

/** The same written as `YYYY-MM-DD`. */
export const dateOfDay = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10);

/** The one that was used last, since making one costs much more than using it; each process has its own. */
let last: { timeZone: string; formatter: Intl.DateTimeFormat } | undefined;

function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  if (last?.timeZone !== timeZone) {
    last = { timeZone, formatter: new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }) };
  }
  return last.formatter;
}
