import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as accountLimits from "../../server/contract/account/limits.ts";
import { changesRows, type Db, type Statement } from "../engine/client.ts";
import { identities, links, sessions, tickets, users } from "../schema.ts";
import { type CredentialSettings, deleteCredentials, hasOtherCredential } from "./credentials.ts";
import { forgetBrowsers } from "./known_browsers.ts";

export interface LinkedAccount {
  issuer: string;
  /** Never given to anybody else by this issuer. */
  subject: string;
}

const same = ({ issuer, subject }: LinkedAccount) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject));

export const findAccountOwner = (db: Db, account: LinkedAccount) =>
  db.q.select({ userId: identities.userId, verifiedAt: users.verifiedAt }).from(identities)
    .innerJoin(users, eq(users.id, identities.userId)).where(same(account)).get();

export const listLinkedAccounts = (db: Db, viewerId: string) =>
  db.q.select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities).where(eq(identities.userId, viewerId)).limit(accountLimits.identityProvider.max);

export const linkAccount = (db: Db, sessionHash: string, { issuer, subject, now }: LinkedAccount & { now: number }) =>
  db.write([
    db.q.run(sql`insert into identities (issuer, subject, user_id, created_at)
      select ${issuer}, ${subject}, user_id, ${now} from sessions
      where hash = ${sessionHash} and ${hasRoom(sql`sessions.user_id`)} on conflict do nothing`),
  ]);

const hasRoom = (userId: SQL) =>
  sql`(select count(*) from identities other where other.user_id = ${userId}) < ${accountLimits.identityProvider.max}`;

export const countLinkedAccounts = (db: Db, userId: string): Promise<number> =>
  db.q.$count(identities, eq(identities.userId, userId));

export const insertLinkedAccount = (
  db: Db,
  userId: string,
  { issuer, subject, now }: LinkedAccount & { now: number },
): Statement =>
  db.q.run(sql`insert into identities (issuer, subject, user_id, created_at)
    select ${issuer}, ${subject}, id, ${now} from users where id = ${userId} on conflict do nothing`);

/**
 * Where the address was not verified here, somebody else may have registered with it: then every credential that they
 * chose is void, and so are their sessions.
 */
export async function linkByAddress(
  db: Db,
  { userId, email, now, ...linked }: LinkedAccount & { userId: string; email: string; now: number },
): Promise<{ isClaimed: boolean } | undefined> {
  const user = and(eq(users.id, userId), eq(users.email, email), isNull(users.deletedAt), isNull(users.disabledAt));
  const unverified = sql`${user} and users.verified_at is null
    and exists (select 1 from identities where ${same(linked)} and identities.user_id = ${userId})`;
  const isUnverified = sql`exists (select 1 from users where ${unverified})`;
  const of = (owner: SQLiteColumn) => and(eq(owner, userId), isUnverified);
  const [{ rowsAffected }, , , , , , , , , claimed] = await db.write([
    db.q.run(sql`insert into identities (issuer, subject, user_id, created_at)
      select ${linked.issuer}, ${linked.subject}, users.id, ${now} from users
      where ${user} and (users.verified_at is null or ${hasRoom(sql`users.id`)}) on conflict do nothing`),
    db.q.delete(sessions).where(of(sessions.userId)),
    forgetBrowsers(db, userId, { where: isUnverified }),
    db.q.delete(links).where(of(links.userId)),
    db.q.delete(tickets).where(of(tickets.userId)),
    ...deleteCredentials(db, of, same(linked)),
    // Last: the others ask whether it is.
    db.q.update(users).set({ passwordHash: "", verifiedAt: now, verifyBy: null }).where(unverified)
      .returning({ id: users.id }),
  ]);
  return rowsAffected > 0 ? { isClaimed: claimed.length > 0 } : undefined;
}

/** @returns false where it is their only credential, or is not linked */
export async function deleteLinkedAccount(
  db: Db,
  viewerId: string,
  { account, settings }: { account: LinkedAccount; settings: CredentialSettings },
): Promise<boolean> {
  const hasOther = hasOtherCredential(viewerId, account.subject, settings);
  const mayGo = or(ne(identities.issuer, settings.issuer ?? ""), hasOther);
  return await changesRows(db, [
    db.q.delete(identities).where(and(same(account), eq(identities.userId, viewerId), mayGo)),
  ]);
}
