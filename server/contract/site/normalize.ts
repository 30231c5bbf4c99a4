/** An invisible joiner ends it (UAX #15, section 13): sorting a run of marks takes time quadratic in its length. */
const longRun = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu;

export const normalize = (text: string, form: "NFC" | "NFKD" = "NFC"): string =>
  text.replace(longRun, "$&\u034f").normalize(form);
