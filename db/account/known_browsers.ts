/** Browsers in which people have signed in. */
import * as accountLimits from "../../server/contract/account/limits.ts";
import { and, desc, eq, lt, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "../engine/client.ts";
import { knownBrowsers } from "../schema.ts";

/** The hashes of the browsers in which somebody has signed in. */
export async function listKnownBrowsers(db: Db, userId: string): Promise<string[]> {
  const rows = await db.q.select({ hash: knownBrowsers.hash }).from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId)).limit(accountLimits.knownBrowsers.max);
  return rows.map(({ hash }) => hash);
}

/** Whether somebody has signed in by this browser. */
export const isKnownBrowser = async (db: Db, userId: string, hash: string): Promise<boolean> =>
  await db.q.select({ hash: knownBrowsers.hash }).from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.hash, hash))).get() !== undefined;

interface Seen {
  userId: string;
  hash: string;
  sessionHash: string;
  now: number;
}

/** The statements that remember the browser of a session, where it was started; the one unused for longest makes room. */
export function rememberBrowser(db: Db, { userId, hash, sessionHash, now }: Seen): [Statement, Statement] {
  const latest = db.q.select({ hash: knownBrowsers.hash }).from(knownBrowsers).where(eq(knownBrowsers.userId, userId))
    .orderBy(desc(knownBrowsers.lastUsedAt), desc(sql`rowid`)).limit(accountLimits.knownBrowsers.max);
  return [
    db.q.run(sql`insert into ${knownBrowsers} (user_id, hash, created_at, last_used_at)
      select user_id, ${hash}, ${now}, ${now} from sessions where sessions.hash = ${sessionHash}
      on conflict (user_id, hash) do update set last_used_at = excluded.last_used_at`),
    db.q.delete(knownBrowsers).where(and(eq(knownBrowsers.userId, userId), notInArray(knownBrowsers.hash, latest))),
  ];
}

/** The statement that forgets the browsers of somebody, but for one, on what further condition. */
export const forgetBrowsers = (
  db: Db,
  userId: string | SQL,
  { except = "", where }: { except?: string; where?: SQL } = {},
): Statement =>
  db.q.delete(knownBrowsers).where(and(eq(knownBrowsers.userId, userId), ne(knownBrowsers.hash, except), where));

/** The statement that forgets those that nobody has used for as long as their cookie lasts. */
export const forgetOldBrowsers = (db: Db, now: number): Statement =>
  db.q.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAt, now - accountLimits.knownBrowsers.lifetime));
