/** Sessions, and the links sent by mail. */
import * as accountLimits from "../../server/contract/account/limits.ts";
import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { User } from "../../server/contract/people/users.ts";
import { type Db, prepared, shortWait, type Statement } from "../engine/client.ts";
import { deleteKeys } from "./credentials.ts";
import { forgetBrowsers, forgetOldBrowsers, rememberBrowser } from "./known_browsers.ts";
import { mailInsertion, type NewMail } from "../notices/mail_queue.ts";
import { invitations, invites, links, sessions, tickets, totps, users } from "../schema.ts";
import { recordUse } from "./sessions.ts";
import { asUser } from "../people/users.ts";
import { ownColumns } from "../people/columns.ts";

export interface Session {
  hash: string;
  user: User;
  createdAt: number;
  expiresAt: number;
  /** To the hour; null for one of the version before. */
  lastSeenAt: number | null;
}

type LinkKind = NewLink["kind"];

export type NewSession = typeof sessions.$inferInsert;

/** The statement that starts a session. */
export const insertSession = (db: Db, session: NewSession): Statement => db.q.insert(sessions).values(session);

/** By what somebody has proven who they are. */
export interface Proof {
  /** The hash that a password was checked against. */
  passwordHash?: string;
  /** Whether it was two things: a code after the password, or a passkey, which somebody has and unlocks. */
  isTwoStep?: boolean;
  /** Whether nothing more is asked for, as of somebody who has just registered. */
  isEnough?: boolean;
}

interface Start {
  session: NewSession;
  proof?: Proof;
  /** The hash of the browser that it is started in. */
  browser?: string;
  /** What is stored with it, where it is started. */
  mail?: NewMail;
}

/**
 * Starts a session of a user who may sign in: one who is neither disabled nor deleted and, where a password was checked,
 * still has it; and who, if they have two-step codes, gave one. Of too many sessions of theirs the oldest end.
 *
 * @returns the hashes of those that end; undefined for others, for whom nothing is stored
 */
export async function insertSessionOf(
  db: Db,
  { session, proof: { passwordHash, isTwoStep = false, isEnough = false } = {}, browser, mail }: Start,
): Promise<string[] | undefined> {
  const { hash, userId, createdAt, expiresAt, id = null, device = null, address = null } = session;
  const mayEnter = and(
    eq(users.id, userId),
    isNull(users.disabledAt),
    isNull(users.deletedAt),
    passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
    isTwoStep || isEnough ? undefined : notExists(
      db.q.select({ userId: totps.userId }).from(totps).where(
        and(eq(totps.userId, userId), isNotNull(totps.confirmedAt)),
      ),
    ),
  );
  const latest = db.q.select({ hash: sessions.hash }).from(sessions).where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sql`rowid`)).limit(accountLimits.session.perPerson);
  const [started, ended] = await db.write([
    db.q.insert(sessions).select(
      db.q.select({
        hash: sql<string>`${hash}`.as("hash"),
        userId: users.id,
        createdAt: sql<number>`${createdAt}`.as("created_at"),
        expiresAt: sql<number>`${expiresAt}`.as("expires_at"),
        id: sql<string | null>`${id}`.as("id"),
        lastSeenAt: sql<number | null>`null`.as("last_seen_at"),
        device: sql<string | null>`${device}`.as("device"),
        address: sql<string | null>`${address}`.as("address"),
        provenAt: sql<number | null>`null`.as("proven_at"),
        isTwoStep: sql<boolean>`${isTwoStep ? 1 : 0}`.as("two_step"),
      }).from(users).where(mayEnter),
    ).returning({ hash: sessions.hash }),
    db.q.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.hash, latest)))
      .returning({ hash: sessions.hash }),
    ...recordUse(db, hash, createdAt),
    ...browser ? rememberBrowser(db, { userId, hash: browser, sessionHash: hash, now: createdAt }) : [],
    ...mail ? [db.q.run(mailInsertion(mail, sql`exists (select 1 from sessions where hash = ${hash})`))] : [],
  ]);
  return started.length > 0 ? ended.map(({ hash }) => hash) : undefined;
}

const liveSession = prepared((q) =>
  q.select({
    createdAt: sessions.createdAt,
    expiresAt: sessions.expiresAt,
    lastSeenAt: sessions.lastSeenAt,
    user: ownColumns,
  }).from(sessions).innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.hash, sql.placeholder("hash")), gt(sessions.expiresAt, sql.placeholder("now"))))
    .prepare()
);

/** The session of a token's hash, with its user, unless it has ended. */
export async function findSession(db: Db, hash: string, now: number): Promise<Session | undefined> {
  const row = await liveSession(db).get({ hash, now });
  return row && { hash, ...row, user: asUser(row.user) };
}

/** Moves a session's end. */
export const extendSession = (db: Db, hash: string, expiresAt: number) =>
  db.write([db.q.update(sessions).set({ expiresAt }).where(eq(sessions.hash, hash))], shortWait);

/** Ends a session. */
export const deleteSession = (db: Db, hash: string) => db.write([db.q.delete(sessions).where(eq(sessions.hash, hash))]);

/**
 * Deletes what has expired: ended sessions, tickets, browsers that are not used any more, and a week past their end
 * mailed links, invite links and invitations: until then their pages say what they were.
 *
 * @returns the hashes of the sessions
 */
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

/** The statement that stores a mailed link, unless its user was deleted meanwhile. */
export const insertLink = (
  db: Db,
  { hash, userId, kind, expiresAt, email = null }: NewLink,
): Statement =>
  db.q.run(sql`insert into links (hash, user_id, kind, expires_at, email)
    select ${hash}, id, ${kind}, ${expiresAt}, ${email} from users where id = ${userId}`);

type NewLink = Omit<typeof links.$inferInsert, "usedAt">;

/** Whose a mailed link is, when it ends, and when it was used if it was. */
export const findLink = (db: Db, hash: string, kind: LinkKind) =>
  db.q.select({ userId: links.userId, expiresAt: links.expiresAt, usedAt: links.usedAt }).from(links)
    .where(and(eq(links.hash, hash), eq(links.kind, kind))).get();

/**
 * Uses up a verification link and marks its user's address as verified.
 *
 * @returns undefined where the link is used, expired or unknown
 */
export async function verifyByLink(db: Db, hash: string, now: number): Promise<Verified | undefined> {
  const link = usable(hash, "verify", now);
  const [verified, used] = await db.write([
    db.q.update(users).set({ verifiedAt: now, verifyBy: null })
      .where(and(isNull(users.verifiedAt), eq(users.id, ownerOf(db, link)))).returning({ inviteId: users.inviteId }),
    db.q.update(links).set({ usedAt: now }).where(link).returning({ userId: links.userId }),
  ]);
  return used[0] && { ...used[0], inviteId: verified[0]?.inviteId ?? null, before: verified.length === 0 };
}

interface Verified {
  userId: string;
  /** The invite link by which they registered; null where the address had been verified before. */
  inviteId: string | null;
  /** Whether the address had been verified before. */
  before: boolean;
}

/** What became of an account whose password was reset by a link. */
interface Reset {
  id: string;
  email: string;
  /** As in `Verified`. */
  inviteId: string | null;
  /** Whether they lost other ways to sign in. */
  lostKeys: boolean;
}

/**
 * Uses up a reset link: sets the password, ends every session of the user and what they have begun, and makes their
 * other reset links, and links to another address, useless. A reset link also verifies the address. Where it was not
 * verified before, somebody else may have registered with it: then every other way to sign in is void.
 *
 * @returns undefined where the link is used, expired or unknown
 */
export async function resetByLink(
  db: Db,
  hash: string,
  { passwordHash, now }: { passwordHash: string; now: number },
): Promise<Reset | undefined> {
  const link = usable(hash, "reset", now);
  const owner = () => ownerOf(db, link);
  const isUnverified = exists(
    db.q.select({ id: users.id }).from(users).where(and(eq(users.id, owner()), isNull(users.verifiedAt))),
  );
  const ofUnverified = (column: SQLiteColumn) => and(eq(column, owner()), isUnverified);
  const [[unverified], deletedTotps, deletedPasskeys, deletedIdentities, , [user]] = await db.write([
    db.q.select({ inviteId: users.inviteId }).from(users).where(and(eq(users.id, owner()), isNull(users.verifiedAt))),
    ...deleteKeys(db, ofUnverified),
    db.q.update(users)
      .set({ passwordHash, verifiedAt: sql`coalesce(${users.verifiedAt}, ${now})`, verifyBy: null })
      .where(eq(users.id, owner())).returning({ id: users.id, email: users.email }),
    db.q.delete(sessions).where(eq(sessions.userId, owner())),
    forgetBrowsers(db, owner()),
    db.q.delete(tickets).where(eq(tickets.userId, owner())),
    db.q.delete(links).where(
      and(inArray(links.kind, ["reset", "email"]), ne(links.hash, hash), eq(links.userId, owner())),
    ),
    // Last: the others find the user by the link while it can still be used, and so never by one that was used before.
    db.q.update(links).set({ usedAt: now }).where(link),
  ]);
  const hadTotp = deletedTotps.some(({ confirmedAt }) => confirmedAt !== null);
  const lostKeys = hadTotp || deletedPasskeys.length > 0 || deletedIdentities.length > 0;
  return user && { ...user, inviteId: unverified?.inviteId ?? null, lostKeys };
}

/** The links of a token that can still be used: one at most. */
export const usable = (hash: string, kind: LinkKind, now: number) =>
  and(eq(links.hash, hash), eq(links.kind, kind), isNull(links.usedAt), gt(links.expiresAt, now));

/** The user to whom a link was mailed. */
export const ownerOf = (db: Db, link: SQL | undefined) =>
  sql`(${db.q.select({ userId: links.userId }).from(links).where(link)})`;
