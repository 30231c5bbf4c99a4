/** Times in someone's language and zone. */
export interface ReaderLocale {
  /** A language tag. */
  language: string;
  timeZone: string;
}

/** Writes times, given as ISO strings. */
export interface TimeFormatter {
  time(iso: string): string;
  day(iso: string): string;
  full(iso: string): string;
}

/** Writes times for someone. Making it costs much more than using it. */
export function timeFormatter({ language, timeZone }: ReaderLocale): TimeFormatter {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, { ...options, timeZone });
    return (iso: string) => formatter.format(new Date(iso));
  };
  return {
    time: format({ hour: "2-digit", minute: "2-digit" }),
    day: format({ day: "numeric", month: "long", year: "numeric" }),
    full: format({ dateStyle: "full", timeStyle: "medium" }),
  };
}
