import Bowser from "bowser";
import { parse } from "hono/utils/cookie";
import {
  deleteSession,
  extendSession,
  findSession,
  insertSessionOf,
  isKnownBrowser,
  type NewSession,
  type Session,
  type SignInProof,
  touchSession,
} from "../../db/account/sessions.ts";
import type { Db } from "../../db/engine/client.ts";
import type { NewMail } from "../../db/notices/mail_queue.ts";
import { hashToken, newToken } from "./secrets.ts";
import * as accountLimits from "../contract/account/limits.ts";
import { logoutCookie } from "../contract/site/limits.ts";
import type { Config } from "../settings/settings.ts";

export type { Session, SignInProof };

export const sessionCookie = "chapterhouse_session";

/** A cookie's name; with https it has the prefix under which no other host of our domain can set it (RFC 6265bis). */
export const cookieNameOf = (name: string, { publicUrl }: Pick<Config, "publicUrl">): string =>
  publicUrl.startsWith("https:") ? `__Host-${name}` : name;

export const sessionCookieOf = (config: Pick<Config, "publicUrl">): string => cookieNameOf(sessionCookie, config);

/** Without https in `publicUrl` a proxy may still add it: both count. */
export const logoutCookies = ({ publicUrl }: Pick<Config, "publicUrl">): string[] =>
  publicUrl.startsWith("https:") ? [logoutCookie(true)] : [logoutCookie(true), logoutCookie(false)];

interface Store {
  db: Db;
  clock: () => number;
}

export interface SessionToken {
  token: string;
  carriedBy: "bearer" | "cookie";
}

export const bearerToken = (authorization?: string | null): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];

/** The session token in a request's headers; a bearer token wins over the cookie. */
export function readSessionToken(
  headers: { authorization?: string | null; cookie?: string | null },
  config: Pick<Config, "publicUrl">,
): SessionToken | undefined {
  const bearer = bearerToken(headers.authorization);
  if (bearer) return { token: bearer, carriedBy: "bearer" };
  const name = sessionCookieOf(config);
  const cookie = parse(headers.cookie ?? "", name)[name];
  return cookie ? { token: cookie, carriedBy: "cookie" } : undefined;
}

export interface Caller {
  address: string;
  device?: string;
  /** The token of the browser's cookie, by which it is known again. */
  browser?: string;
}

/** @returns undefined where the user is disabled or deleted, has another password by now, or has yet to give a code */
export async function openSession(
  { db, clock }: Store,
  userId: string,
  { caller, mail, until, ...proof }: SignInProof & { caller?: Caller; mail?: NewMail; until?: number } = {},
): Promise<{ token: string; ended: string[] } | undefined> {
  const { token, session } = newSession(userId, clock(), until);
  const { address, device } = caller ?? {};
  const browser = caller && browserHash(userId, caller);
  const ended = await insertSessionOf(db, { session: { ...session, address, device }, proof, browser, mail });
  return ended && { token, ended };
}

/** @param more `until`: when it ends, even if it is used: with a guest's account */
export async function startSession(
  store: Store,
  userId: string,
  caller?: Caller,
  more: { until?: number } = {},
): Promise<string> {
  const opened = await openSession(store, userId, { caller, isEnough: true, ...more });
  if (!opened) throw new Error("no such user, or they may not log in");
  return opened.token;
}

function newSession(
  userId: string,
  createdAt: number,
  expiresAt = createdAt + accountLimits.session.lifetime,
): { token: string; session: NewSession } {
  const token = newToken();
  return { token, session: { hash: hashToken(token), id: newToken(), userId, createdAt, expiresAt } };
}

/**
 * Its use is stored, with the zone of its browser. Used a day or more after its last renewal it is `renewed`, up to the
 * last day that any session has.
 */
export async function findLiveSession(
  { db, clock }: Store,
  token: string,
  timeZone?: string,
): Promise<Session & { renewed: boolean } | undefined> {
  const now = clock();
  const session = await findSession(db, hashToken(token), now);
  if (!session) return undefined;
  const end = session.guestUntil ??
    Math.min(now + accountLimits.session.lifetime, session.createdAt + accountLimits.session.longest);
  const isDue = session.expiresAt < end - accountLimits.session.renewAfter;
  const lastSeenAt = session.lastSeenAt ?? 0;
  const isElsewhere = timeZone !== undefined && timeZone !== session.timeZone &&
    (session.timeZone === null || now - lastSeenAt >= zoneEvery);
  // On a new day also sooner: its user is one of the people of both.
  if (isElsewhere || now - lastSeenAt >= accountLimits.session.seenEvery || dayAt(now) !== dayAt(lastSeenAt)) {
    touch(db, session, now, timeZone);
  }
  return { ...session, renewed: isDue && await renew(db, session.hash, end) };
}

/** Milliseconds: two browsers may share a session, and anybody can send another zone each time. */
const zoneEvery = 60_000;

const dayAt = (time: number) => Math.floor(time / (24 * 3600_000));

/** The sessions whose use is being stored: one write each at a time is enough, and each process makes its own. */
const touching = new Set<string>();

/** Nobody waits for it. Where it cannot be stored, the next request tries again. */
function touch(db: Db, { hash }: Session, now: number, timeZone?: string): void {
  if (touching.has(hash)) return;
  touching.add(hash);
  touchSession(db, hash, now, timeZone).catch(() => {}).finally(() => touching.delete(hash));
}

/** False when the database cannot be written: the session is valid all the same, and the next request tries again. */
const renew = (db: Db, hash: string, end: number): Promise<boolean> =>
  extendSession(db, hash, end).then(() => true, () => false);

interface EndSession {
  db: Db;
  broadcast: { endSession(hash: string): void };
}

/** It may be stored all the same: sockets are closed, and those of a session that goes on connect again. */
export const endUserOnFailure =
  ({ broadcast }: { broadcast: { endUser(userId: string): void } }, userId: string) => (error: unknown): never => {
    broadcast.endUser(userId);
    throw error;
  };

export async function endSession({ db, broadcast }: EndSession, hash: string): Promise<void> {
  try {
    await deleteSession(db, hash);
  } finally {
    broadcast.endSession(hash);
  }
}

/** Browsers by which somebody is known: they have logged in there, and the browser has a cookie that says so. */

interface InBrowser {
  browser?: string;
}

export const browserHash = (userId: string, { browser }: InBrowser): string | undefined =>
  browser && hashToken(`${userId}.${browser}`);

export async function knownBrowserOf(db: Db, userId: string, caller: InBrowser): Promise<string | undefined> {
  const hash = browserHash(userId, caller);
  return hash && await isKnownBrowser(db, userId, hash) ? hash : undefined;
}

export function deviceName(userAgent: string | null): string {
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return unknown;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

const unknown = "Unknown browser";
