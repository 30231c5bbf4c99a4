/** One session, carried by the cookie or as a bearer token, for pages, the API and sockets alike. */
import * as accountLimits from "../contract/account/limits.ts";
import { parse } from "hono/utils/cookie";
import {
  deleteSession,
  extendSession,
  findSession,
  insertSessionOf,
  type NewSession,
  type Session,
  type SignInProof,
  touchSession,
} from "../../db/account/sessions.ts";
import type { Db } from "../../db/engine/client.ts";
import type { NewMail } from "../../db/notices/mail_queue.ts";
import type { Config } from "../settings/settings.ts";
import { logoutCookie } from "../contract/site/limits.ts";
import { browserHash } from "./browsers.ts";
import { hashToken, newToken } from "./tokens.ts";

export type { Session, SignInProof };

/** The name of the session's cookie over plain http. */
export const sessionCookie = "chapterhouse_session";

/** A cookie's name; with https it has the prefix under which no other host of our domain can set it (RFC 6265bis). */
export const cookieNameOf = (name: string, { publicUrl }: Pick<Config, "publicUrl">): string =>
  publicUrl.startsWith("https:") ? `__Host-${name}` : name;

export const sessionCookieOf = (config: Pick<Config, "publicUrl">): string => cookieNameOf(sessionCookie, config);

/**
 * The names of the cookie that asks for a logout. Without https in `publicUrl` a proxy may still add it: both count.
 */
export const logoutCookies = ({ publicUrl }: Pick<Config, "publicUrl">): string[] =>
  publicUrl.startsWith("https:") ? [logoutCookie(true)] : [logoutCookie(true), logoutCookie(false)];

interface Store {
  db: Db;
  clock: () => number;
}

/** The session token of a request, and where it was. */
export interface SessionToken {
  token: string;
  carriedBy: "bearer" | "cookie";
}

/** The token of an `Authorization: Bearer` header. */
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

/** Where a call comes from: limits count by it, and the owner of a session sees where it was started. */
export interface Caller {
  /** The network address. */
  address: string;
  /** The `User-Agent`, cut to `accountLimits.session.device`; none where it was not sent. */
  device?: string;
  /** The token of the browser's cookie, by which it is known again. */
  browser?: string;
}

interface Start extends SignInProof {
  /** None where nobody sees it, as in tests. */
  caller?: Caller;
  /** What its owner is told of it. */
  mail?: NewMail;
}

interface OpenedSession {
  token: string;
  /** The hashes of the owner's oldest sessions, which have ended for it. */
  ended: string[];
}

/**
 * Starts a session.
 *
 * @returns undefined where the user is disabled or deleted, has another password by now, or has yet to give a code
 */
export async function openSession(
  { db, clock }: Store,
  userId: string,
  { caller, mail, ...proof }: Start = {},
): Promise<OpenedSession | undefined> {
  const { token, session } = newSession(userId, clock());
  const { address, device } = caller ?? {};
  const browser = caller && browserHash(userId, caller);
  const ended = await insertSessionOf(db, { session: { ...session, address, device }, proof, browser, mail });
  return ended && { token, ended };
}

/** Starts a session of a user who is known to be there. @returns its token */
export async function startSession(store: Store, userId: string, caller?: Caller): Promise<string> {
  const opened = await openSession(store, userId, { caller, isEnough: true });
  if (!opened) throw new Error("no such user, or they may not sign in");
  return opened.token;
}

function newSession(userId: string, createdAt: number): { token: string; session: NewSession } {
  const token = newToken();
  const expiresAt = createdAt + accountLimits.session.lifetime;
  return { token, session: { hash: hashToken(token), id: newToken(), userId, createdAt, expiresAt } };
}

/**
 * The live session of a token. When it is used a day or more after its last renewal, it is `renewed` for its whole
 * lifetime, up to the last day that any session has.
 */
export async function findLiveSession(
  { db, clock }: Store,
  token: string,
): Promise<Session & { renewed: boolean } | undefined> {
  const now = clock();
  const session = await findSession(db, hashToken(token), now);
  if (!session) return undefined;
  const end = Math.min(now + accountLimits.session.lifetime, session.createdAt + accountLimits.session.longest);
  const isDue = session.expiresAt < end - accountLimits.session.renewAfter;
  const lastSeenAt = session.lastSeenAt ?? 0;
  // On a new day also sooner: its user is one of the people of both.
  if (now - lastSeenAt >= accountLimits.session.seenEvery || dayAt(now) !== dayAt(lastSeenAt)) touch(db, session, now);
  return { ...session, renewed: isDue && await renew(db, session.hash, end) };
}

/** The number of the day, in UTC as the days that are counted. */
const dayAt = (time: number) => Math.floor(time / (24 * 3600_000));

/** The sessions whose use is being stored: one write each at a time is enough, and each process makes its own. */
const touching = new Set<string>();

/** Nobody waits for it. Where it cannot be stored, the next request tries again. */
function touch(db: Db, { hash }: Session, now: number): void {
  if (touching.has(hash)) return;
  touching.add(hash);
  touchSession(db, hash, now).catch(() => {}).finally(() => touching.delete(hash));
}

/** False when the database cannot be written: the session is valid all the same, and the next request tries again. */
const renew = (db: Db, hash: string, end: number): Promise<boolean> =>
  extendSession(db, hash, end).then(() => true, () => false);

interface EndSession {
  db: Db;
  broadcast: { endSession(hash: string): void };
}

/**
 * What a write that ends sessions of somebody does as it fails: it may be stored all the same, so their sockets are
 * closed. Those of a session that goes on connect again.
 */
export const endUserOnFailure =
  ({ broadcast }: { broadcast: { endUser(userId: string): void } }, userId: string) => (error: unknown): never => {
    broadcast.endUser(userId);
    throw error;
  };

/** Ends a session and closes its sockets: also where the write fails, since it may be stored all the same. */
export async function endSession({ db, broadcast }: EndSession, hash: string): Promise<void> {
  try {
    await deleteSession(db, hash);
  } finally {
    broadcast.endSession(hash);
  }
}
