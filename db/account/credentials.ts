import { and, desc, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as accountLimits from "../../server/contract/account/limits.ts";
import { changesRows, type Db, type Statement } from "../engine/client.ts";
import { identities, links, passkeys, recoveryCodes, sessions, tickets, totps, users } from "../schema.ts";
import { forgetBrowsers } from "./sessions.ts";

export const deleteCredentials = (db: Db, isTheirs: (userId: SQLiteColumn) => SQL | undefined, exceptAccount?: SQL) =>
  [
    db.q.delete(totps).where(isTheirs(totps.userId)).returning({ confirmedAt: totps.confirmedAt }),
    db.q.delete(passkeys).where(isTheirs(passkeys.userId)).returning({ id: passkeys.id }),
    db.q.delete(identities).where(and(isTheirs(identities.userId), exceptAccount && sql`not (${exceptAccount})`))
      .returning({ subject: identities.subject }),
    db.q.delete(recoveryCodes).where(isTheirs(recoveryCodes.userId)),
  ] as const;

export interface CredentialSettings {
  issuer?: string;
  isMailSent?: boolean;
}

/** Or by a new password, for which a link is mailed to their verified address: else nobody could help them. */
const hasOtherCredential = (
  userId: string,
  id: string,
  { issuer = "", isMailSent = false }: CredentialSettings,
): SQL =>
  sql`(
    exists (select 1 from users where id = ${userId}
      and (password_hash <> '' or ${isMailSent ? 1 : 0} and verified_at is not null))
    or exists (select 1 from passkeys other where other.user_id = ${userId} and other.id <> ${id})
    or exists (select 1 from identities other where other.user_id = ${userId} and other.issuer = ${issuer}
      and other.subject <> ${id})
  )`;

export const listPasskeys = (db: Db, viewerId: string) =>
  db.q.select({
    id: passkeys.id,
    name: passkeys.name,
    transports: passkeys.transports,
    createdAt: passkeys.createdAt,
    lastUsedAt: passkeys.lastUsedAt,
  }).from(passkeys).where(eq(passkeys.userId, viewerId)).orderBy(desc(passkeys.createdAt));

export const countPasskeys = (db: Db, userId: string): Promise<number> =>
  db.q.$count(passkeys, eq(passkeys.userId, userId));

type NewPasskey = Omit<typeof passkeys.$inferInsert, "lastUsedAt">;

export const insertPasskey = (db: Db, { id, userId, name, publicKey, counter, transports, createdAt }: NewPasskey) =>
  changesRows(db, [
    db.q.run(sql`insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
      select ${id}, id, ${name}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}, ${createdAt}
      from users where id = ${userId}
        and (select count(*) from passkeys where user_id = ${userId}) < ${accountLimits.passkeys.max}
      on conflict do nothing`),
  ]);

export const findPasskey = (db: Db, id: string) =>
  db.q.select({
    id: passkeys.id,
    userId: passkeys.userId,
    name: passkeys.name,
    publicKey: passkeys.publicKey,
    counter: passkeys.counter,
    transports: passkeys.transports,
    verifiedAt: users.verifiedAt,
  }).from(passkeys).innerJoin(users, eq(users.id, passkeys.userId)).where(eq(passkeys.id, id)).get();

export const usePasskey = (db: Db, id: string, { counter, now }: { counter: number; now: number }) =>
  changesRows(db, [
    db.q.update(passkeys).set({ counter, lastUsedAt: now })
      .where(sql`id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`),
  ]);

const own = (viewerId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, viewerId));

export const renamePasskey = (db: Db, viewerId: string, { id, name }: { id: string; name: string }) =>
  changesRows(db, [db.q.update(passkeys).set({ name }).where(own(viewerId, id))]);

/** @returns false where it is their only credential, or is not theirs */
export const deletePasskey = (
  db: Db,
  viewerId: string,
  { id, settings }: { id: string; settings: CredentialSettings },
) => changesRows(db, [db.q.delete(passkeys).where(and(own(viewerId, id), hasOtherCredential(viewerId, id, settings)))]);

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
