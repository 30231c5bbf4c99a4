/** How dates, times and numbers are written, and when a day begins. */
export interface ReaderLocale {
  /** English, as all texts are: a reader's own, or else British with the clock of their language, of 12 or 24 hours. */
  language: string;
  timeZone: string;
}

/** What a browser or a cookie says may be neither, as `C` or `Etc/Unknown`: with these `Intl` throws. */
export const knownLocale = (language = "", timeZone = ""): ReaderLocale => ({
  language: known(() => inEnglish(language)) ?? "en-GB",
  timeZone: timeZone && known(() => new Intl.DateTimeFormat("en-GB", { timeZone })) ? timeZone : "UTC",
});

function inEnglish(language: string): string {
  const { locale, hourCycle } = new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions();
  return /^en\b/.test(locale) ? locale : `en-GB-u-hc-${hourCycle}`;
}

function known<T>(construct: () => T): T | undefined {
  try {
    return construct();
  } catch {
    return undefined;
  }
}
