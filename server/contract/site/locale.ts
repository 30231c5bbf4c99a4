export interface ReaderLocale {
  language: string;
  timeZone: string;
}

/** What a browser or a cookie says may be neither, as `C` or `Etc/Unknown`: with these `Intl` throws. */
export const knownLocale = (language = "", timeZone = ""): ReaderLocale => ({
  language: isKnown(() => Intl.DateTimeFormat.supportedLocalesOf(language)) ? language : "en-GB",
  timeZone: timeZone && isKnown(() => new Intl.DateTimeFormat("en-GB", { timeZone })) ? timeZone : "UTC",
});

function isKnown(construct: () => unknown): boolean {
  try {
    construct();
    return true;
  } catch {
    return false;
  }
}
