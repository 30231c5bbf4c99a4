/** One session, carried by the cookie or as a bearer token, for pages, the API and sockets alike. */
import { parse } from "hono/utils/cookie";
import {
  deleteSession,
  extendSession,
  findSession,
  insertSession,
  insertSessionByPassword,
  type NewSession,
  type Session,
} from "../../db/auth.ts";
import type { Db } from "../../db/client.ts";
import type { Config } from "../config.ts";
import * as constants from "../contract/constants.ts";
import { logoutCookie } from "../contract/session.ts";
import type { Deps } from "../deps.ts";
import { hashToken, newToken } from "./tokens.ts";

export type { Session };

/** The cookie of a session where the service is reached over plain http. */
export const sessionCookie = "chapterhouse_session";

/**
 * The cookie's name; with https it has the prefix under which browsers let no neighbour of our host set it (RFC
 * 6265bis).
 */
export const sessionCookieOf = ({ publicUrl }: Pick<Config, "publicUrl">): string =>
  publicUrl.startsWith("https:") ? `__Host-${sessionCookie}` : sessionCookie;

/**
 * The cookies by which a browser says that its reader has logged out; https may begin before us, and we not know of it.
 */
export const leavingCookies = ({ publicUrl }: Pick<Config, "publicUrl">): string[] =>
  publicUrl.startsWith("https:") ? [logoutCookie(true)] : [logoutCookie(true), logoutCookie(false)];

type Store = Pick<Deps, "db" | "clock">;

/** Who a request says it is, and by which means. */
export interface Credential {
  token: string;
  carriedBy: "bearer" | "cookie";
}

/** The token of a request's headers. Where both are present the bearer wins. */
export function readCredential(
  headers: { authorization?: string | null; cookie?: string | null },
  config: Pick<Config, "publicUrl">,
): Credential | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (bearer) return { token: bearer, carriedBy: "bearer" };
  const name = sessionCookieOf(config);
  const cookie = parse(headers.cookie ?? "", name)[name];
  return cookie ? { token: cookie, carriedBy: "cookie" } : undefined;
}

/** Starts a session for a user and gives its token. */
export async function startSession({ db, clock }: Store, userId: string): Promise<string> {
  const { token, session } = await newSession(userId, clock());
  await db.write([insertSession(db, session)]);
  return token;
}

/**
 * Starts a session on the strength of a password that was checked against this hash, and gives its token. Undefined
 * where the password is another one by now: a login that was begun before a reset does not survive it.
 */
export async function startSessionByPassword(
  { db, clock }: Store,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<string | undefined> {
  const { token, session } = await newSession(id, clock());
  return await insertSessionByPassword(db, session, passwordHash) ? token : undefined;
}

async function newSession(userId: string, createdAt: number): Promise<{ token: string; session: NewSession }> {
  const token = newToken();
  const expiresAt = createdAt + constants.session.lifetime;
  return { token, session: { hash: await hashToken(token), userId, createdAt, expiresAt } };
}

/**
 * The live session of a token. A session slides: used a day or more after its last renewal, it lasts its whole
 * lifetime again, and `renewed` says so.
 */
export async function findLiveSession(
  { db, clock }: Store,
  token: string,
): Promise<Session & { renewed: boolean } | undefined> {
  const now = clock();
  const session = await findSession(db, await hashToken(token), now);
  if (!session) return undefined;
  const isDue = session.expiresAt < now + constants.session.lifetime - constants.session.renewAfter;
  return { ...session, renewed: isDue && await renew(db, session.hash, now) };
}

/**
 * Renews a session, if that can be stored just now: reading does not depend on it, and the next request tries again.
 */
const renew = (db: Db, hash: string, now: number): Promise<boolean> =>
  extendSession(db, hash, now + constants.session.lifetime).then(() => true, () => false);

/** Ends a session and closes its sockets. */
export async function endSession({ db, broadcast }: Pick<Deps, "db" | "broadcast">, hash: string): Promise<void> {
  await deleteSession(db, hash);
  broadcast.endSession(hash);
}
