/** Sessions, and the links sent by mail. */
import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { User } from "../server/contract/users.ts";
import { type Db, prepared, type Statement } from "./client.ts";
import { links, sessions, users } from "./schema.ts";
import { asUser } from "./users.ts";
import { ownColumns } from "./views.ts";

export interface Session {
  hash: string;
  user: User;
  expiresAt: number;
}

export const insertSession = (db: Db, session: typeof sessions.$inferInsert): Statement =>
  db.q.insert(sessions).values(session);

const liveSession = prepared((q) =>
  q.select({ expiresAt: sessions.expiresAt, user: ownColumns }).from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.hash, sql.placeholder("hash")), gt(sessions.expiresAt, sql.placeholder("now"))))
    .prepare()
);

/** The session of a token's hash, with its user, unless it has ended. */
export async function findSession(db: Db, hash: string, now: number): Promise<Session | undefined> {
  const row = await liveSession(db).get({ hash, now });
  return row && { hash, expiresAt: row.expiresAt, user: asUser(row.user) };
}

export const extendSession = (db: Db, hash: string, expiresAt: number) =>
  db.write([db.q.update(sessions).set({ expiresAt }).where(eq(sessions.hash, hash))]);

export const deleteSession = (db: Db, hash: string) => db.write([db.q.delete(sessions).where(eq(sessions.hash, hash))]);

/** Removes what has outlived its use: ended sessions, and links a week past their end. */
export const deleteExpired = (db: Db, now: number) =>
  db.write([
    db.q.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.q.delete(links).where(lt(links.expiresAt, now - 7 * 24 * 3600_000)),
  ]);

export const insertLink = (db: Db, link: typeof links.$inferInsert): Statement => db.q.insert(links).values(link);

export const findLink = (db: Db, hash: string, kind: "verify" | "reset") =>
  db.q.select({ expiresAt: links.expiresAt, usedAt: links.usedAt }).from(links)
    .where(and(eq(links.hash, hash), eq(links.kind, kind))).get();

/**
 * Uses up a verification link and marks its user's address as verified.
 *
 * @returns whether the address had been verified before; undefined where the link is used, expired or unknown
 */
export async function verifyByLink(db: Db, hash: string, now: number): Promise<{ before: boolean } | undefined> {
  const [used, verified] = await db.write([
    db.q.update(links).set({ usedAt: now }).where(usable(hash, "verify", now)).returning({ userId: links.userId }),
    db.q.update(users).set({ verifiedAt: now })
      .where(and(isNull(users.verifiedAt), eq(users.id, usedBy(db, hash, now)))).returning({ id: users.id }),
  ]);
  return used.length > 0 ? { before: verified.length === 0 } : undefined;
}

/**
 * Uses up a reset link: sets the password, ends every session of the user and makes her other reset links useless.
 * A reset link also proves the address. Gives the user's id, or undefined where the link is used, expired or unknown.
 */
export async function resetByLink(
  db: Db,
  hash: string,
  passwordHash: string,
  now: number,
): Promise<string | undefined> {
  const owner = () => usedBy(db, hash, now);
  const [used] = await db.write([
    db.q.update(links).set({ usedAt: now }).where(usable(hash, "reset", now)).returning({ userId: links.userId }),
    db.q.update(users).set({ passwordHash, verifiedAt: sql`coalesce(${users.verifiedAt}, ${now})` })
      .where(eq(users.id, owner())),
    db.q.delete(sessions).where(eq(sessions.userId, owner())),
    db.q.delete(links).where(and(eq(links.kind, "reset"), ne(links.hash, hash), eq(links.userId, owner()))),
  ]);
  return used[0]?.userId;
}

const usable = (hash: string, kind: "verify" | "reset", now: number) =>
  and(eq(links.hash, hash), eq(links.kind, kind), isNull(links.usedAt), gt(links.expiresAt, now));

/** The user whose link this very write has just used up. */
const usedBy = (db: Db, hash: string, now: number) =>
  sql`(${db.q.select({ userId: links.userId }).from(links).where(and(eq(links.hash, hash), eq(links.usedAt, now)))})`;
