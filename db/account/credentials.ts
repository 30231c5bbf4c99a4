/** What people sign in with beside their password: a new kind of it is added here. */
import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "../engine/client.ts";
import { identities, passkeys, recoveryCodes, totps } from "../schema.ts";

/**
 * The statements that delete somebody's keys: their two-step codes, passkeys and accounts elsewhere, in this order, and
 * recovery codes.
 *
 * @param isTheirs whether a column with a user's id names them
 * @param exceptIdentity which accounts elsewhere stay
 */
export const deleteKeys = (db: Db, isTheirs: (userId: SQLiteColumn) => SQL | undefined, exceptIdentity?: SQL) =>
  [
    db.q.delete(totps).where(isTheirs(totps.userId)).returning({ confirmedAt: totps.confirmedAt }),
    db.q.delete(passkeys).where(isTheirs(passkeys.userId)).returning({ id: passkeys.id }),
    db.q.delete(identities).where(and(isTheirs(identities.userId), exceptIdentity && sql`not (${exceptIdentity})`))
      .returning({ subject: identities.subject }),
    db.q.delete(recoveryCodes).where(isTheirs(recoveryCodes.userId)),
  ] as const;

/** By what else than their keys somebody may get in. */
export interface Ways {
  /** The issuer of the settings: accounts of any other let nobody in. */
  present?: string;
  /** Whether mail is sent. */
  mailed?: boolean;
}

/**
 * Whether somebody could sign in without one of their keys: by their password, another key, or, where mail is sent, by a
 * password of their own choice, for which a link is mailed to their verified address. Without it nobody could help them.
 *
 * @param key the id of the passkey, or the subject of the account elsewhere, that is to go
 */
export const hasOtherWay = (userId: string, key: string, { present = "", mailed = false }: Ways): SQL =>
  sql`(
    exists (select 1 from users where id = ${userId}
      and (password_hash <> '' or ${mailed ? 1 : 0} and verified_at is not null))
    or exists (select 1 from passkeys other where other.user_id = ${userId} and other.id <> ${key})
    or exists (select 1 from identities other where other.user_id = ${userId} and other.issuer = ${present}
      and other.subject <> ${key})
  )`;
