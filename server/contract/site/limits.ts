/** Times are milliseconds, lengths are characters, sizes are bytes. */
import { file } from "../chat/limits.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export const url = { max: 300 };
export const toastAutoClose = 5 * second;
export const chunkLoadTimeout = 120 * second;
/** When a scheduled backup that failed is tried again. */
export const backup = { retryAfter: 10 * minute };
/** Within which time, at random, pages that were sent the same fetch what is new. */
export const overview = { refreshWithin: 3 * second };
/** The header in which a page's calls send the id of the user it was rendered for. */
export const viewerHeader = "X-Viewer";

/**
 * The cookie a page sets when its reader logs out, in case the call does not reach the server. With https it has the
 * prefix under which no other host of our domain can set it. It stays `leaving`: pages and browsers have it that were
 * opened before an upgrade.
 */
export const logoutCookie = (isSecure: boolean): string => isSecure ? "__Host-leaving" : "leaving";
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
