/** Times are milliseconds, lengths are characters. */

/** How many of anything one page has. */
export const page = 100;
/** The length of an announcement, and for how long it may be shown. */
export const announcement = { max: 300, hours: 720 };
/** How long operators have to set up a second step. */
export const setUp = 7 * 24 * 3600_000;
