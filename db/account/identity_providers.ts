/** Accounts elsewhere by which people sign in. */
import * as accountLimits from "../../server/contract/account/limits.ts";
import { and, eq, exists, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "../engine/client.ts";
import { forgetBrowsers } from "./known_browsers.ts";
import { deleteKeys, hasOtherWay, type Ways } from "./credentials.ts";
import { identities, links, sessions, tickets, users } from "../schema.ts";

/** An account elsewhere: whose it is there is its subject. */
export interface Identity {
  issuer: string;
  subject: string;
}

const same = ({ issuer, subject }: Identity) => and(eq(identities.issuer, issuer), eq(identities.subject, subject));

/** Whose an account elsewhere is here. */
export const findIdentity = (db: Db, identity: Identity) =>
  db.q.select({ userId: identities.userId, verifiedAt: users.verifiedAt }).from(identities)
    .innerJoin(users, eq(users.id, identities.userId)).where(same(identity)).get();

/** The viewer's accounts elsewhere: as many as one may link. */
export const listIdentities = (db: Db, viewerId: string) =>
  db.q.select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities).where(eq(identities.userId, viewerId)).limit(accountLimits.elsewhere.max);

/** Links an account elsewhere to the user of a session, unless it is somebody's, they have as many as they may, or the session has ended. */
export const linkIdentity = (db: Db, sessionHash: string, identity: Identity, createdAt: number) =>
  db.write([
    db.q.run(sql`insert into identities (issuer, subject, user_id, created_at)
      select ${identity.issuer}, ${identity.subject}, user_id, ${createdAt} from sessions
      where hash = ${sessionHash} and ${hasRoom(sql`sessions.user_id`)} on conflict do nothing`),
  ]);

const hasRoom = (userId: SQL) =>
  sql`(select count(*) from identities other where other.user_id = ${userId}) < ${accountLimits.elsewhere.max}`;

/** How many accounts elsewhere somebody has linked. */
export const countIdentities = (db: Db, userId: string): Promise<number> =>
  db.q.$count(identities, eq(identities.userId, userId));

/** The statement that links an account elsewhere to a new user, where there is one and it is nobody's. */
export const insertIdentity = (db: Db, userId: string, { issuer, subject }: Identity, createdAt: number): Statement =>
  db.q.run(sql`insert into identities (issuer, subject, user_id, created_at)
    select ${issuer}, ${subject}, id, ${createdAt} from users where id = ${userId} on conflict do nothing`);

interface Addressed extends Identity {
  userId: string;
  email: string;
}

/**
 * Links an account elsewhere to the one here that has the same address, of which its issuer says whose it is. Where the
 * address was not verified here, somebody else may have registered with it: then every way to sign in that they chose is
 * void, and so are their sessions.
 *
 * @returns whether it was not verified; undefined where there is no such account, it has as many as it may, or the one
 * elsewhere is linked already
 */
export async function linkByAddress(
  db: Db,
  { userId, email, ...identity }: Addressed,
  now: number,
): Promise<{ isClaimed: boolean } | undefined> {
  const account = and(eq(users.id, userId), eq(users.email, email), isNull(users.deletedAt), isNull(users.disabledAt));
  const isLinked = exists(
    db.q.select({ userId: identities.userId }).from(identities).where(
      and(same(identity), eq(identities.userId, userId)),
    ),
  );
  const unverified = and(account, isNull(users.verifiedAt), isLinked);
  const isUnverified = exists(db.q.select({ id: users.id }).from(users).where(unverified));
  const of = (owner: SQLiteColumn) => and(eq(owner, userId), isUnverified);
  const [linked, , , , , , , , , claimed] = await db.write([
    db.q.insert(identities).select(
      db.q.select({
        issuer: sql<string>`${identity.issuer}`.as("issuer"),
        subject: sql<string>`${identity.subject}`.as("subject"),
        userId: users.id,
        createdAt: sql<number>`${now}`.as("created_at"),
      }).from(users).where(and(account, or(isNull(users.verifiedAt), hasRoom(sql`users.id`)))),
    ).onConflictDoNothing().returning({ userId: identities.userId }),
    db.q.delete(sessions).where(of(sessions.userId)),
    forgetBrowsers(db, userId, { where: isUnverified }),
    db.q.delete(links).where(of(links.userId)),
    db.q.delete(tickets).where(of(tickets.userId)),
    ...deleteKeys(db, of, same(identity)),
    // Last: the others ask whether it is.
    db.q.update(users).set({ passwordHash: "", verifiedAt: now, verifyBy: null }).where(unverified)
      .returning({ id: users.id }),
  ]);
  return linked.length > 0 ? { isClaimed: claimed.length > 0 } : undefined;
}

/**
 * Unlinks an account elsewhere from the viewer's, unless it is the only way to sign in.
 *
 * @returns false where it is, or is not linked
 */
export async function deleteIdentity(
  db: Db,
  viewerId: string,
  identity: Identity,
  ways: Ways,
): Promise<boolean> {
  const others = or(ne(identities.issuer, ways.present ?? ""), hasOtherWay(viewerId, identity.subject, ways));
  const [deleted] = await db.write([
    db.q.delete(identities).where(and(same(identity), eq(identities.userId, viewerId), others))
      .returning({ userId: identities.userId }),
  ]);
  return deleted.length > 0;
}
