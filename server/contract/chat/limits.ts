/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `emoji`: its UTF-16 code units; `links`: how many of its addresses and mentions are links. */
export const message = {
  max: 4000,
  files: 10,
  reactions: 20,
  emoji: 40,
  excerpt: 120,
  query: 200,
  mentions: 50,
  mentioned: 100,
  links: 50,
};
export const quickEmoji = ["👍", "❤️", "😄", "🎉", "🤔", "👀"];
export const chat = {
  reconnectDelay: 1 * second,
  errorRetryDelays: [1 * second, 2 * second, 3 * second],
  connectionAttempts: 5,
  connectionAttemptDelay: 1 * second,
  connectionTimeout: 45 * second,
  /** The longest time, at random, between two attempts of a page that shows no chat. */
  quietRetryDelay: 30 * second,
  historyWait: 5 * second,
  /** How long, once to twice, a message waits for those before it until these are fetched. */
  gapWait: 300,
  /** Within which time, at random, clients of an instance that stops connect again. */
  returnWithin: 3 * second,
  duplicateWindow: 1 * second,
  historyLength: 50,
  /** Of a page that has a book or the results of a search as well. */
  shortHistoryLength: 14,
  pageLength: 100,
  /** How many members a page has the names of, whether its messages name them or not. */
  directoryLength: 24,
  pins: 100,
  searchLength: 30,
  /** That somebody types is sent again after `typingEvery`, and shown for `typingShown`. */
  typingEvery: 3 * second,
  typingShown: 5 * second,
  readEvery: 2 * second,
  /** How often members elsewhere are sent what is unread in a group, and members on its page who is here. */
  activityEvery: 1 * second,
  presenceEvery: 1 * second,
  changesEvery: 0.2 * second,
  changesWithin: 4 * second,
};
/** How often pages that show a part of a group are notified that it has changed. */
export const watchedEvery = 5 * second;
/** `counted`: up to how many replies of a thread are counted; `people`: how many of those in it are named. */
export const threads = { page: 20, counted: 1000, people: 30 };
export const presence = { faces: 8, names: 30 };
/** Up to how many unread messages of a group, and unread notices, are counted. */
export const unreadMax = 100;
/** `claim`: for so many space is claimed at a time; `side`, `preview`: longest sides in pixels. */
export const file = {
  bytes: 10 * 1024 * 1024,
  name: 120,
  claim: 512 * 1024,
  side: 1600,
  preview: 320,
  unusedFor: 1 * day,
  unfinishedFor: 10 * minute,
  notice: 0.8,
};
/** Bytes of each stored part of a file but the last. Offsets are computed by it: it stays as it is. */
export const fileChunk = 128 * 1024;
