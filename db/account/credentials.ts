import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "../engine/client.ts";
import { identities, passkeys, recoveryCodes, totps } from "../schema.ts";

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
export const hasOtherCredential = (
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
