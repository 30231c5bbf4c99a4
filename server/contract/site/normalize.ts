/**
 * Thirty combining marks in a row. After them goes an invisible joiner (U+034F), as in Unicode's Stream-Safe Text
 * Format (UAX #15, section 13): sorting a run of marks takes time quadratic in its length, and no language needs half
 * as many.
 */
const longRun = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu;

export const normalize = (text: string, form: "NFC" | "NFKD" = "NFC"): string =>
  text.replace(longRun, "$&\u034f").normalize(form);
