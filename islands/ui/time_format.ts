import { dayOf } from "../../server/contract/reading/days.ts";
import type { ReaderLocale } from "../../server/contract/site/locale.ts";

export type { ReaderLocale };

export interface TimeFormatter {
  /** What it writes depends on, besides the time: two of one state write the same. */
  state: string;
  time(iso: string): string;
  /** `Today`, `Yesterday`, a weekday within the last week, else a date; never the same for two days. */
  day(iso: string): string;
  timeOrDay(iso: string): string;
  full(iso: string): string;
}

/** Making it costs much more than using it, and each part is made when it is first used. */
export function timeFormatter({ language, timeZone }: ReaderLocale, now = Date.now()): TimeFormatter {
  const format = (options: Intl.DateTimeFormatOptions) => {
    let formatter: Intl.DateTimeFormat | undefined;
    return (iso: string) =>
      (formatter ??= new Intl.DateTimeFormat(language, { ...options, timeZone })).format(new Date(iso));
  };
  const weekday = format({ weekday: "long" });
  const date = format({ day: "numeric", month: "long", year: "numeric" });
  let near: Intl.RelativeTimeFormat | undefined;
  const today = dayOf(now, timeZone);
  const dayAt = rememberedByQuarter((ms) => dayOf(ms, timeZone));
  const daysAgo = (iso: string) => today - dayAt(Date.parse(iso));
  const time = format({ timeStyle: "short" });
  function day(iso: string) {
    const ago = daysAgo(iso);
    if (ago === 0 || ago === 1) {
      near ??= new Intl.RelativeTimeFormat(language, { numeric: "auto" });
      return capitalized(near.format(-ago, "day"), language);
    }
    return ago > 1 && ago < 7 ? capitalized(weekday(iso), language) : date(iso);
  }
  return {
    state: `${language} ${timeZone} ${today}`,
    time,
    day,
    timeOrDay: (iso) => daysAgo(iso) === 0 ? time(iso) : day(iso),
    full: format({ dateStyle: "full", timeStyle: "short" }),
  };
}

/** For narrow places: `AM` stays beside its number. */
export const unbroken = (format: TimeFormatter): TimeFormatter => ({
  ...format,
  time: (iso) => format.time(iso).replace(" ", "\u00a0"),
});

/** A day within a sentence: *today*. */
export function dayInText({ day }: TimeFormatter, iso: string, now = Date.now()): string {
  const text = day(iso);
  const isNear = [0, 24].some((hours) => text === day(new Date(now - hours * 3600_000).toISOString()));
  return isNear ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text;
}

/** Each zone's days begin at a whole quarter of an hour in UTC, and messages come close to each other. */
function rememberedByQuarter(compute: (ms: number) => number): (ms: number) => number {
  const found = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / 900_000);
    const value = found.get(quarter) ?? compute(ms);
    found.set(quarter, value);
    return value;
  };
}

export const writeDate = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

const capitalized = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
