import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import { dayOf } from "../../../server/contract/reading/days.ts";
import { readerLocale, readerZone } from "../../../server/http/cookies.ts";
import type { C } from "../../layout/page.tsx";

/** How times of a zone are said to their reader: in the reader's own, or in that zone where theirs is not known. */
export function timesFor(c: C): (timeZone: string) => Times {
  const isKnown = readerZone(c) !== undefined;
  const made = new Map<string, Times>();
  return (zone) => {
    const timeZone = isKnown ? readerLocale(c).timeZone : zone;
    const times = made.get(timeZone) ?? timesIn(c, timeZone, isKnown);
    made.set(timeZone, times);
    return times;
  };
}

export type Times = ReturnType<typeof timesIn>;

function timesIn(c: C, timeZone: string, isKnown: boolean) {
  const locale = { ...readerLocale(c), timeZone };
  const format = timeFormatter(locale);
  const today = dayOf(c.var.deps.clock(), timeZone);
  let near: Intl.RelativeTimeFormat | undefined;
  /** The zone that is not their reader's is named. */
  const named = (text: string): string => isKnown ? text : words.at(text, timeZone);
  /** Yesterday, today and tomorrow. */
  function nearDay(iso: string): string | undefined {
    const ahead = dayOf(Date.parse(iso), timeZone) - today;
    if (Math.abs(ahead) > 1) return undefined;
    near ??= new Intl.RelativeTimeFormat(locale.language, { numeric: "auto" });
    return near.format(ahead, "day");
  }
  function capitalDay(iso: string): string | undefined {
    const day = nearDay(iso);
    return day && day.charAt(0).toLocaleUpperCase(locale.language) + day.slice(1);
  }
  const short = (day: string | undefined, iso: string) => named(day ? `${day}, ${format.time(iso)}` : format.full(iso));
  return {
    ...format,
    locale,
    named,
    fullNamed: (iso: string): string => named(format.full(iso)),
    /** *Tomorrow, 19:00*. */
    short: (iso: string): string => short(capitalDay(iso), iso),
    /** Within a sentence: *tomorrow, 19:00*. */
    shortInText: (iso: string): string => short(nearDay(iso), iso),
    /** With the date, and without the zone. */
    long(iso: string): string {
      const day = capitalDay(iso);
      return day ? `${day}, ${format.full(iso)}` : format.full(iso);
    },
  };
}
