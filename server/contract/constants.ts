/** The constants of the product, by name. Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `common`: how many of the most common ones are called weak. */
export const password = { min: 6, strong: 8, max: 200, common: 10_000 };
/** How long after typing a new password is checked. */
export const passwordCheckDebounce = 500;
export const username = { min: 3, max: 30 };
export const email = { max: 254 };
export const fullName = { max: 80 };
export const groupName = { max: 80 };
export const groupDescription = { max: 500 };
/** How many groups one person makes; how many members and books a group has, and how many faces its card shows. */
export const groups = { perCreator: 200, members: 1000, books: 500, faces: 4 };
/**
 * Reports: characters of the reason and of what the operators write about it; how many messages are stored before and
 * after a reported one, and how many characters of each; how many reports a page has, each with all of that; for how long
 * after its decision what was reported is stored, and of how many it is deleted in one commit.
 */
export const reports = {
  reason: 1000,
  note: 1000,
  context: 5,
  excerpt: 400,
  page: 20,
  storedFor: 90 * day,
  part: 50,
};
/** Invite links: for how many days and people, and how many a group has that can be used. */
export const invites = { days: { usual: 7, max: 30 }, uses: 500, perGroup: 50 };
/**
 * Invitations by mail: how many addresses at a time, in how many characters pasted, how long they are good, how many
 * are listed, and how long nobody is told again of one that was renewed.
 */
export const invitations = { emails: 50, typed: 20_000, lifetime: 30 * day, listed: 100, again: 1 * day };
/**
 * How many of anything one page of the operators has, the length of an announcement, and for how long it may be; and how
 * long they have to set up a second step.
 */
export const operator = { page: 100, announcement: 300, hours: 720, setUp: 7 * day };
/** How many groups the list beside one has at most: each weighs on the first packets of its page. */
export const groupList = { max: 20 };
/** Of one person: how many, and the length of a name. A challenge lives as long as browsers wait by default. */
export const passkeys = { max: 20, name: 60, challenge: 5 * minute };
/** How long after signing in one adds ways to sign in without the password. */
export const recentSignIn = 10 * minute;
/**
 * Signing in with an account elsewhere: how long there is for it, how long the other service may take for each answer,
 * the length of the path to go on to, that of whose an account is there (OpenID Connect Core, section 2), and how many
 * of them one person links.
 */
export const elsewhere = { lifetime: 10 * minute, timeout: 2500, next: 2000, subject: 255, max: 10 };
/**
 * Of codes as a second step: how long there is for it after the password, how often it is tried, how long a new secret
 * waits for its first code, and how many recovery codes there are.
 */
export const twoStep = { lifetime: 10 * minute, tries: 10, setUp: 15 * minute, recoveryCodes: 10 };
/** How many people one person blocks, and how many of them are listed at once. */
export const blocks = { max: 1000, page: 100 };
/** How many members *About this group* lists at once, and up to how many an event of a group has. */
export const memberList = { page: 100 };
export const bio = { max: 500 };
export const url = { max: 300 };
export const genders = ["male", "female", "other"] as const;
/** In years. */
export const age = { max: 130 };
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

export const emailCheckDebounce = 500;
export const loginRedirectDelay = 1 * second;
export const registrationRedirectDelay = 15 * second;
/** How long after the last turn of a page it is saved. */
export const pageTurnDelay = 500;
export const toastAutoClose = 5 * second;
export const chunkLoadTimeout = 120 * second;

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

/**
 * `longest`: when one ends however often it is used; `perPerson`: how many somebody has, of which the oldest goes;
 * `device`: how much of a browser's `User-Agent` is stored; `seenEvery`: how often that it was used.
 */
export const session = {
  lifetime: 30 * day,
  longest: 180 * day,
  renewAfter: 1 * day,
  perPerson: 100,
  device: 300,
  seenEvery: 1 * hour,
};
/**
 * How many browsers of one person are remembered, and how long after the last time they signed in there: browsers keep no
 * cookie longer.
 */
export const knownBrowsers = { max: 20, lifetime: 400 * day };
/** The name of what is left of an account, beside the messages of its owner. */
export const deletedAccount = "Deleted account";
/** How long after its owner asks for it an account is deleted, and how many groups they leave in one commit. */
export const deletion = { after: 7 * day, groups: 5 };
export const verifyLink = { lifetime: 24 * hour };
export const resetLink = { lifetime: 1 * hour };

/** How long an account may stay unverified, and how many expired ones are removed in one commit. */
export const unverified = { lifetime: 7 * day, part: 20 };
/** When a scheduled backup that failed is tried again. */
export const backup = { retryAfter: 10 * minute };

/** Up to how many unread messages of a group, and unread notices, are counted. */
export const unreadMax = 100;
/** Within which time, at random, pages that were sent the same fetch what is new. */
export const overview = { refreshWithin: 3 * second };

export const search = { max: 20 };
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
 * which time what is still unread is sent: longer than those who have it open take to read it (`chat.readEvery`).
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
/**
 * Of a book: the lengths of its texts, how many categories, pages, and kinds of copies its readers have. `defaultPages`
 * is for an unknown page count.
 */
export const book = {
  title: 300,
  author: 300,
  description: 5000,
  publisher: 200,
  publishedDate: 40,
  category: 100,
  categories: 20,
  language: 35,
  isbn: 40,
  coverImage: 2010,
  googleBooksId: 64,
  pages: 100_000,
  defaultPages: 100,
  query: 200,
  copies: 100,
};
/**
 * Of the panel of a group's books: about how many characters of descriptions it has in all, and how many of each at least.
 */
export const booksPanel = { descriptions: 100_000, description: 200 };
/**
 * Of a session in which a group reads in silence: its longest time and what the form offers first, in minutes; how many
 * of its readers are listed and shown; and for how long afterwards its readers are shown what they have read.
 */
export const timer = { minutes: 180, usual: 25, listed: 100, faces: 12, shownFor: 1 * hour };
/**
 * Of a turned page: for how long turning back takes back what it has opened, and how often at most others are told that
 * readers of a book have turned.
 */
export const turn = { takenBackWithin: 10 * minute, toldEvery: 5 * second };
/** Of a table of contents: how many chapters, the length of a title, and of all of it as it is typed. */
export const chapters = { max: 300, title: 200, typed: 40_000 };
/**
 * Of a note: its length, that of an answer and how many it has, and of what is searched for; how many are listed,
 * how much of each of one's own, how many are read at a time; and how many characters one search reads at most.
 */
export const note = {
  max: 20_000,
  answer: 4000,
  answers: 100,
  query: 200,
  page: 20,
  own: 50,
  excerpt: 600,
  part: 25,
  searched: 4e6,
};
/** Of questions: the length of one and of an answer, and how many a book has, in all and of one reader. */
export const question = { max: 1000, answer: 4000, perBook: 500, perReader: 50, page: 100 };
/**
 * Of somebody's own list of books: how many it has at most, how many an answer has and how many a page shows. Of a file
 * that is imported: its bytes, rows, and lines, of which a review has several; how many rows are stored at once, and how
 * many of its refused lines are listed.
 */
export const ownLibrary = {
  books: 20_000,
  listed: 100,
  shown: 24,
  importBytes: 5 * 1024 * 1024,
  importRows: 10_000,
  importLines: 200_000,
  importPart: 200,
  refusedLines: 20,
};
/**
 * Of a plan to read a book: at most so many days, five years; `listed` of those who share their page are shown; a
 * reader who is behind is reminded every `remindEvery` at most, and not later than so many days after its end.
 */
export const plan = { days: 1827, listed: 100, remindEvery: 7 * day, remindAfterEnd: 7 };
/**
 * Book sources: one that does not answer within `timeout`, or answers with more than `answerBytes`, is left out; after
 * `failures` in a row it is not asked during `pause`. Up to `keptAnswers` answers are cached for `keepAnswer`.
 */
export const library = {
  results: 20,
  timeout: 2.5 * second,
  answerBytes: 4 * 1024 * 1024,
  failures: 3,
  pause: 1 * minute,
  keepAnswer: 10 * minute,
  keptAnswers: 500,
};
/**
 * Covers: what is accepted from a source, what size it is stored in, and how many bytes are cached in all. A failed one
 * is fetched again after `retryAfter`; the URL of one that no group's book uses is deleted after `forgetAfter`.
 */
export const cover = {
  bytes: 3 * 1024 * 1024,
  pixels: 20_000_000,
  width: 256,
  height: 384,
  smallest: 16,
  cacheBytes: 64 * 1024 * 1024,
  redirects: 3,
  retryAfter: 10 * minute,
  forgetAfter: 1 * day,
};
/** How many groups or friends in common, and how many books in progress, a profile shows. */
export const profile = { inCommon: 100, reading: 12 };
/** Pixels of a person's picture in a list. */
export const avatar = { size: 40 };
/**
 * Of an uploaded picture: at most so many bytes and pixels (at worst eight bytes of memory each); the widths of the
 * square pictures made of it; and how many uploads may wait to be processed.
 */
export const picture = { bytes: 5 * 1024 * 1024, pixels: 25_000_000, small: 96, large: 256, waiting: 8 };
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
/**
 * Of what one account may store: the part that the files, books and contents of the groups that it made may fill, and
 * from which part on its owner is warned.
 */
export const storage = { groups: 0.9, notice: 0.9 };
/** Bytes of each stored part of a file but the last. Offsets are computed by it: it stays as it is. */
export const fileChunk = 128 * 1024;
/** The cookie in which a script stores the reader's time zone. */
export const zoneCookie = "zone";
/**
 * Of what browsers store; `pushViewer` has the id of whom a browser was subscribed to notices for, and `pages` is the
 * cache of what can be read without a connection.
 */
export const storageKeys = {
  token: "token",
  chatDarkMode: "chatDarkMode",
  pushViewer: "chapterhouse.push",
  pages: "chapterhouse.pages",
  /** The id of the last person who logged out, for other windows, until they log in again. */
  loggedOut: "chapterhouse.loggedOut",
};
/** How many pages a browser stores to be read without a connection, and how old one is before it is fetched anew. */
export const storedPages = { max: 40, fetchedEvery: 1 * hour };

/**
 * Largest request bodies: where no session is needed, in general, where a picture may be sent, and where files are
 * streamed, with a message's text beside them.
 */
export const body = {
  open: 16 * 1024,
  json: 1024 * 1024,
  withImage: 6 * 1024 * 1024,
  withFiles: file.bytes + 128 * 1024,
};
/** How long each may take to arrive; at 400 kbit/s the largest takes three and a half minutes. */
export const bodyTime = { open: 20 * second, json: 1 * minute, withImage: 3 * minute, withFiles: 5 * minute };
/**
 * How much of all bodies may be in memory at once, without the first 16 KiB of each: per account, per address, in all.
 */
export const bodyMemory = { perAccount: 12 * 1024 * 1024, perAddress: 24 * 1024 * 1024, total: 64 * 1024 * 1024 };
/**
 * Connections from one address (60 pupils with two windows each, of six connections and a socket, have 840), and
 * sockets of one user.
 */
export const connections = { perAddress: 2000, socketsPerPerson: 50 };
/** The largest packet of a socket: the longest message with every character decomposed and escaped. */
export const socketPacket = 128 * 1024;
/**
 * How many bytes may wait to be read: on one connection, of one account or one address's visitors, and in all. A
 * connection that takes none of them for `patience` is closed.
 */
export const backlog = {
  perConnection: 8 * 1024 * 1024,
  perClient: 32 * 1024 * 1024,
  total: 64 * 1024 * 1024,
  patience: 10 * second,
};
/** How many packets one socket may send in a period; our client sends less than half as many. */
export const socketPackets = { max: 2000, every: 10 * second };

/** The icon of each outcome, so that colour is never the only sign. */
export const outcomeIcons = { success: "check", error: "warning", info: "info" } as const;
