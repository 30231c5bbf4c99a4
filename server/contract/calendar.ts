/** Days of the calendar, as `YYYY-MM-DD`. */

/**
 * The day on which something was done: that of `at` as it is written, with its offset from UTC, and otherwise the day
 * that it is now in the time zone.
 *
 * @param at an ISO time; one that is still to come is now
 */
export function calendarDay({ now, at, timeZone = "UTC" }: { now: number; at?: string; timeZone?: string }): string {
  if (at === undefined) return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(now);
  const time = Date.parse(at);
  const offset = Date.parse(at.replace(/(Z|[+-]\d\d:?\d\d)$/, "Z")) - time;
  return new Date(Math.min(time, now) + offset).toISOString().slice(0, 10);
}
