/** Times are milliseconds, lengths are characters, sizes are bytes. */
import { file } from "../chat/limits.ts";
import { archive } from "../groups/limits.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export const url = { max: 300 };
export const toastAutoClose = 5 * second;
export const chunkLoadTimeout = 120 * second;
export const backup = { retryAfter: 10 * minute };
/** Of a form that is seen first: fields, and characters of a text whose form is looked for. */
export const preview = { fields: 50, text: 20_000 };
/** Within which time, at random, pages that were sent the same fetch what is new. */
export const overview = { refreshWithin: 3 * second };
/** The header in which a page's calls send the id of the user it was rendered for. */
export const viewerHeader = "X-Viewer";

/** Set at logout, in case the call does not arrive; older pages know this name. */
export const logoutCookie = (isSecure: boolean): string => isSecure ? "__Host-leaving" : "leaving";
/** Guests of the demo: how long one stays, how many there may be, and how many are taken away in one write. */
export const demo = { lifetime: 1 * hour, most: 300, batch: 100 };
export const zoneCookie = "zone";
/**
 * `pushViewer`: whom a browser was subscribed for; `pages`: the cache of what is read without a connection, and the
 * beginning of the names of those of kept texts.
 */
export const storageKeys = {
  token: "token",
  chatDarkMode: "chatDarkMode",
  pushViewer: "chapterhouse.push",
  pages: "chapterhouse.pages",
  /** The id of the last person who logged out, for other windows, until they log in again. */
  loggedOut: "chapterhouse.loggedOut",
};
/** What the service worker says to a page whose form it could not send. */
export const formNotSent = "form not sent";
export const storedPages = { max: 40, fetchedEvery: 1 * hour };
export const body = {
  open: 16 * 1024,
  json: 1024 * 1024,
  withImage: 6 * 1024 * 1024,
  withFiles: file.bytes + 128 * 1024,
  withArchive: archive.bytes + 128 * 1024,
};
/** How long each may take to arrive; at 400 kbit/s the largest takes three and a half minutes. */
export const bodyTime = {
  open: 20 * second,
  json: 1 * minute,
  withImage: 3 * minute,
  withFiles: 5 * minute,
  withArchive: 10 * minute,
};
/** A slower upload would hold memory that others wait for. 10 kB/s with two pauses of ten seconds are fast enough. */
export const uploadRate = { bytes: 64 * 1024, within: 30 * second };
/** Without the first 16 KiB of each. */
export const bodyMemory = { perAccount: 12 * 1024 * 1024, perAddress: 24 * 1024 * 1024, total: 64 * 1024 * 1024 };
/** Of archives that arrive to be read back, which no other body waits for: a whole one beside those of one sender. */
const wholeArchive = archive.bytes + 1024 * 1024;
export const archiveMemory = { perAccount: wholeArchive, perAddress: wholeArchive, total: 2 * wholeArchive };
/** 60 pupils with two windows each, of six connections and a socket, have 840. */
export const connections = { perAddress: 2000, socketsPerPerson: 50 };
/** The largest packet of a socket: the longest message with every character decomposed and escaped. */
export const socketPacket = 128 * 1024;
/** Bytes that wait to be read; a connection that takes none of them for `patience` is closed. */
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
