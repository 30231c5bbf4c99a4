/** Unicode normalization whose cost grows with the length of a text alone. */

/**
 * Marks in a row after which a joiner that nobody sees (U+034F) is put, as Unicode's Stream-Safe Text Format has it
 * (UAX #15, section 13): sorting a run of marks costs the square of its length, and no language writes half as many.
 */
const longRun = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu;

/** A text in a normal form. */
export const normalize = (text: string, form: "NFC" | "NFKD" = "NFC"): string =>
  text.replace(longRun, "$&\u034f").normalize(form);
