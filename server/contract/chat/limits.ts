/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Of a message: its length, how many files and how many kinds of reactions it has, the UTF-16 code units of an emoji,
 * the length of an excerpt, and of what is searched for; how many it mentions, and how many of its addresses and
 * mentions are links.
 */
export const message = {
  max: 4000,
  files: 10,
  reactions: 20,
  emoji: 40,
  excerpt: 120,
  query: 200,
  mentions: 50,
  links: 50,
};
/** The reactions that are offered first. */
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
  shortHistoryLength: 16,
  pageLength: 100,
  /** How many members a page has the names of, whether its messages name them or not. */
  directoryLength: 24,
  /** How many messages of a group are pinned at most. */
  pins: 100,
  /** How many results of a search, or pinned messages, are one page. */
  searchLength: 30,
  /** Who types is sent again after `typingEvery`, and shown for `typingShown`. */
  typingEvery: 3 * second,
  typingShown: 5 * second,
  /** How often at most it is sent up to where somebody has read. */
  readEvery: 2 * second,
  /** How often members elsewhere are sent what is unread in a group, and members who is here. */
  activityEvery: 1 * second,
  presenceEvery: 1 * second,
  /**
   * How often at most the changes of a message are sent: less than `gapWait`. One that many react to is sent less
   * often, but in `changesWithin`; meanwhile clients are sent which changes are still to come.
   */
  changesEvery: 0.2 * second,
  changesWithin: 4 * second,
};
/** How many of those who have a group's page open are shown by their pictures, and how many by their names. */
export const presence = { faces: 8, names: 30 };
/** Up to how many unread messages of a group, and unread notices, are counted. */
export const unreadMax = 100;
/**
 * Of a file in a group: at most so many bytes and characters of its name; for how many bytes at a time, while it
 * arrives, space is claimed; the longest side of a picture and of its
 * preview in pixels; after which time an unsent one, and one whose upload broke off, is removed; and from which part of
 * the group's quota on members are informed.
 */
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
