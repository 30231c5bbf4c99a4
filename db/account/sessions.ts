/** The sessions of one person, as their owner sees and ends them. */
import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { type Db, shortWait, type Statement } from "../engine/client.ts";
import { forgetBrowsers } from "./known_browsers.ts";
import { dayCounts, sessions, users } from "../schema.ts";

/** How many of somebody's sessions are listed: the ones used last. */
const listed = 100;

/** The viewer's live sessions, the one used last first. Their hashes stay within the server. */
export const listSessions = (db: Db, viewerId: string, now: number) =>
  db.q.select({
    hash: sessions.hash,
    id: sql<string>`${sessions.id}`,
    createdAt: sessions.createdAt,
    lastSeenAt: sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`,
    device: sessions.device,
    address: sessions.address,
  }).from(sessions).where(and(eq(sessions.userId, viewerId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`)).limit(listed);

/** Which of these sessions, by their hashes, have not ended. */
export async function listLiveSessions(db: Db, hashes: string[], now: number): Promise<Set<string>> {
  const rows = await db.q.select({ hash: sessions.hash }).from(sessions)
    .where(
      and(
        sql`${sessions.hash} in (select value from json_each(${JSON.stringify(hashes)}))`,
        gt(sessions.expiresAt, now),
      ),
    );
  return new Set(rows.map(({ hash }) => hash));
}

/** Ends one of the viewer's sessions. @returns its hash; undefined where the viewer has no such session */
export async function deleteSessionById(db: Db, viewerId: string, id: string): Promise<string | undefined> {
  const [ended] = await db.write([
    db.q.delete(sessions).where(and(eq(sessions.userId, viewerId), eq(sessions.id, id)))
      .returning({ hash: sessions.hash }),
  ]);
  return ended[0]?.hash;
}

/** The statement that ends all of somebody's sessions but one, on what further condition; it returns their hashes. */
export const deleteOtherSessions = (db: Db, userId: string, currentHash: string, where?: SQL) =>
  db.q.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.hash, currentHash), where))
    .returning({ hash: sessions.hash });

/** Ends all of the viewer's sessions but one, and forgets all browsers but its own. @returns their hashes */
export async function endOtherSessions(
  db: Db,
  viewerId: string,
  { currentHash, browser }: { currentHash: string; browser?: string },
): Promise<string[]> {
  const [ended] = await db.write([
    deleteOtherSessions(db, viewerId, currentHash),
    forgetBrowsers(db, viewerId, { except: browser }),
  ]);
  return ended.map(({ hash }) => hash);
}

/** Stores that a session is in use, and counts its user among the people of the day, once. */
export const touchSession = (db: Db, hash: string, now: number) => db.write(recordUse(db, hash, now), shortWait);

/** The statements that do; where there is no such session they do nothing. */
export function recordUse(db: Db, hash: string, now: number): [Statement, ...Statement[]] {
  const day = new Date(now).toISOString().slice(0, 10);
  const isOwner = sql`${users.id} = (select user_id from sessions where hash = ${hash})`;
  return [
    // First, while the day of their last use is still known.
    db.q.insert(dayCounts).select(
      db.q.select({
        day: sql<string>`${day}`.as("day"),
        name: sql<"people">`'people'`.as("name"),
        count: sql<number>`1`.as("count"),
      }).from(users).where(and(isOwner, sql`coalesce(${users.lastSeenAt}, 0) < ${Date.parse(day)}`)),
    ).onConflictDoUpdate({ target: [dayCounts.day, dayCounts.name], set: { count: sql`count + 1` } }),
    db.q.update(users).set({ lastSeenAt: now }).where(isOwner),
    db.q.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.hash, hash)),
  ];
}

/** When the owner of a session last proved who they are, by signing in or since; undefined where it has ended. */
export async function findLastProof(db: Db, hash: string): Promise<number | undefined> {
  const session = await db.q.select({ createdAt: sessions.createdAt, provenAt: sessions.provenAt }).from(sessions)
    .where(eq(sessions.hash, hash)).get();
  return session && (session.provenAt ?? session.createdAt);
}

/** Stores that they have proven it again, and whether it is two things by now. */
export const recordProof = (db: Db, hash: string, { now, isTwoStep }: { now: number; isTwoStep: boolean }) =>
  db.write([
    db.q.update(sessions).set({ provenAt: now, ...(isTwoStep && { isTwoStep }) }).where(eq(sessions.hash, hash)),
  ]);
