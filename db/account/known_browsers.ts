import { and, desc, eq, lt, ne, notInArray, type SQL, sql } from "drizzle-orm";
import * as accountLimits from "../../server/contract/account/limits.ts";
import type { Db, Statement } from "../engine/client.ts";
import { knownBrowsers } from "../schema.ts";

export async function listKnownBrowsers(db: Db, userId: string): Promise<string[]> {
  const rows = await db.q.select({ hash: knownBrowsers.hash }).from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId)).limit(accountLimits.knownBrowsers.max);
  return rows.map(({ hash }) => hash);
}

export const isKnownBrowser = async (db: Db, userId: string, hash: string): Promise<boolean> =>
  await db.q.select({ hash: knownBrowsers.hash }).from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.hash, hash))).get() !== undefined;

interface BrowserUse {
  userId: string;
  hash: string;
  sessionHash: string;
  now: number;
}

export function rememberBrowser(db: Db, { userId, hash, sessionHash, now }: BrowserUse): [Statement, Statement] {
  const latest = db.q.select({ hash: knownBrowsers.hash }).from(knownBrowsers).where(eq(knownBrowsers.userId, userId))
    .orderBy(desc(knownBrowsers.lastUsedAt), desc(sql`rowid`)).limit(accountLimits.knownBrowsers.max);
  return [
    db.q.run(sql`insert into ${knownBrowsers} (user_id, hash, created_at, last_used_at)
      select user_id, ${hash}, ${now}, ${now} from sessions where sessions.hash = ${sessionHash}
      on conflict (user_id, hash) do update set last_used_at = excluded.last_used_at`),
    db.q.delete(knownBrowsers).where(and(eq(knownBrowsers.userId, userId), notInArray(knownBrowsers.hash, latest))),
  ];
}

export const forgetBrowsers = (
  db: Db,
  userId: string | SQL,
  { except = "", where }: { except?: string; where?: SQL } = {},
): Statement =>
  db.q.delete(knownBrowsers).where(and(eq(knownBrowsers.userId, userId), ne(knownBrowsers.hash, except), where));

export const forgetOldBrowsers = (db: Db, now: number): Statement =>
  db.q.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAt, now - accountLimits.knownBrowsers.lifetime));
