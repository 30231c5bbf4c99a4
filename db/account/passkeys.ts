import { and, desc, eq, sql } from "drizzle-orm";
import * as accountLimits from "../../server/contract/account/limits.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { passkeys, users } from "../schema.ts";
import { type CredentialSettings, hasOtherCredential } from "./credentials.ts";

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
