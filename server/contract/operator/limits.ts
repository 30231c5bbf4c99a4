export const page = 100;
/** How many people are counted beside the list of them: the time grows with their number. */
export const counted = 100_000;
export const announcement = { max: 300, hours: 720 };
export const setUp = 7 * 24 * 3600_000;
/** Characters of a setting that operators type. */
export const setting = 1000;
/** Milliseconds after which an instance knows what was set at another. */
export const settingsEvery = 5000;
/** Bytes of the disk; with less, writing may fail soon. */
export const freeDisk = 500e6;
