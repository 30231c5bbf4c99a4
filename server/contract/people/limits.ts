/** Times are milliseconds, lengths are characters, sizes are bytes. */

const day = 24 * 3600_000;

export const username = { min: 3, max: 30 };
export const fullName = { max: 80 };
/** `context`: messages stored before and after a reported one, each as an `excerpt`; `storedFor`: once decided. */
export const reports = { reason: 1000, note: 1000, context: 5, excerpt: 400, page: 20, storedFor: 90 * day, batch: 50 };
export const blocks = { max: 1000, page: 100 };
export const bio = { max: 500 };
export const genders = ["male", "female", "other"] as const;
/** In years. */
export const age = { max: 130 };
export const search = { max: 20 };
export const profile = { inCommon: 100, reading: 12 };
export const avatar = { size: 40 };
/** At worst a pixel takes eight bytes of memory; `waiting`: how many uploads may wait to be processed. */
export const picture = { bytes: 5 * 1024 * 1024, pixels: 25_000_000, small: 96, large: 256, waiting: 8 };
