/** Public keys by which people sign in without a password. */
import * as accountLimits from "../../server/contract/account/limits.ts";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { hasOtherWay, type Ways } from "./credentials.ts";
import { passkeys, users } from "../schema.ts";

/** The viewer's passkeys, the newest first. */
export const listPasskeys = (db: Db, viewerId: string) =>
  db.q.select({
    id: passkeys.id,
    name: passkeys.name,
    transports: passkeys.transports,
    createdAt: passkeys.createdAt,
    lastUsedAt: passkeys.lastUsedAt,
  }).from(passkeys).where(eq(passkeys.userId, viewerId)).orderBy(desc(passkeys.createdAt));

/** How many passkeys somebody has. */
export const countPasskeys = (db: Db, userId: string): Promise<number> =>
  db.q.$count(passkeys, eq(passkeys.userId, userId));

type NewPasskey = Omit<typeof passkeys.$inferInsert, "lastUsedAt">;

/** Adds a passkey. @returns false where the user has as many as they may, or the key is somebody's already */
export async function insertPasskey(
  db: Db,
  { id, userId, name, publicKey, counter, transports, createdAt }: NewPasskey,
): Promise<boolean> {
  const [added] = await db.write([
    db.q.all<{ id: string }>(sql`insert into ${passkeys}
      (id, user_id, name, public_key, counter, transports, created_at)
      select ${id}, id, ${name}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}, ${createdAt}
      from users where id = ${userId}
        and (select count(*) from passkeys where user_id = ${userId}) < ${accountLimits.passkeys.max}
      on conflict do nothing returning id`),
  ]);
  return added.length > 0;
}

/** A passkey with what is checked when its owner signs in. */
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

/** Stores that a passkey was used. @returns false where it is gone, or was used with this count or a higher one meanwhile */
export async function usePasskey(
  db: Db,
  id: string,
  { counter, now }: { counter: number; now: number },
): Promise<boolean> {
  const [used] = await db.write([
    db.q.update(passkeys).set({ counter, lastUsedAt: now })
      .where(
        and(eq(passkeys.id, id), sql`(${passkeys.counter} < ${counter} or ${passkeys.counter} = 0 and ${counter} = 0)`),
      )
      .returning({ id: passkeys.id }),
  ]);
  return used.length > 0;
}

const own = (viewerId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, viewerId));

/** Renames a passkey of the viewer's. @returns false where it is not theirs */
export async function renamePasskey(db: Db, viewerId: string, { id, name }: { id: string; name: string }) {
  const [renamed] = await db.write([
    db.q.update(passkeys).set({ name }).where(own(viewerId, id)).returning({ id: passkeys.id }),
  ]);
  return renamed.length > 0;
}

/** Removes a passkey of the viewer's, unless it is the only way to sign in. @returns false where it is, or is not theirs */
export async function deletePasskey(db: Db, viewerId: string, id: string, ways: Ways): Promise<boolean> {
  const [removed] = await db.write([
    db.q.delete(passkeys).where(and(own(viewerId, id), hasOtherWay(viewerId, id, ways))).returning({ id: passkeys.id }),
  ]);
  return removed.length > 0;
}
