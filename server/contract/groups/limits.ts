/** Times are milliseconds, lengths are characters, sizes are bytes. */

const day = 24 * 3600_000;

/**
 * Of one that is read back: `bytes` of the ZIP file, `unpacked` of its texts, with so many `rows`, and `row`, one of
 * these, with so many `values`, nested `depth` times; `stored`: rows at once; `stale`: how long one that nobody reads
 * any more stays.
 */
export const archive = {
  bytes: 50 * 1024 * 1024,
  unpacked: 200 * 1024 * 1024,
  entries: 10_000,
  group: 64 * 1024,
  row: 4 * 1024 * 1024,
  depth: 20,
  values: 30_000,
  messages: 200_000,
  rows: 1_000_000,
  stored: 50,
  stale: 3600_000,
};
export const groupName = { max: 80 };
export const groupDescription = { max: 500 };
/** `removedBooks`: how many that one member added can wait to be brought back, beside the `books` on the shelf. */
export const groups = { perCreator: 200, members: 1000, books: 500, removedBooks: 1000, faces: 4 };
/** Invite links: for how many days and people, and how many a group has that can be used. */
export const invites = { days: { usual: 7, max: 30 }, uses: 500, perGroup: 50 };
/** `again`: for how long one that is renewed sends no second notice. */
export const invitations = { emails: 50, typed: 20_000, lifetime: 30 * day, listed: 100, again: 1 * day };
/** Of people who ask to join; `again`: when somebody who was declined may ask once more. */
export const joinRequests = { text: 300, query: 100, page: 100, again: 30 * day };
export const conversations = { page: 50 };
/** Each weighs on the first packets of its page. */
export const groupList = { max: 18 };
/** On a page of a group's members, and up to how many an event of a group has. */
export const memberList = { page: 100 };
/**
 * `longest`: one of them; `perGroup`: with those that are over; `upcoming`: of these not over, and `own`: made by one
 * member; `looked`: the latest, of which the list is made; `listed`: of it at once; `faces`: of those who come;
 * `swept`: reminded of at once; `inCalendar`: of one person, the latest, and as many dates that were changed;
 * `changed`: dates of one that repeats, and of all of a group, that are not over, `ahead` of now at most, and `moved`
 * by so much; `dates`: the next ones on its page; `soon`: what is said where one reads.
 */
export const meetings = {
  title: 120,
  place: 300,
  timeZone: 64,
  longest: 14 * day,
  perGroup: 5000,
  upcoming: 200,
  own: 50,
  looked: 1000,
  listed: 24,
  faces: 24,
  swept: 100,
  inCalendar: 500,
  changed: { each: 30, perGroup: 300 },
  ahead: 366 * day,
  moved: 92 * day,
  dates: 8,
  soon: 7 * day,
};
/**
 * Of one person: how many plans, how many of their days, and how far back and ahead of today, in days; `token`: of its
 * address.
 */
export const calendar = { plans: 50, days: 400, past: 30, ahead: 92, storedFor: 366 * day, token: 100 };
/** Of one meeting that repeats, at once. */
export const occurrences = { max: 200 };
/**
 * `open`: at the same time; `books`: of a state, offered as options; `faces`: shown of an option; `ahead`: closes at
 * the latest.
 */
export const polls = {
  question: 200,
  option: 100,
  options: { min: 2, max: 20 },
  open: 20,
  perGroup: 1000,
  page: 20,
  books: 50,
  faces: 50,
  ahead: 366 * day,
  swept: 50,
};
