import { dayOf } from "../../server/contract/reading/days.ts";
import type { ReaderLocale } from "../../server/contract/site/locale.ts";

export type { ReaderLocale };

export interface TimeFormatter {
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
  const daysAgo = (iso: string) => today - dayOf(Date.parse(iso), timeZone);
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
    time,
    day,
    timeOrDay: (iso) => daysAgo(iso) === 0 ? time(iso) : day(iso),
    full: format({ dateStyle: "full", timeStyle: "short" }),
  };
}

export const writeDate = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

const capitalized = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
