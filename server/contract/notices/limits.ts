/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Mailed when unread after `mailAfter`: mentions and replies every `mentionsEvery`, others every `digestEvery`. */
export const notices = {
  lifetime: 90 * day,
  page: 30,
  inBell: 8,
  mailAfter: 15 * minute,
  mentionsEvery: 1 * hour,
  digestEvery: 1 * day,
  mailed: 50,
  mailEvery: 1 * minute,
};
/** `turn`: when the next user's comes without an answer; `ttl`: seconds; `after`: open pages have read it by then. */
export const push = {
  endpoint: 1000,
  browsers: 20,
  timeout: 10 * second,
  atOnce: 32,
  turn: 2 * second,
  waiting: 5,
  ttl: 24 * 3600,
  after: 5 * second,
};
