import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { dayOf } from "../../../server/contract/reading/days.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { C } from "../../layout/page.tsx";

/** Times of meetings as their reader says them: *Tomorrow, 19:00*. */
export function meetingTimes(c: C) {
  const locale = readerLocale(c);
  const format = timeFormatter(locale);
  const today = dayOf(c.var.deps.clock(), locale.timeZone);
  let near: Intl.RelativeTimeFormat | undefined;
  /** Yesterday, today and tomorrow. */
  function nearDay(iso: string): string | undefined {
    const ahead = dayOf(Date.parse(iso), locale.timeZone) - today;
    if (Math.abs(ahead) > 1) return undefined;
    near ??= new Intl.RelativeTimeFormat(locale.language, { numeric: "auto" });
    const day = near.format(ahead, "day");
    return day.charAt(0).toLocaleUpperCase(locale.language) + day.slice(1);
  }
  return {
    ...format,
    locale,
    short(iso: string): string {
      const day = nearDay(iso);
      return day ? `${day}, ${format.time(iso)}` : format.full(iso);
    },
    long(iso: string): string {
      const day = nearDay(iso);
      return day ? `${day}, ${format.full(iso)}` : format.full(iso);
    },
  };
}
