/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How many of anything one page of the operators has, the length of an announcement, and for how long it may be; and how
 * long they have to set up a second step.
 */
export const operator = { page: 100, announcement: 300, hours: 720, setUp: 7 * day };
