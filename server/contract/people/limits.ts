/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const username = { min: 3, max: 30 };
export const fullName = { max: 80 };
/**
 * Reports: characters of the reason and of what the operators write about it; how many messages are stored before and
 * after a reported one, and how many characters of each; how many reports a page has; for how long after its decision
 * what was reported is stored, and of how many reports it is deleted in one commit.
 */
export const reports = {
  reason: 1000,
  note: 1000,
  context: 5,
  excerpt: 400,
  page: 20,
  storedFor: 90 * day,
  batch: 50,
};
/** How many people one person blocks, and how many of them are listed at once. */
export const blocks = { max: 1000, page: 100 };
export const bio = { max: 500 };
export const genders = ["male", "female", "other"] as const;
/** In years. */
export const age = { max: 130 };
export const search = { max: 20 };
/** How many groups or friends in common, and how many books in progress, a profile shows. */
export const profile = { inCommon: 100, reading: 12 };
/** Pixels of a person's picture in a list. */
export const avatar = { size: 40 };
/**
 * Of an uploaded picture: at most so many bytes and pixels (at worst eight bytes of memory each); the widths of the
 * square pictures made of it; and how many uploads may wait to be processed.
 */
export const picture = { bytes: 5 * 1024 * 1024, pixels: 25_000_000, small: 96, large: 256, waiting: 8 };
