/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Notices are stored for `lifetime`, and listed `page` at a time, in the bell `inBell`. They are mailed when they are
 * unread after `mailAfter`: those of mentions and replies every `mentionsEvery` at most, the others every
 * `digestEvery`; a mail names the first `mailed`. Due mails are looked for every `mailEvery`.
 */
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
/**
 * Web push: the length of an endpoint's URL, how many browsers one user has, how long a push service may take, to how
 * many users something is sent at once, after which time the next user's turn comes where there is no answer yet, and
 * how much may wait for each; for how long a service stores what a browser cannot receive yet, in seconds; and after
 * which time what is still unread is sent: longer than people who have it open take to read it (`chat.readEvery`).
 */
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
