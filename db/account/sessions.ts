import { and, desc, eq, gt, isNull, lt, lte, ne, notInArray, type SQL, sql } from "drizzle-orm";
import * as accountLimits from "../../server/contract/account/limits.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import { type Db, prepared, shortWait, type Statement } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { mailInsertion, type NewMail } from "../notices/mail_queue.ts";
import { ownColumns } from "../people/columns.ts";
import { asUser } from "../people/users.ts";
import { invitations, invites, knownBrowsers, links, sessions, tickets, users } from "../schema.ts";

export interface Session {
  hash: string;
  user: User;
  createdAt: number;
  expiresAt: number;
  /** To the hour; null for one of the version before. */
  lastSeenAt: number | null;
  /** In which its browser was last, where it is known. */
  timeZone: string | null;
  /** Of a guest of the demo. */
  guestUntil: number | null;
}

export type NewSession = typeof sessions.$inferInsert;

export interface SignInProof {
  passwordHash?: string;
  isTwoStep?: boolean;
  isEnough?: boolean;
}

interface NewSessionOfUser {
  session: NewSession;
  proof?: SignInProof;
  browser?: string;
  mail?: NewMail;
}

/** Of too many the oldest end. @returns the hashes of those; undefined where the user may not sign in so */
export async function insertSessionOf(
  db: Db,
  { session, proof: { passwordHash, isTwoStep = false, isEnough = false } = {}, browser, mail }: NewSessionOfUser,
): Promise<string[] | undefined> {
  const { hash, userId, createdAt, expiresAt, id = null, device = null, address = null } = session;
  const mayEnter = and(
    eq(users.id, userId),
    isNull(users.disabledAt),
    isNull(users.deletedAt),
    passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
    isTwoStep || isEnough
      ? undefined
      : sql`not exists (select 1 from totps where user_id = ${userId} and confirmed_at is not null)`,
  );
  const latest = db.q.select({ hash: sessions.hash }).from(sessions).where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sql`rowid`)).limit(accountLimits.session.perPerson);
  const [{ rowsAffected }, ended] = await db.write([
    db.q.run(sql`insert into sessions (hash, user_id, created_at, expires_at, id, device, address, two_step)
      select ${hash}, users.id, ${createdAt}, ${expiresAt}, ${id}, ${device}, ${address}, ${isTwoStep ? 1 : 0}
      from users where ${mayEnter}`),
    db.q.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.hash, latest)))
      .returning({ hash: sessions.hash }),
    ...recordUse(db, hash, createdAt),
    ...browser ? rememberBrowser(db, { userId, hash: browser, sessionHash: hash, now: createdAt }) : [],
    ...mail ? [db.q.run(mailInsertion(mail, sql`exists (select 1 from sessions where hash = ${hash})`))] : [],
  ]);
  return rowsAffected > 0 ? ended.map(({ hash }) => hash) : undefined;
}

const liveSession = prepared((q) =>
  q.select({
    createdAt: sessions.createdAt,
    expiresAt: sessions.expiresAt,
    lastSeenAt: sessions.lastSeenAt,
    timeZone: sessions.timeZone,
    guestUntil: users.guestUntil,
    user: ownColumns,
  }).from(sessions).innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.hash, sql.placeholder("hash")), gt(sessions.expiresAt, sql.placeholder("now"))))
    .prepare()
);

export async function findSession(db: Db, hash: string, now: number): Promise<Session | undefined> {
  const row = await liveSession(db).get({ hash, now });
  return row && { hash, ...row, user: asUser(row.user) };
}

export const extendSession = (db: Db, hash: string, expiresAt: number) =>
  db.write([db.q.update(sessions).set({ expiresAt }).where(eq(sessions.hash, hash))], shortWait);

export const deleteSession = (db: Db, hash: string) => db.write([db.q.delete(sessions).where(eq(sessions.hash, hash))]);

/** Links and invitations a week later: until then their pages say what they were. @returns hashes of sessions */
export async function deleteExpired(db: Db, now: number): Promise<string[]> {
  const lastWeek = now - 7 * 24 * 3600_000;
  const [ended] = await db.write([
    db.q.delete(sessions).where(lte(sessions.expiresAt, now)).returning({ hash: sessions.hash }),
    db.q.delete(links).where(lt(links.expiresAt, lastWeek)),
    db.q.delete(invites).where(lt(invites.expiresAt, lastWeek)),
    db.q.delete(invitations).where(lt(invitations.expiresAt, lastWeek)),
    db.q.delete(tickets).where(lte(tickets.expiresAt, now)),
    forgetOldBrowsers(db, now),
  ]);
  return ended.map(({ hash }) => hash);
}

const mostListed = 100;

/** The one used last first. Hashes stay within the server. */
export const listSessions = (db: Db, viewerId: string, now: number) =>
  db.q.select({
    hash: sessions.hash,
    id: sql<string>`${sessions.id}`,
    createdAt: sessions.createdAt,
    lastSeenAt: sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`,
    device: sessions.device,
    address: sessions.address,
  }).from(sessions).where(and(eq(sessions.userId, viewerId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`)).limit(mostListed);

export async function listLiveSessions(db: Db, hashes: string[], now: number): Promise<Set<string>> {
  const rows = await db.q.select({ hash: sessions.hash }).from(sessions)
    .where(and(sql`${sessions.hash} in ${listed(hashes)}`, gt(sessions.expiresAt, now)));
  return new Set(rows.map(({ hash }) => hash));
}

export async function deleteSessionById(db: Db, viewerId: string, id: string): Promise<string | undefined> {
  const [ended] = await db.write([
    db.q.delete(sessions).where(and(eq(sessions.userId, viewerId), eq(sessions.id, id)))
      .returning({ hash: sessions.hash }),
  ]);
  return ended[0]?.hash;
}

export const deleteOtherSessions = (db: Db, userId: string, currentHash: string, where?: SQL) =>
  db.q.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.hash, currentHash), where))
    .returning({ hash: sessions.hash });

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

export const touchSession = (db: Db, hash: string, now: number, timeZone?: string) =>
  db.write(recordUse(db, hash, now, timeZone), shortWait);

function recordUse(db: Db, hash: string, now: number, timeZone?: string): [Statement, ...Statement[]] {
  const day = new Date(now).toISOString().slice(0, 10);
  const isOwner = sql`${users.id} = (select user_id from sessions where hash = ${hash})`;
  return [
    // First, while the day of their last use is still known.
    db.q.run(sql`insert into day_counts (day, name, count)
      select ${day}, 'people', 1 from users where ${isOwner} and guest_until is null
        and coalesce(last_seen_at, 0) < ${Date.parse(day)}
      on conflict (day, name) do update set count = count + 1`),
    db.q.update(users).set({ lastSeenAt: now }).where(isOwner),
    db.q.update(sessions).set({ lastSeenAt: now, timeZone }).where(eq(sessions.hash, hash)),
  ];
}

/** Of each of these users the one in which they were last, where it is known. */
export async function listTimeZones(db: Db, userIds: string[], now: number): Promise<Map<string, string>> {
  const rows = await db.q.all<{ userId: string; timeZone: string }>(sql`
    select sessions.user_id as "userId", sessions.time_zone as "timeZone" from sessions
    where sessions.user_id in ${listed(userIds)} and sessions.time_zone is not null and sessions.expires_at > ${now}
    order by sessions.last_seen_at`);
  return new Map(rows.map(({ userId, timeZone }) => [userId, timeZone]));
}

export async function findLastProof(db: Db, hash: string): Promise<number | undefined> {
  const session = await db.q.select({ createdAt: sessions.createdAt, provenAt: sessions.provenAt }).from(sessions)
    .where(eq(sessions.hash, hash)).get();
  return session && (session.provenAt ?? session.createdAt);
}

export const recordProof = (db: Db, hash: string, { now, isTwoStep }: { now: number; isTwoStep: boolean }) =>
  db.write([
    db.q.update(sessions).set({ provenAt: now, ...(isTwoStep && { isTwoStep }) }).where(eq(sessions.hash, hash)),
  ]);

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

function rememberBrowser(db: Db, { userId, hash, sessionHash, now }: BrowserUse): [Statement, Statement] {
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

const forgetOldBrowsers = (db: Db, now: number): Statement =>
  db.q.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAt, now - accountLimits.knownBrowsers.lifetime));
